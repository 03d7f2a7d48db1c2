import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { memberOfCookie } from "@/lib/auth/cookie-session";
import { enforcedDomain, enforcedFor } from "@/lib/auth/enforced";
import { sessionCookie } from "@/lib/auth/next-auth";
import { hashPassword } from "@/lib/auth/password";
import { signIn } from "@/lib/auth/sign-in";
import { config } from "@/lib/config/config";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { peopleOf } from "@/lib/directory/member/testing";
import { now, setClock } from "@/lib/runtime/clock";
import { startOpenIdProvider, type OpenIdProvider } from "@/tests/openid-provider.mjs";
import { redeemOnce, spendState } from "./attempts";
import { redirectUriOf, type Connection } from "./connection";
import { listConnections, openConnection, readTried } from "./list";
import { removeConnection } from "./remove";
import { saveConnection } from "./save";
import { TestBrowser, connectionInput } from "./testing";

const refused = ({ to }: { to: string }) =>
  new URL(to, "http://console.invalid").searchParams.get("refused");
const [id, otherId] = [newId(), newId()];
const marketer = { email: "marketer@example.com", email_verified: true };

describe("single sign-on holds", () => {
  let database: Database;
  let provider: OpenIdProvider;
  let other: OpenIdProvider;
  let ground: Awaited<ReturnType<typeof peopleOf>>;
  const save = async (overrides: Partial<Connection> = {}) =>
    saveConnection(await ground.now("root"), connectionInput(id, provider, overrides));

  beforeAll(async () => {
    database = await openTestDatabase();
    ground = await peopleOf(database);
    [provider, other] = [
      await startOpenIdProvider({ m1: marketer }),
      await startOpenIdProvider({ m1: { ...marketer, email: "banker@example.org" } }),
    ];
    config().PROVIDER_ALLOW.splice(0, Infinity, "127.0.0.1");
    provider.allow(redirectUriOf(id));
    other.allow(redirectUriOf(otherId));
    // Some providers let any address of a client in.
    other.allow(redirectUriOf(id));
    await save();
    await saveConnection(await ground.now("root"), {
      ...connectionInput(otherId, other, { name: "Other" }),
      domains: ["example.org"],
    });
    await database.query("UPDATE member SET email = 'banker@example.org' WHERE id = $1", [
      ground.people.banker.id,
    ]);
  });
  beforeEach(() => database.query("DELETE FROM sign_on_account"));
  afterAll(async () => {
    config().PROVIDER_ALLOW.splice(0);
    await Promise.all([provider.stop(), other.stop()]);
    await database.close();
  });

  /** A browser that comes back from its provider, and the address that it was sent to. */
  const comingBack = async (change: (to: URL) => void = () => undefined) => {
    const browser = new TestBrowser();
    const to = await browser.leave(id);
    change(to);
    return { browser, back: await browser.signInThere(to, "m1") };
  };
  const isIn = async (browser: TestBrowser) =>
    (await memberOfCookie(browser.cookie, true)) !== undefined;

  it("asks with PKCE, state and nonce, new ones each time, and keeps none of them as it is", async () => {
    const browser = new TestBrowser();
    const [one, two] = [
      (await browser.leave(id)).searchParams,
      (await browser.leave(id, { email: "ada@example.com" })).searchParams,
    ];
    expect(one.get("code_challenge_method")).toBe("S256");
    expect(one.get("redirect_uri")).toBe(redirectUriOf(id));
    expect(two.get("login_hint")).toBe("ada@example.com");
    for (const name of ["state", "nonce", "code_challenge"])
      expect(one.get(name)).not.toBe(two.get(name));
    const cookies = Buffer.from(
      browser.cookie.replaceAll(/[^=;.]+[=.]/g, ""),
      "base64url",
    ).toString("latin1");
    for (const name of ["state", "nonce"])
      expect(browser.cookie + cookies).not.toContain(one.get(name));
  });

  it("takes a state once", async () => {
    const { browser, back } = await comingBack();
    const both = await Promise.all([browser.arrive(id, back), browser.arrive(id, back)]);
    expect(both.map((sent) => refused(sent) ?? "in").toSorted()).toEqual(["in", "stale"]);
    expect(refused(await browser.arrive(id, back))).toBe("stale");
  });

  it("shows no provider the code of a state that was redeemed while another request was on its way", async () => {
    const state = newId();
    await redeemOnce(state, async () => "claims");
    const redeem = vi.fn<() => Promise<string>>(async () => "claims");
    const late = redeemOnce(state, redeem);
    await expect(late).rejects.toMatchObject({ reason: "stale" });
    expect(redeem).not.toHaveBeenCalled();
  });

  it("takes no answer in another browser, and none with another state; the right one goes on", async () => {
    const { browser, back } = await comingBack();
    const victim = new TestBrowser();
    expect(refused(await victim.arrive(id, back))).toBe("stale");
    await victim.leave(id);
    expect(refused(await victim.arrive(id, back))).toBe("stale");
    const forged = new URL(back);
    forged.searchParams.set("state", "x".repeat(43));
    expect(refused(await browser.arrive(id, forged))).toBe("stale");
    expect(await isIn(victim)).toBe(false);
    expect((await browser.arrive(id, back)).to).toBe("/");
    expect(await isIn(browser)).toBe(true);
  });

  it("takes no code of another browser, in an answer that is otherwise its own", async () => {
    const { back: attackers } = await comingBack();
    const { browser, back } = await comingBack();
    const injected = new URL(back);
    injected.searchParams.set("code", attackers.searchParams.get("code") ?? "");
    expect(refused(await browser.arrive(id, injected))).toBe("answer");
    expect(await isIn(browser)).toBe(false);
  });

  it.each([
    ["nonce", (to: URL) => to.searchParams.set("nonce", "another")],
    ["challenge", (to: URL) => to.searchParams.set("code_challenge", "A".repeat(43))],
  ])("takes no ID token for another %s", async (_, change) => {
    const { browser, back } = await comingBack(change);
    expect(refused(await browser.arrive(id, back))).toBe("answer");
    expect(await isIn(browser)).toBe(false);
  });

  it("takes no ID token that is not signed with the issuer's keys", async () => {
    await save();
    provider.useForeignKeys(true);
    const { browser, back } = await comingBack();
    expect(refused(await browser.arrive(id, back))).toBe("answer");
    expect(await isIn(browser)).toBe(false);
    provider.useForeignKeys(false);
    await save();
  });

  it("takes no answer of one provider for another's: not at its address, nor in its name", async () => {
    const one = await comingBack();
    expect(refused(await one.browser.arrive(otherId, one.back))).toBe("stale");
    one.back.searchParams.set("iss", other.issuer);
    expect(refused(await one.browser.arrive(id, one.back))).toBe("answer");
    const two = await comingBack();
    two.back.searchParams.delete("iss");
    expect(refused(await two.browser.arrive(id, two.back))).toBe("answer");
  });

  it("knows the same subject of two issuers as two people", async () => {
    const [one, two] = [new TestBrowser(), new TestBrowser()];
    await one.signOn(id, "m1");
    await two.signOn(otherId, "m1");
    expect((await memberOfCookie(one.cookie, true))?.id).toBe(ground.people.marketer.id);
    expect((await memberOfCookie(two.cookie, true))?.id).toBe(ground.people.banker.id);
  });

  it("reports a sign-in that the user denied, and one that is too old", async () => {
    const browser = new TestBrowser();
    expect((await browser.signOn(id, "")).searchParams.get("refused")).toBe("denied");
    const late = await comingBack();
    setClock(now() + 660_000, performance.now());
    expect(refused(await late.browser.arrive(id, late.back))).toBe("stale");
    setClock(now() - 660_000, performance.now());
    expect((await browser.leave(newId())).pathname).toBe("/sign-in");
    expect((await browser.leave("x")).pathname).toBe("/sign-in");
  });

  it("takes a state once from a browser that restored its cookies", async () => {
    const { browser, back } = await comingBack();
    const stored = browser.cookie.split("; ");
    expect(refused(await browser.arrive(id, back))).toBeNull();
    browser.keep(stored);
    expect(refused(await browser.arrive(id, back))).not.toBeNull();
    const state = back.searchParams.get("state") ?? "";
    expect(await spendState(state)).toBe(false);
  });

  it("stores no row for a sign-in that was begun only, and locks no network out by 320 of them", async () => {
    const count = async () =>
      (
        await database.query(
          "SELECT (SELECT count(*) FROM sign_on_state) AS s, (SELECT count(*) FROM sign_on_trial) AS t",
        )
      )[0];
    const before = await count();
    const begun = await Promise.all(Array.from({ length: 320 }, () => new TestBrowser().leave(id)));
    expect(begun.filter(({ origin }) => origin !== provider.issuer)).toEqual([]);
    expect(await count()).toEqual(before);
    const browser = new TestBrowser();
    expect((await browser.signOn(id, "m1")).pathname).toBe("/");
    expect(await isIn(browser)).toBe(true);
  });

  it("stores five attempts in a browser, the newest ones, whose cookies stay small", async () => {
    const browser = new TestBrowser();
    const ways = [];
    for (let tab = 0; tab < 12; tab += 1)
      ways.push(
        await browser.leave(id, { next: `/messages?text=${"x".repeat(tab === 11 ? 1_900 : 10)}` }),
      );
    expect(browser.cookie.length).toBeLessThan(8_000);
    const back = await browser.signInThere(ways[11] ?? new URL("about:blank"), "m1");
    expect((await browser.arrive(id, back)).to).toHaveLength("/messages?text=".length + 1_900);
  });

  it("enforces it for its domains, except for the break-glass owner", async () => {
    const { root } = ground.people;
    const password = "a long enough one";
    await database.query("UPDATE member SET password_hash = $1", [await hashPassword(password)]);
    const enter = (email: string) =>
      signIn({ email, password, client: "203.0.113.20", device: undefined });
    const how = async (email: string) =>
      ((result) => (result.ok ? "in" : result.reason))(await enter(email));
    await save();
    await expect(save({ enforced: true })).rejects.toMatchObject({
      problems: [{ pointer: "/breakGlassId" }],
    });
    await expect(
      save({ enforced: true, breakGlassId: ground.people.owner.id }),
    ).rejects.toMatchObject({
      problems: [{ pointer: "/breakGlassId" }],
    });
    await database.query("UPDATE sign_on_connection SET proven_at = NULL");
    await expect(save({ enforced: true, breakGlassId: root.id })).rejects.toMatchObject({
      problems: [{ pointer: "/enforced" }],
    });
    await new TestBrowser().signOn(id, "m1");
    await save({ enforced: true, breakGlassId: root.id });
    expect(await how("marketer@example.com")).toBe("signOn");
    expect(await how("Owner@Example.com ")).toBe("signOn");
    expect(await how("nobody@example.com")).toBe("signOn");
    expect(await how("banker@example.org")).toBe("in");
    expect(await how("root@example.com")).toBe("in");
    // A wrong password of the break-glass owner gets what every address of the domain gets.
    const wrong = (email: string) =>
      signIn({ email, password: "a wrong one", client: "203.0.113.21", device: undefined });
    const answers: { name: string; n: number; reason?: string; seconds?: number }[] = [];
    for (const name of ["root", "marketer", "nobody"])
      for (let n = 0; n < 7; n += 1)
        answers.push({ name, n, ...(await wrong(`${name}@example.com`)) });
    const of = (accountName: string) =>
      answers.flatMap(({ name, ...answer }) =>
        name === accountName ? [{ ...answer, seconds: undefined }] : [],
      );
    expect(of("marketer")).toEqual(of("root"));
    expect(of("nobody")).toEqual(of("root"));
    for (const name of ["root", "marketer", "nobody"]) {
      expect(await enforcedDomain(`${name}@example.com`)).toMatchObject({ id });
    }
    config().SIGN_ON_ENFORCED = false;
    expect(await how("owner@example.com")).toBe("in");
    config().SIGN_ON_ENFORCED = true;
    await removeConnection(await ground.now("root"), { id });
    expect(await enforcedFor("owner@example.com")).toBeUndefined();
    expect(await how("owner@example.com")).toBe("in");
    await save();
  });

  it("shows a test run to the owner whose it is alone, and changes nothing by it", async () => {
    await save({
      groups: [
        { group: "dev", serviceId: ground.bank, role: "admin", maySend: false, mayApprove: false },
      ],
    });
    provider.people.set("new", { email: "new@example.com", email_verified: true, groups: ["dev"] });
    const others = new TestBrowser();
    expect((await others.leave(id, { try: "1" })).pathname).toBe("/sign-in");
    await others.signOn(id, "m1");
    expect((await others.leave(id, { try: "1" })).pathname).toBe("/sign-in");
    const browser = new TestBrowser();
    browser.keep([await sessionCookie(ground.people.root.session)]);
    const before = await database.query(
      "SELECT (SELECT count(*) FROM member) AS m, (SELECT count(*) FROM audit_event) AS e",
    );
    const pageUrl = await browser.signOn(id, "new", { try: "1" });
    expect(pageUrl.pathname).toBe(`/settings/sign-on/${id}`);
    const tryId = pageUrl.searchParams.get("tried") ?? "";
    expect(await readTried(await ground.now("root"), { id, tryId })).toMatchObject({
      claims: { sub: "new", email: "new@example.com", groups: ["dev"] },
      outcome: {
        email: "new@example.com",
        how: "created",
        changes: [{ serviceId: ground.bank, before: null, after: { role: "admin" } }],
      },
      refused: null,
    });
    expect(
      await database.query(
        "SELECT (SELECT count(*) FROM member) AS m, (SELECT count(*) FROM audit_event) AS e",
      ),
    ).toEqual(before);
    expect(await readTried(await ground.now("root"), { id: otherId, tryId })).toBeUndefined();
    await expect(readTried(await ground.now("owner"), { id, tryId })).rejects.toThrow(
      "Only an owner",
    );
    expect((await openConnection(await ground.now("root"), { id })).proven).toBe(true);
    expect(await listConnections(await ground.now("root"), {})).toMatchObject([
      { name: "Acme", proven: true },
      { name: "Other" },
    ]);
  });
});
