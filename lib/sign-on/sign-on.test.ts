import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { memberOfCookie } from "@/lib/auth/cookie-session";
import { sessionsOf } from "@/lib/auth/sessions";
import { signIn } from "@/lib/auth/sign-in";
import { config } from "@/lib/config/config";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { disableMember } from "@/lib/directory/member/disable";
import { peopleOf } from "@/lib/directory/member/testing";
import type { Role } from "@/lib/policy/roles";
import { eventsOf } from "@/lib/verb/testing";
import { startOpenIdProvider, type OpenIdProvider } from "@/tests/openid-provider.mjs";
import { redirectUriOf, type Connection } from "./connection";
import { saveConnection } from "./save";
import { TestBrowser, connectionInput } from "./testing";

const place = (role: Role) => ({ role, maySend: false, mayApprove: false });
const refused = (url: URL) => url.searchParams.get("refused");

describe("single sign-on", () => {
  let database: Database;
  let provider: OpenIdProvider;
  let ground: Awaited<ReturnType<typeof peopleOf>>;
  const id = newId();
  const save = async (overrides: Partial<Connection> = {}) =>
    saveConnection(await ground.now("root"), connectionInput(id, provider, overrides));
  const memberOf = async (browser: TestBrowser) => memberOfCookie(browser.cookie, true);
  const linked = () =>
    database.query<{ subject: string; email: string }>(
      "SELECT a.subject, m.email FROM sign_on_account a JOIN member m ON m.id = a.member_id ORDER BY a.subject",
    );

  beforeAll(async () => {
    database = await openTestDatabase();
    ground = await peopleOf(database);
    provider = await startOpenIdProvider({});
    config().PROVIDER_ALLOW.splice(0, Infinity, "127.0.0.1");
    provider.allow(redirectUriOf(id));
  });
  afterEach(async () => {
    provider.people.clear();
    provider.useForeignKeys(false);
    await database.query("DELETE FROM sign_on_account");
    await database.query("DELETE FROM member WHERE password_hash = '' AND id <> ALL($1)", [
      Object.values(ground.people).map((one) => one.id),
    ]);
  });
  afterAll(async () => {
    config().PROVIDER_ALLOW.splice(0);
    await provider.stop();
    await database.close();
  });

  it("signs a new person in by group: with an account, roles and a session like any other", async () => {
    await save({
      groups: [{ group: "marketing", serviceId: ground.shop, ...place("marketer"), maySend: true }],
    });
    provider.people.set("u1", {
      email: "Grace@Example.com",
      email_verified: true,
      name: "Grace Hopper",
      groups: ["marketing", "x"],
    });
    const browser = new TestBrowser();
    const to = await browser.signOn(id, "u1", { next: "/messages?a=1" });
    expect(to.pathname + to.search).toBe("/messages?a=1");
    const grace = await memberOf(browser);
    expect(grace).toMatchObject({
      email: "grace@example.com",
      name: "Grace Hopper",
      installationOwner: false,
      services: { [ground.shop]: { role: "marketer", maySend: true, mayApprove: false } },
    });
    expect(await sessionsOf(database, grace?.id ?? "")).toMatchObject([
      { id: grace?.sessionId, userAgent: "Mozilla/5.0 Test" },
    ]);
    expect(await linked()).toEqual([{ subject: "u1", email: "grace@example.com" }]);
    expect(await eventsOf(database, null, "connection.link")).toMatchObject([
      {
        actorKind: "job",
        snapshot: { email: "grace@example.com", connection: "Acme", newAccount: true },
      },
    ]);
    const wrong = await signIn({
      email: "grace@example.com",
      password: "anything at all",
      client: "203.0.113.1",
      device: undefined,
    });
    expect(wrong).toMatchObject({ ok: false, reason: "wrong" });
  });

  it("links an account that exists by a verified address of its domains, and by the subject from then on", async () => {
    await save();
    const browser = new TestBrowser();
    provider.people.set("m1", { email: "marketer@example.com", email_verified: true });
    await browser.signOn(id, "m1");
    expect((await memberOf(browser))?.id).toBe(ground.people.marketer.id);
    // Another address changes nothing, nor do groups where none are mapped.
    provider.people.set("m1", { email: "banker@example.com", email_verified: true, groups: ["x"] });
    const again = new TestBrowser();
    await again.signOn(id, "m1");
    expect(await memberOf(again)).toMatchObject({
      id: ground.people.marketer.id,
      services: { [ground.shop]: { role: "marketer" } },
    });
  });

  it.each([
    [
      "an address that is not verified",
      { email: "owner@example.com", email_verified: false },
      "unverified",
    ],
    ["an address of which nothing is said", { email: "owner@example.com" }, "unverified"],
    [
      "an address of another domain",
      { email: "owner@example.org", email_verified: true },
      "domain",
    ],
    [
      "an address of a domain below",
      { email: "owner@a.example.com", email_verified: true },
      "domain",
    ],
    [
      "an address that only ends alike",
      { email: "owner@badexample.com", email_verified: true },
      "domain",
    ],
    ["no address", { name: "Nobody" }, "email"],
    [
      "no address that can be one",
      { email: "owner@example.com, x@evil.test", email_verified: true },
      "email",
    ],
    [
      "a user without an invitation",
      { email: "stranger@example.com", email_verified: true, groups: ["x"] },
      "uninvited",
    ],
  ])("links no account to %s", async (_, claims, reason) => {
    await save();
    provider.people.set("x1", claims);
    const browser = new TestBrowser();
    expect(refused(await browser.signOn(id, "x1"))).toBe(reason);
    expect(await memberOf(browser)).toBeUndefined();
    expect(await linked()).toEqual([]);
  });

  it("takes addresses that are not verified from an issuer that is trusted", async () => {
    await save({ trustsEmails: true });
    provider.people.set("m2", { email: "marketer@example.com" });
    const browser = new TestBrowser();
    await browser.signOn(id, "m2");
    expect((await memberOf(browser))?.id).toBe(ground.people.marketer.id);
  });

  it("gives an address that is linked to no other member, whichever identity has it now", async () => {
    await save();
    provider.people.set("old", { email: "second@example.com", email_verified: true });
    await new TestBrowser().signOn(id, "old");
    provider.people.set("new", { email: "second@example.com", email_verified: true });
    const browser = new TestBrowser();
    expect(refused(await browser.signOn(id, "new"))).toBe("other");
    expect(await linked()).toEqual([{ subject: "old", email: "second@example.com" }]);
  });

  it("makes the account of an invited person, and uses the invitation up", async () => {
    await save();
    await ground.invite("invited@example.com", "marketer");
    provider.people.set("i1", { email: "invited@example.com", email_verified: true });
    const browser = new TestBrowser();
    await browser.signOn(id, "i1");
    expect(await memberOf(browser)).toMatchObject({
      name: "invited",
      services: { [ground.shop]: { role: "marketer", mayApprove: true } },
    });
    expect(
      await database.query("SELECT 1 FROM invitation WHERE email = 'invited@example.com'"),
    ).toEqual([]);
  });

  it("keeps out who is disabled, linked or not", async () => {
    await save();
    const { id: memberId } = ground.people.second;
    provider.people.set("d1", { email: "second@example.com", email_verified: true });
    await new TestBrowser().signOn(id, "d1");
    await disableMember(await ground.now("root"), { id: memberId, disabled: true });
    const browser = new TestBrowser();
    expect(refused(await browser.signOn(id, "d1"))).toBe("disabled");
    await database.query("DELETE FROM sign_on_account");
    expect(refused(await browser.signOn(id, "d1"))).toBe("disabled");
    expect(await memberOf(browser)).toBeUndefined();
    await disableMember(await ground.now("root"), { id: memberId, disabled: false });
  });

  it("sets roles by groups at each sign-in, and leaves the last owner", async () => {
    const groups = [
      { group: "viewers", serviceId: ground.shop, ...place("viewer") },
      { group: "owners", serviceId: ground.shop, ...place("owner") },
    ];
    await save({ groups });
    provider.people.set("r1", {
      email: "role@example.com",
      email_verified: true,
      groups: ["viewers", "owners"],
    });
    const browser = new TestBrowser();
    const now = async (groupNames: string[] | undefined) => {
      provider.people.set("r1", {
        email: "role@example.com",
        email_verified: true,
        ...(groupNames && { groups: groupNames }),
      });
      await browser.signOn(id, "r1");
      return (await memberOf(browser))?.services;
    };
    expect(await now(["viewers", "owners"])).toMatchObject({ [ground.shop]: { role: "owner" } });
    const { id: memberId } = (await memberOf(browser)) ?? { id: "" };
    await database.query(
      "INSERT INTO membership (member_id, service_id, role) VALUES ($1, $2, 'viewer')",
      [memberId, ground.bank],
    );
    expect(await now(["viewers"])).toMatchObject({
      [ground.shop]: { role: "viewer" },
      [ground.bank]: { role: "viewer" },
    });
    expect(Object.keys((await now(undefined)) ?? {})).toEqual([ground.bank]);
    expect(await now(["owners"])).toMatchObject({ [ground.shop]: { role: "owner" } });
    await database.query("UPDATE membership SET role = 'viewer' WHERE member_id = $1", [
      ground.people.owner.id,
    ]);
    expect(await now([])).toMatchObject({ [ground.shop]: { role: "owner" } });
    await database.query("UPDATE membership SET role = 'owner' WHERE member_id = $1", [
      ground.people.owner.id,
    ]);
    const events = await database.query<{ action: string }>(
      "SELECT action FROM audit_event WHERE entity_id = $1 AND service_id = $2 ORDER BY seq",
      [memberId, ground.shop],
    );
    expect(events.map(({ action }) => action)).toEqual([
      "member.change",
      "member.change",
      "member.remove",
      "member.change",
    ]);
  });
});
