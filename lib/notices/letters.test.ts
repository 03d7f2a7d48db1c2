import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { hashPassword } from "@/lib/auth/password";
import { beginSession, memberOfSession } from "@/lib/auth/sessions";
import { signIn } from "@/lib/auth/sign-in";
import { config } from "@/lib/config/config";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { changePassword } from "@/lib/directory/member/change-self";
import { disableMember } from "@/lib/directory/member/disable";
import { createResetLink, openReset, setNewPassword } from "@/lib/directory/member/reset";
import { peopleOf } from "@/lib/directory/member/testing";
import { expectLogged } from "@/lib/log/testing";
import { closeMail } from "@/lib/outbound/mail";
import { onBehalfOf } from "@/lib/verb/client";
import { eventsOf } from "@/lib/verb/testing";
import { askForLink, startLetters } from "./letters";
import { testMailServer } from "./testing";

const password = "a long enough one";
const email = "second@example.com";

describe("letters about accounts", () => {
  let database: Database;
  let people: Awaited<ReturnType<typeof peopleOf>>["people"];
  let now: Awaited<ReturnType<typeof peopleOf>>["now"];
  let network: () => string;
  let mail: Awaited<ReturnType<typeof testMailServer>>;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    database = await openTestDatabase();
    ({ people, now, network } = await peopleOf(database));
    mail = await testMailServer(["marketer@example.com"]);
    config().SMTP_URL = mail.url;
    config().SMTP_FROM = "clarion@example.com";
    stop = startLetters();
  }, 120_000);
  afterAll(async () => {
    await stop();
    delete config().SMTP_URL;
    delete config().SMTP_FROM;
    closeMail();
    await mail.stop();
    await database.close();
  }, 60_000);
  beforeEach(async () => {
    await quiet();
    mail.letters.length = 0;
    for (const table of ["sign_in_failure", "password_reset", "sign_on_connection"])
      await database.query(`DELETE FROM ${table}`);
  });

  /** Until every letter was sent, or dropped. */
  const quiet = () =>
    vi.waitFor(async () => expect(await database.query("SELECT 1 FROM job")).toEqual([]), 60_000);
  /** As its lines were before they were folded for the way. */
  const letterText = (letter: { raw: string } | undefined) =>
    letter?.raw.replaceAll("=\r\n", "") ?? "";
  const tokenOf = (letter: { raw: string } | undefined) =>
    /\/reset\/([\w-]{43})/.exec(letterText(letter))?.[1] ?? "";
  const ask = async (address = email) => {
    await onBehalfOf("192.0.2.7", () => askForLink({ email: address }, network()));
    await quiet();
    return tokenOf(mail.letters.at(-1));
  };
  const enforce = () =>
    database.query(
      `INSERT INTO sign_on_connection (id, name, issuer, client_id, domains, enforced, break_glass_id, secret_sealed)
       VALUES ($1, 'Acme', 'https://idp.example', 'c', '{example.com}', true, $2, ''::bytea)`,
      [newId(), people.root.id],
    );

  it("sends a link that works once, for half an hour", async () => {
    const session = {
      ...people.second.session,
      sessionId: await beginSession(people.second.id, 0),
    };
    const [first, token] = [await ask(), await ask(" Second@Example.com ")];
    expect(mail.letters.map(({ to }) => to)).toEqual([[email], [email]]);
    expect(letterText(mail.letters[0])).toContain(`${config().ORIGIN}/reset/`);
    const [{ minutes } = { minutes: 0 }] = await database.query<{ minutes: number }>(
      "SELECT extract(epoch FROM expires_at - created_at)::int / 60 AS minutes FROM password_reset",
    );
    expect(minutes).toBe(30);
    await expect(setNewPassword({ token: first, password }, network())).rejects.toThrow(
      /^This link was used/,
    );
    expect(await openReset(token, network())).toEqual({ email });
    await onBehalfOf("192.0.2.9", () => setNewPassword({ token, password }, network()));
    await expect(setNewPassword({ token, password }, network())).rejects.toThrow(
      /^This link was used/,
    );
    expect(await memberOfSession(session, true)).toBeUndefined();
    expect((await signIn({ email, password, client: network(), device: undefined })).ok).toBe(true);
    await quiet();
    expect(mail.letters).toHaveLength(3);
    expect(mail.letters[2]?.raw).toMatch(/^Subject: \[Clarion\] Your password was changed\r$/m);
    expect(letterText(mail.letters[2])).toContain("192.0.2.9");
    const links = await eventsOf(database, null, "resetLink.mail");
    const resets = await eventsOf(database, null, "password.reset");
    const events = [...links, ...resets];
    expect(events.map(({ snapshot }) => snapshot)).toEqual([
      { email },
      { email },
      { email, mailed: true },
    ]);
    expect(JSON.stringify([events, await database.query("SELECT data FROM job")])).not.toContain(
      token,
    );
  });

  it("leaves an owner’s link as it is until there is a new password", async () => {
    const owners =
      (await createResetLink(await now("root"), { id: people.second.id })).url.split("/").at(-1) ??
      "";
    const mailed = await ask();
    expect(await openReset(owners, network())).toEqual({ email });
    await createResetLink(await now("root"), { id: people.second.id });
    expect(await openReset(mailed, network())).toEqual({ email });
    await setNewPassword({ token: mailed, password }, network());
    expect(await database.query("SELECT 1 FROM password_reset")).toEqual([]);
  });

  it("answers the same for every address, and writes to active members alone", async () => {
    await disableMember(await now("root"), { id: people.banker.id, disabled: true });
    for (const address of ["nobody@example.com", "banker@example.com"])
      expect(await ask(address)).toBe("");
    await disableMember(await now("root"), { id: people.banker.id, disabled: false });
    expect(mail.letters).toEqual([]);
    await expect(askForLink({ email: "not one" }, network())).rejects.toMatchObject({
      problems: [{ pointer: "/email" }],
    });
  });

  it("writes to members of single sign-on alone that there is no password", async () => {
    const before = await ask();
    await enforce();
    await ask();
    expect(mail.letters).toHaveLength(2);
    expect(letterText(mail.letters[1])).toContain("signs in with Acme");
    expect(letterText(mail.letters[1])).not.toContain("/reset/");
    expect(await openReset(before, network())).toBeUndefined();
    await expect(setNewPassword({ token: before, password }, network())).rejects.toThrow(
      /^This link was used/,
    );
    await expect(createResetLink(await now("root"), { id: people.second.id })).rejects.toThrow(
      "signs in with Acme",
    );
    // The one who may sign in by password all the same.
    expect(await ask("root@example.com")).not.toBe("");
  });

  it("pauses a client that asks often, by address and by network, for any account", async () => {
    const [once, many] = [network(), network()];
    const paused = async (address: string, client: string) =>
      askForLink({ email: address }, client).then(
        () => false,
        (error: Error) => /Try again in \d+ seconds/.test(error.message),
      );
    for (const address of ["nobody@example.com", email]) {
      const tries = [];
      for (let n = 0; n < 5; n++) tries.push(await paused(address, network()));
      expect(tries).toEqual([false, false, false, false, true]);
    }
    const tries = [];
    for (let n = 0; n < 12; n++) tries.push(await paused(`stranger${n}@example.com`, many));
    expect(tries.indexOf(true)).toBe(11);
    expect(await paused("somebody@example.com", once)).toBe(false);
    await quiet();
  });

  it("tries a refused e-mail again for half an hour", async () => {
    expectLogged(/a job failed and will be tried again|could not be sent for half an hour/);
    const before = (await eventsOf(database, null, "resetLink.mail")).length;
    await askForLink({ email: "marketer@example.com" }, network());
    await vi.waitFor(
      async () =>
        expect(await database.query("SELECT 1 FROM job WHERE failures > 0")).toHaveLength(1),
      60_000,
    );
    const [{ error } = { error: "" }] = await database.query<{ error: string }>(
      "SELECT last_error AS error FROM job",
    );
    expect(error).toMatch(/The mail server does not accept e-mail/);
    expect(error).not.toContain("marketer@example.com");
    await database.query(
      "UPDATE job SET next_at = now(), data = jsonb_set(data, '{at}', to_jsonb(to_char(now() AT TIME ZONE 'UTC' - interval '31 minutes', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')))",
    );
    await quiet();
    expect(await eventsOf(database, null, "resetLink.mail")).toHaveLength(before);
  });

  it("confirms a password that was changed under Account, too", async () => {
    await database.query("UPDATE member SET password_hash = $2 WHERE id = $1", [
      people.owner.id,
      await hashPassword(password),
    ]);
    await changePassword(await now("owner"), { current: password, password: "another long one" });
    await quiet();
    expect(mail.letters.map(({ to }) => to)).toEqual([["owner@example.com"]]);
  });

  it("sends nothing where no mail server is set", async () => {
    const { SMTP_URL } = config();
    delete config().SMTP_URL;
    try {
      await expect(askForLink({ email }, network())).rejects.toThrow("Ask an owner for a link.");
    } finally {
      config().SMTP_URL = SMTP_URL;
    }
  });
});
