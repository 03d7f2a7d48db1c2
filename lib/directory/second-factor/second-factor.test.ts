import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { hashPassword } from "@/lib/auth/password";
import { askForPasskey, takeStep } from "@/lib/auth/second-step";
import { beginSession, memberOfSession } from "@/lib/auth/sessions";
import { openStep, stepCookie } from "@/lib/auth/sign-in-steps";
import { ageTries } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { eventsOf } from "@/lib/verb/testing";
import { listMembers } from "../member/list";
import { peopleOf } from "../member/testing";
import { beginOwnApp, confirmOwnApp, removeOwnApp } from "./app";
import { listOwnFactors } from "./list";
import {
  addOwnPasskey,
  askOwnPasskey,
  beginOwnPasskey,
  removeOwnPasskey,
  renameOwnPasskey,
} from "./passkeys";
import { renewRecoveryCodes } from "./renew-recovery-codes";
import { resetSecondFactor } from "./reset";
import { TestPasskey, type Manner } from "./testing";

const password = "a long enough one";
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

describe("second factors of one's own", () => {
  let database: Database;
  let ground: Awaited<ReturnType<typeof peopleOf>>;

  beforeAll(async () => {
    database = await openTestDatabase();
    // No test is at the end of one step of codes and in the next.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    ground = await peopleOf(database);
    const hash = await hashPassword(password);
    await database.query("UPDATE member SET password_hash = $1", [hash]);
  });
  beforeEach(async () => {
    for (const table of [
      "authenticator_app",
      "passkey",
      "recovery_code",
      "sign_in_failure",
      "sign_in_step",
    ])
      await database.query(`DELETE FROM ${table}`);
  });
  afterAll(async () => {
    vi.useRealTimers();
    await database.close();
  });

  const owner = () => ground.now("owner");
  const setUp = async () => {
    const { secret, setup, qr } = await beginOwnApp(await owner(), { current: password });
    const { codes } = await confirmOwnApp(await owner(), { setup, code: codeOf(secret, -1) });
    return { secret, setup, qr, codes: codes ?? [] };
  };
  const addOne = async (passkey: TestPasskey, manner?: Manner) => {
    const { challenge } = await beginOwnPasskey(await owner(), { current: password });
    return addOwnPasskey(await owner(), {
      name: "Laptop",
      passkey: passkey.registered(challenge, manner),
    });
  };
  const epochOf = async (id: string) =>
    (
      await database.query<{ epoch: number }>(
        "SELECT session_epoch AS epoch FROM member WHERE id = $1",
        [id],
      )
    )[0]?.epoch ?? 0;

  it("needs a password and a code to set an app up and to remove it", async () => {
    const { id } = ground.people.owner;
    const elsewhere = { memberId: id, sessionId: await beginSession(id, await epochOf(id)) };
    await expect(beginOwnApp(await owner(), { current: "not it" })).rejects.toMatchObject({
      problems: [{ pointer: "/current" }],
    });
    const begun = await beginOwnApp(await owner(), { current: password });
    expect(begun.qr).toMatch(/^data:image\/svg\+xml;base64,/);
    await expect(
      confirmOwnApp(await owner(), { setup: begun.setup, code: "000000" }),
    ).rejects.toMatchObject({
      problems: [{ pointer: "/code" }],
    });
    for (const setup of ["AQ==", begun.setup.slice(8), "no base64"])
      await expect(
        confirmOwnApp(await owner(), { setup, code: codeOf(begun.secret) }),
      ).rejects.toThrow("The setup expired");
    await expect(
      confirmOwnApp(await ground.now("second"), { setup: begun.setup, code: codeOf(begun.secret) }),
    ).rejects.toThrow("The setup expired");
    expect(await database.query("SELECT 1 FROM authenticator_app")).toEqual([]);

    const { secret, setup, codes } = await setUp();
    expect(codes).toHaveLength(10);
    // The setup that the browser stores works once.
    await expect(confirmOwnApp(await owner(), { setup, code: codeOf(secret) })).rejects.toThrow(
      "The setup expired",
    );
    await expect(beginOwnApp(await owner(), { current: password })).rejects.toThrow("already");
    expect(await memberOfSession(elsewhere, true)).toBeUndefined();
    const [row] = await database.query<{ sealed: Uint8Array }>(
      "SELECT sealed FROM authenticator_app",
    );
    expect(Buffer.from(row?.sealed ?? []).toString("latin1")).not.toContain(
      secret.replaceAll(" ", ""),
    );
    const answers = JSON.stringify([
      await listOwnFactors(await owner(), {}),
      await eventsOf(database, null),
    ]);
    for (const never of [secret, secret.replaceAll(" ", ""), ...codes])
      expect(answers).not.toContain(never);

    await expect(
      removeOwnApp(await owner(), { current: password, code: "" }),
    ).rejects.toMatchObject({ problems: [{ pointer: "/code" }] });
    await expect(
      removeOwnApp(await owner(), { current: "not it", code: codeOf(secret) }),
    ).rejects.toMatchObject({
      problems: [{ pointer: "/current" }],
    });
    // The code that confirmed the app is used up.
    await expect(
      removeOwnApp(await owner(), { current: password, code: codeOf(secret, -1) }),
    ).rejects.toThrow("Wrong code");
    await removeOwnApp(await owner(), { current: password, code: codeOf(secret) });
    expect(await listOwnFactors(await owner(), {})).toMatchObject({ appSince: null, codesLeft: 0 });
    for (const action of ["ownApp.confirm", "ownApp.remove"] as const)
      expect(await eventsOf(database, null, action)).toHaveLength(1);
  });

  it("makes new recovery codes for a code, and pauses who guesses one in an open session", async () => {
    const { codes } = await setUp();
    const again = (code: string) =>
      owner().then((as) => renewRecoveryCodes(as, { current: password, code }));
    const { codes: next } = await again(codes[0] ?? "");
    expect(new Set([...codes, ...next]).size).toBe(20);
    await expect(again(codes[1] ?? "")).rejects.toThrow("Wrong code");
    await ageTries(database);
    // Passes, and sets the pause.
    await expect(again("000000")).rejects.toThrow("Wrong code");
    await expect(again(next[0] ?? "")).rejects.toThrow("Too many wrong codes");
  });

  it("stores a passkey that answers the challenge, once, and none from another origin", async () => {
    const passkey = new TestPasskey();
    for (const manner of [{ origin: "https://evil.example" }, { rpID: "evil.example" }])
      await expect(addOne(passkey, manner)).rejects.toThrow("not accepted");
    const { challenge } = await beginOwnPasskey(await owner(), { current: password });
    await expect(
      addOwnPasskey(await ground.now("second"), {
        name: "x",
        passkey: passkey.registered(challenge),
      }),
    ).rejects.toThrow("not accepted");
    await expect(addOwnPasskey(await owner(), { name: "x", passkey: "{}" })).rejects.toThrow(
      "not accepted",
    );
    // It was asked for once.
    await expect(
      addOwnPasskey(await owner(), { name: "x", passkey: passkey.registered(challenge) }),
    ).rejects.toThrow("not accepted");
    expect((await addOne(passkey)).codes).toHaveLength(10);
    await expect(addOne(passkey)).rejects.toThrow("already registered");
    const late = await beginOwnPasskey(await owner(), { current: password });
    await database.query("UPDATE session SET challenge_until = now()");
    await expect(
      addOwnPasskey(await owner(), {
        name: "x",
        passkey: new TestPasskey().registered(late.challenge),
      }),
    ).rejects.toThrow("the attempt expired");
    const [row] = (await listOwnFactors(await owner(), {})).passkeys;
    await renameOwnPasskey(await owner(), { id: row?.id ?? "", name: "Desk" });
    await expect(
      renameOwnPasskey(await ground.now("second"), { id: row?.id ?? "", name: "Mine" }),
    ).rejects.toThrow("This passkey was removed");
    const { challenge: removalChallenge } = await askOwnPasskey(await owner(), {});
    const proof = { current: password, code: "", passkey: passkey.signed(removalChallenge) };
    await removeOwnPasskey(await owner(), { ...proof, id: row?.id ?? "" });
    expect(await listOwnFactors(await owner(), {})).toMatchObject({ passkeys: [], codesLeft: 0 });
  });

  it("signs in with a verified passkey that answers its own challenge", async () => {
    const passkey = new TestPasskey();
    await addOne(passkey);
    const { id } = ground.people.owner;
    const passkeyStep = async (step?: string) => {
      const cookie =
        step ??
        stepCookie((await askForPasskey(null, "192.0.2.1"))?.token ?? "").split(";", 1)[0] ??
        "";
      return {
        cookie,
        challenge: (await askForPasskey(cookie, "192.0.2.1"))?.options.challenge ?? "",
      };
    };
    const take = async (cookieHeader: string, answer: string) => {
      const result = await takeStep({
        cookieHeader,
        proof: { passkey: answer },
        client: "192.0.2.1",
        device: undefined,
      });
      return result.ok ? result.session.memberId : result.reason;
    };
    const step = async (who: string) =>
      stepCookie(await openStep("192.0.2.1", { id: who, epoch: await epochOf(who) })).split(
        ";",
        1,
      )[0];

    for (const manner of [
      { verified: false },
      { origin: "https://evil.example" },
      { rpID: "evil.example" },
    ]) {
      const { cookie, challenge } = await passkeyStep();
      expect([manner, await take(cookie, passkey.signed(challenge, manner))]).toEqual([
        manner,
        "passkey",
      ]);
    }
    const first = await passkeyStep();
    const second = await passkeyStep();
    expect(await take(first.cookie, passkey.signed(second.challenge))).toBe("passkey");
    // What was asked is asked once.
    expect(await take(first.cookie, passkey.signed(first.challenge))).toBe("expired");
    expect(await take(second.cookie, passkey.signed(second.challenge, { counter: 5 }))).toBe(id);
    const cloned = await passkeyStep();
    expect(await take(cloned.cookie, passkey.signed(cloned.challenge, { counter: 5 }))).toBe(
      "passkey",
    );
    passkey.counter = 6;

    // As the second step it need not verify anybody: the password did. Another member's step it is
    // not.
    const own = await passkeyStep(await step(id));
    expect(await take(own.cookie, passkey.signed(own.challenge, { verified: false }))).toBe(id);
    passkey.counter = 7;
    const others = await passkeyStep(await step(ground.people.second.id));
    expect(await take(others.cookie, passkey.signed(others.challenge))).toBe("passkey");
    const elsewhere = await passkeyStep();
    await database.query(
      `INSERT INTO sign_on_connection (id, name, issuer, client_id, secret_sealed, domains, enforced) VALUES ($1, 'Acme', 'https://id.example', 'c', '', '{example.com}', true)`,
      [newId()],
    );
    expect(await take(elsewhere.cookie, passkey.signed(elsewhere.challenge))).toBe("signOn");
    await database.query("DELETE FROM sign_on_connection");
    passkey.counter = 8;
    const disabled = await passkeyStep();
    await database.query("UPDATE member SET disabled_at = now() WHERE id = $1", [id]);
    expect(await take(disabled.cookie, passkey.signed(disabled.challenge))).toBe("passkey");
    await database.query("UPDATE member SET disabled_at = NULL");
  });

  it("shows owners who has one, and an owner of the installation takes it from who lost theirs", async () => {
    await setUp();
    const seen = async (who: "root" | "second") => {
      const { rows } = await listMembers(await ground.now(who), { serviceId: ground.shop });
      return Object.fromEntries(rows.map(({ name, secondFactor }) => [name, secondFactor]));
    };
    expect(await seen("root")).toEqual({
      root: false,
      owner: true,
      second: false,
      marketer: false,
    });
    expect(Object.values(await seen("second"))).toEqual([null, null, null, null]);
    const { id, session } = ground.people.owner;
    await expect(resetSecondFactor(await owner(), { id: ground.people.second.id })).rejects.toThrow(
      "Only an owner of this installation",
    );
    await expect(
      resetSecondFactor(await ground.now("root"), { id: ground.people.root.id }),
    ).rejects.toThrow("your own");
    await resetSecondFactor(await ground.now("root"), { id: ground.people.second.id });
    await resetSecondFactor(await ground.now("root"), { id });
    expect(await memberOfSession(session, true)).toBeUndefined();
    for (const table of ["authenticator_app", "passkey", "recovery_code"])
      expect(await database.query(`SELECT 1 FROM ${table}`)).toEqual([]);
    expect(
      (await eventsOf(database, null, "secondFactor.reset")).map(({ snapshot }) => snapshot),
    ).toEqual([{ email: "owner@example.com" }]);
  });
});
