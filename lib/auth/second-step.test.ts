import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { database as current, type Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { deviceOf, rememberDevice, type KnownDevice } from "./device-cookie";
import { hashPassword } from "./password";
import { giveRecoveryCodes } from "./recovery-codes";
import { factorsOf, keepAuthenticator } from "./second-factor";
import { leaveStep, takeStep, waitingFactors, type StepTaken } from "./second-step";
import { endSessionsOf, memberOfSession } from "./sessions";
import { signIn, type SignInResult } from "./sign-in";
import { openStep, openStepOf, stepCookie } from "./sign-in-steps";
import { ageTries } from "./testing";
import { newTotpSecret } from "./totp";

const ada = "00000000-0000-4000-8000-000000000001";
const eve = "00000000-0000-4000-8000-000000000002";
const password = "correct horse battery";
const own = "198.51.100.1";
const secret = newTotpSecret();

const totp = new TOTP({ secret: Secret.fromBase32(secret) });
/** The code so many steps from now. */
const code = (steps = 0) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
const reason = (result: SignInResult) => (result.ok ? "in" : result.reason);

describe("the second step of signing in", () => {
  let database: Database;
  let codes: string[] = [];

  beforeAll(async () => {
    database = await openTestDatabase();
    // No test is at the end of one step of codes and in the next.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const hash = await hashPassword(password);
    for (const [id, email] of [
      [ada, "ada@example.com"],
      [eve, "eve@example.com"],
    ])
      await database.query(
        "INSERT INTO member (id, email, name, password_hash) VALUES ($1, $2, 'Somebody', $3)",
        [id, email, hash],
      );
  });
  beforeEach(async () => {
    for (const table of ["sign_in_failure", "sign_in_step", "recovery_code", "session"])
      await database.query(`DELETE FROM ${table}`);
    await database.query("UPDATE member SET disabled_at = NULL, session_epoch = 0");
    await database.transaction(async (tx) => {
      for (const id of [ada, eve]) await keepAuthenticator(tx, id, secret, 0);
      codes = await giveRecoveryCodes(tx, ada);
    });
  });
  afterAll(async () => {
    vi.useRealTimers();
    await database.close();
  });

  const cookieOf = (token: string) => stepCookie(token).split(";", 1)[0] ?? "";
  /** The cookie of who gave the right password. */
  const byPassword = async (id = ada) => {
    const [row] = await database.query<{ epoch: number }>(
      "SELECT session_epoch AS epoch FROM member WHERE id = $1",
      [id],
    );
    return cookieOf(await openStep(own, { id, epoch: row?.epoch ?? 0 }));
  };
  const step = (
    cookieHeader: string | null,
    proof: StepTaken["proof"],
    more: Partial<StepTaken> = {},
  ) => takeStep({ cookieHeader, proof, client: own, device: undefined, ...more });

  it("is all that a right password is worth to who has a second factor", async () => {
    const result = await signIn({
      email: "ada@example.com",
      password,
      client: own,
      device: undefined,
    });
    if (result.ok || result.reason !== "second")
      throw new Error(`not the second step: ${reason(result)}`);
    const cookie = cookieOf(result.token);
    expect(await database.query("SELECT 1 FROM session")).toEqual([]);
    expect(await waitingFactors(cookie)).toEqual({ app: true, passkeys: false });
    expect(await factorsOf(current(), ada)).toEqual({ app: true, passkeys: false });
    const [row] = await database.query<{ hash: Uint8Array }>(
      "SELECT token_hash AS hash FROM sign_in_step",
    );
    expect(Buffer.from(row?.hash ?? []).toString("base64url")).not.toBe(cookie.split("=")[1]);
    const wrong = await signIn({
      email: "ada@example.com",
      password: "wrong",
      client: own,
      device: undefined,
    });
    expect(reason(wrong)).toBe("wrong");
  });

  it.each([0, 1, -1])("takes the code of %d steps from now, once", async (steps) => {
    const cookie = await byPassword();
    const now = code(steps);
    const result = await step(cookie, { code: now });
    if (!result.ok) throw new Error(reason(result));
    expect(await memberOfSession(result.session, true)).toMatchObject({ id: ada });
    // The sign-in is over, and another one accepts neither this code again nor an earlier one.
    expect(reason(await step(cookie, { code: now }))).toBe("expired");
    const again = await byPassword();
    expect(reason(await step(again, { code: now }))).toBe("code");
    expect(reason(await step(again, { code: code(steps - 1) }))).toBe("code");
  });

  it("takes no code from further away, and keeps waiting after a wrong one", async () => {
    const cookie = await byPassword();
    for (const steps of [-3, 3])
      expect(reason(await step(cookie, { code: code(steps) }))).toBe("code");
    expect(reason(await step(cookie, { code: "no code at all" }))).toBe("code");
    expect(reason(await step(cookie, {}))).toBe("code");
    expect(reason(await step(cookie, { passkey: "{}" }))).toBe("expired");
    expect(reason(await step(cookie, { code: ` ${code().slice(0, 3)} ${code().slice(3)} ` }))).toBe(
      "in",
    );
  });

  it("lets one of many in who use one code at once, or one recovery code", async () => {
    for (const proof of [code(), codes[0] ?? ""]) {
      const cookies = await Promise.all(Array.from({ length: 4 }, () => byPassword()));
      const results = await Promise.all(cookies.map((cookie) => step(cookie, { code: proof })));
      expect(results.map(reason).filter((result) => result === "in")).toHaveLength(1);
      const same = await byPassword();
      const both = await Promise.all(codes.slice(1, 3).map((one) => step(same, { code: one })));
      expect(both.map(reason).toSorted()).toEqual(["expired", "in"]);
      await database.query("DELETE FROM sign_in_failure");
      codes.splice(1, 2);
    }
  });

  it("takes each recovery code once, however it is written, and from its member alone", async () => {
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    const [first = "", second = ""] = codes;
    expect(first).toMatch(/^([A-HJ-NP-Z2-9]{4}-){2}[A-HJ-NP-Z2-9]{4}$/);
    expect(reason(await step(await byPassword(eve), { code: first }))).toBe("code");
    expect(
      reason(await step(await byPassword(), { code: first.toLowerCase().replaceAll("-", " ") })),
    ).toBe("in");
    expect(reason(await step(await byPassword(), { code: first }))).toBe("code");
    expect(reason(await step(await byPassword(), { code: second }))).toBe("in");
    expect(await database.query("SELECT 1 FROM recovery_code")).toHaveLength(8);
    const storedHashes = JSON.stringify(
      await database.query("SELECT encode(hash, 'escape') AS hash FROM recovery_code"),
    );
    expect(storedHashes).not.toContain(codes[2] ?? "-");
  });

  it("belongs to one member's cookie for ten minutes at most", async () => {
    for (const cookie of [
      null,
      "",
      "clarion.step=",
      `clarion.step=${"A".repeat(43)}`,
      "clarion.step=' OR true --",
    ])
      expect([cookie, reason(await step(cookie, { code: code() }))]).toEqual([cookie, "expired"]);
    const passkeyAlone = cookieOf(await openStep(own));
    expect(reason(await step(passkeyAlone, { code: code() }))).toBe("expired");
    const ofEve = await step(await byPassword(eve), { code: code() });
    expect(ofEve.ok && ofEve.session.memberId).toBe(eve);

    const late = await byPassword();
    await database.query("UPDATE sign_in_step SET expires_at = now()");
    expect(reason(await step(late, { code: code() }))).toBe("expired");
    const ended = await byPassword();
    await database.transaction((tx) => endSessionsOf(tx, ada));
    expect(reason(await step(ended, { code: code() }))).toBe("expired");
    const disabled = await byPassword();
    await database.query("UPDATE member SET disabled_at = now() WHERE id = $1", [ada]);
    expect(reason(await step(disabled, { code: code() }))).toBe("expired");
    await database.query("UPDATE member SET disabled_at = NULL");
    const left = await byPassword();
    await leaveStep(left);
    expect(await openStepOf(left)).toBeUndefined();
    expect(reason(await step(await byPassword(), { code: code() }))).toBe("in");
  });

  it("pauses guesses, but no remembered device and no recovery code", async () => {
    const device: KnownDevice | undefined = await deviceOf(
      (await rememberDevice(undefined, ada, 0)).split(";", 1)[0] ?? "",
    );
    const cookie = await byPassword();
    const guess = (client: string) => step(cookie, { code: "000000" }, { client });
    for (let n = 0; n < 5; n += 1) expect(reason(await guess("203.0.113.9"))).toBe("code");
    // More than are free from one place, not from all together.
    await ageTries(database, 9);
    expect(reason(await guess("203.0.113.9"))).toBe("code");
    expect(reason(await guess("203.0.113.9"))).toBe("paused");
    expect(reason(await guess("203.0.114.1"))).toBe("code");
    await ageTries(database);
    expect(reason(await guess("203.0.114.2"))).toBe("code");
    expect(await guess("203.0.115.1")).toMatchObject({ reason: "paused" });
    // A right code from an unknown device changes nothing about that.
    expect(reason(await step(cookie, { code: code() }))).toBe("paused");
    expect(reason(await step(await byPassword(), { code: codes[0] }))).toBe("in");
    expect(reason(await step(await byPassword(), { code: code() }, { device }))).toBe("in");
  });

  it("keeps fifty sign-ins of a member at most", async () => {
    const first = await openStep(own, { id: ada, epoch: 0 });
    await database.query("UPDATE sign_in_step SET expires_at = expires_at - interval '1 minute'");
    for (let n = 0; n < 50; n += 1) await openStep(own, { id: ada, epoch: 0 });
    expect(await openStepOf(cookieOf(first))).toBeUndefined();
    expect(await database.query("SELECT 1 FROM sign_in_step")).toHaveLength(50);
    await database.query("UPDATE sign_in_step SET expires_at = now()");
    await openStep(own);
    expect(await database.query("SELECT 1 FROM sign_in_step")).toHaveLength(1);
  });
});
