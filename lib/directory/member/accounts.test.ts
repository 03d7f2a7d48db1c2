import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashPassword } from "@/lib/auth/password";
import { beginSession, memberOfSession } from "@/lib/auth/sessions";
import { signIn } from "@/lib/auth/sign-in";
import { ageTries } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { eventsOf } from "@/lib/verb/testing";
import { changePassword, renameSelf } from "./change-self";
import { disableMember } from "./disable";
import { listAccounts, listMembers } from "./list";
import { createResetLink, openReset, setNewPassword } from "./reset";
import { endOwnSession, listOwnSessions } from "./sessions";
import { signOutMember } from "./sign-out";
import { peopleOf, type TestPerson } from "./testing";

const dead = /^This link was used/;
const password = "a long enough one";

type Ground = Awaited<ReturnType<typeof peopleOf>>;

describe("accounts", () => {
  let database: Database;
  let shop: Ground["shop"];
  let people: Ground["people"];
  let now: Ground["now"];
  let network: Ground["network"];

  beforeAll(async () => {
    database = await openTestDatabase();
    ({ shop, people, now, network } = await peopleOf(database));
  }, 60_000);
  afterAll(() => database.close());

  it("disables and enables an account", async () => {
    const { id } = people.marketer;
    const email = "marketer@example.com";
    await database.query("UPDATE member SET password_hash = $2 WHERE id = $1", [
      id,
      await hashPassword(password),
    ]);
    const attempt = () => signIn({ email, password, client: network(), device: undefined });
    const before = await attempt();
    if (!before.ok) throw new Error("they could not sign in");
    const { url } = await createResetLink(await now("root"), { id });
    await disableMember(await now("root"), { id, disabled: true });
    expect(await memberOfSession(before.session, true)).toBeUndefined();
    expect(await attempt()).toEqual({ ok: false, reason: "wrong" });
    expect(await openReset(url.split("/").at(-1) ?? "", network())).toBeUndefined();
    await expect(createResetLink(await now("root"), { id })).rejects.toThrow("disabled");
    await disableMember(await now("root"), { id, disabled: false });
    expect(await memberOfSession(before.session, true)).toBeUndefined();
    expect((await attempt()).ok).toBe(true);
    await expect(
      disableMember(await now("root"), { id: people.root.id, disabled: true }),
    ).rejects.toThrow("your own account");
    expect(
      (await eventsOf(database, null, "member.disable")).map(({ snapshot }) => snapshot),
    ).toEqual([
      { email, disabled: true },
      { email, disabled: false },
    ]);
  });

  it("resets a password by a link that works once, for 24 hours, and ends every session", async () => {
    const root = await now("root");
    const { id, session } = people.second;
    await expect(createResetLink(root, { id: root.actor.id })).rejects.toThrow("your own password");
    const token = async () => (await createResetLink(root, { id })).url.split("/").at(-1) ?? "";
    const replaced = await token();
    const late = await token();
    await expect(setNewPassword({ token: replaced, password }, network())).rejects.toThrow(dead);
    await database.query("UPDATE password_reset SET expires_at = now()");
    await expect(setNewPassword({ token: late, password }, network())).rejects.toThrow(dead);
    const good = await token();
    const [{ hours } = { hours: 0 }] = await database.query<{ hours: number }>(
      "SELECT extract(epoch FROM expires_at - created_at)::int / 3600 AS hours FROM password_reset",
    );
    expect(hours).toBe(24);
    expect(await openReset(good, network())).toEqual({ email: "second@example.com" });
    const both = await Promise.allSettled([
      setNewPassword({ token: good, password }, network()),
      setNewPassword({ token: good, password: "another long one" }, network()),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(setNewPassword({ token: good, password }, network())).rejects.toThrow(dead);
    expect(await memberOfSession(session, true)).toBeUndefined();
    expect(JSON.stringify(await eventsOf(database, null, "password.reset"))).not.toContain(good);
  });

  it("signs a member out everywhere for an owner of the installation alone", async () => {
    const { id, session } = people.marketer;
    const [row] = await database.query<{ epoch: number }>(
      "SELECT session_epoch AS epoch FROM member WHERE id = $1",
      [id],
    );
    const elsewhere = { ...session, sessionId: await beginSession(id, row?.epoch ?? 0) };
    await expect(signOutMember(await now("owner"), { id })).rejects.toThrow(
      "Only an owner of this installation",
    );
    await expect(signOutMember(await now("root"), { id: people.root.id })).rejects.toThrow(
      "yourself",
    );
    for (const gone of ["nobody", newId()])
      await expect(signOutMember(await now("root"), { id: gone })).rejects.toThrow(
        "does not exist",
      );
    expect(await memberOfSession(elsewhere, true)).toMatchObject({ name: "marketer" });
    await signOutMember(await now("root"), { id });
    for (const one of [session, elsewhere])
      expect(await memberOfSession(one, true)).toBeUndefined();
    expect(await memberOfSession(people.root.session, true)).toMatchObject({ name: "root" });
    expect(
      (await eventsOf(database, null, "member.signOut")).map(({ snapshot }) => snapshot),
    ).toEqual([{ email: "marketer@example.com" }]);
  });

  it("changes one's own password with the present one alone, and ends the other sessions", async () => {
    const { id, session } = people.marketer;
    await database.query("UPDATE member SET password_hash = $2 WHERE id = $1", [
      id,
      await hashPassword(password),
    ]);
    const epoch = async () =>
      (
        await database.query<{ epoch: number }>(
          "SELECT session_epoch AS epoch FROM member WHERE id = $1",
          [id],
        )
      )[0]?.epoch ?? 0;
    const here = { ...session, sessionId: await beginSession(id, await epoch()) };
    const elsewhere = { ...session, sessionId: await beginSession(id, await epoch()) };
    const actor = await memberOfSession(here, true);
    if (!actor) throw new Error("signed out");
    const next = "another long one";
    await expect(
      changePassword({ actor }, { current: "not it", password: next }),
    ).rejects.toMatchObject({
      problems: [{ pointer: "/current" }],
    });
    await changePassword({ actor }, { current: password, password: next });
    expect(await eventsOf(database, null, "password.change")).toMatchObject([
      { actorId: actor.id, entityId: actor.id, snapshot: {} },
    ]);
    expect(await memberOfSession(here, true)).toMatchObject({ name: "marketer" });
    expect(await memberOfSession(elsewhere, true)).toBeUndefined();
    const attempt = (passwordTried: string) =>
      signIn({ email: actor.email, password: passwordTried, client: network(), device: undefined });
    expect(await attempt(password)).toEqual({ ok: false, reason: "wrong" });
    expect((await attempt(next)).ok).toBe(true);
    await expect(changePassword({ actor }, { current: password, password })).rejects.toMatchObject({
      problems: [{ pointer: "/current" }],
    });
    await ageTries(database);
    // This one passes, and sets the pause.
    await expect(changePassword({ actor }, { current: password, password })).rejects.toMatchObject({
      problems: [{ pointer: "/current" }],
    });
    await expect(changePassword({ actor }, { current: next, password })).rejects.toThrow(
      "Too many wrong passwords",
    );
    await renameSelf({ actor }, { name: "Mark" });
    expect(await memberOfSession(here, true)).toMatchObject({ name: "Mark" });
  });

  it("lists and ends sessions of one's own alone", async () => {
    const agent = `Mozilla/5.0\u0007 ${"x".repeat(500)}`;
    const sessionId = await beginSession(people.owner.id, 0, {
      address: "203.0.113.9",
      userAgent: agent,
    });
    const as = await now("owner");
    const mine = await listOwnSessions(as, {});
    expect(mine).toHaveLength(2);
    expect(mine.filter(({ here }) => here).map(({ id }) => id)).toEqual([
      people.owner.session.sessionId,
    ]);
    const other = mine.find(({ id }) => id === sessionId);
    expect(other).toMatchObject({ address: "203.0.113.9", here: false });
    expect(other?.browser).toBe("Unknown browser");
    expect(
      await database.query("SELECT length(user_agent) AS n FROM session WHERE id = $1", [
        sessionId,
      ]),
    ).toEqual([{ n: 200 }]);
    await endOwnSession(await now("root"), { id: sessionId });
    expect(await memberOfSession({ memberId: people.owner.id, sessionId }, true)).toBeDefined();
    await expect(endOwnSession(as, { id: people.owner.session.sessionId })).rejects.toThrow(
      "Sign out instead",
    );
    await endOwnSession(as, { id: sessionId });
    expect(await memberOfSession({ memberId: people.owner.id, sessionId }, true)).toBeUndefined();
  });

  it("lists the members of a service with the owners of the installation", async () => {
    const names = async (as: TestPerson, query: object) =>
      (await listMembers(await now(as), { serviceId: shop, ...query })).rows.map(
        ({ name }) => name,
      );
    expect(await names("owner", {})).toEqual(["Mark", "owner", "root", "second"]);
    expect(await names("owner", { sort: "-name" })).toEqual(["second", "root", "owner", "Mark"]);
    expect((await names("owner", { sort: "role" })).slice(0, 2)).toEqual(["root", "owner"]);
    expect(await names("owner", { text: "MARKETER@" })).toEqual(["Mark"]);
    expect(await names("owner", { text: "a\0b" })).toEqual([]);
    for (const sort of ["seen", "-seen", "-role"])
      expect(await names("owner", { sort })).toHaveLength(4);
    expect(await names("root", { text: "banker" })).toEqual([]);
    expect((await listAccounts(await now("root"), { text: "banker" })).rows).toMatchObject([
      { name: "banker", role: null, services: 1 },
    ]);
    const of = async (as: TestPerson) =>
      (await listMembers(await now(as), { serviceId: shop })).rows.map(({ seenAt }) => seenAt);
    expect((await of("owner")).every((at) => at !== null)).toBe(true);
    await database.query(`UPDATE membership SET role = 'viewer' WHERE member_id = $1`, [
      people.owner.id,
    ]);
    expect((await of("owner")).every((at) => at === null)).toBe(true);
    for (let n = 0; n < 60; n += 1) {
      const id = newId();
      await database.query(
        "INSERT INTO member (id, email, name, password_hash) VALUES ($1, $2, 'Same', '')",
        [id, `${id}@example.com`],
      );
      await database.query(
        "INSERT INTO membership (member_id, service_id, role) VALUES ($1, $2, 'viewer')",
        [id, shop],
      );
    }
    for (const sort of ["name", "-role", "seen"] as const) {
      const first = await listMembers(await now("root"), { serviceId: shop, sort });
      const rest = await listMembers(await now("root"), {
        serviceId: shop,
        sort,
        after: first.next ?? "",
      });
      expect([first.rows.length, rest.rows.length, first.total]).toEqual([50, 14, 64]);
      expect(new Set([...first.rows, ...rest.rows].map(({ id }) => id)).size).toBe(64);
    }
  });
});
