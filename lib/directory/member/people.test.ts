import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { memberOfSession } from "@/lib/auth/sessions";
import { signIn } from "@/lib/auth/sign-in";
import { ageTries } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { can } from "@/lib/policy/can";
import type { Role } from "@/lib/policy/roles";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { changeMember } from "./change";
import { disableMember } from "./disable";
import { acceptInvitation, joinService, openInvitation } from "./invitation";
import { inviteMember, listInvitations, revokeInvitation } from "./invite";
import { listAccounts, listMembers } from "./list";
import { removeMember } from "./remove";
import { createResetLink } from "./reset";
import { peopleOf } from "./testing";

const dead = /^This link was used/;
const password = "a long enough one";
const place = (role: Role) => ({ role, maySend: false, mayApprove: false });

type Ground = Awaited<ReturnType<typeof peopleOf>>;

describe("who comes into a service, changes and goes", () => {
  let database: Database;
  let shop: Ground["shop"];
  let bank: Ground["bank"];
  let people: Ground["people"];
  let now: Ground["now"];
  let invite: Ground["invite"];
  let network: Ground["network"];

  beforeAll(async () => {
    database = await openTestDatabase();
    ({ shop, bank, people, now, invite, network } = await peopleOf(database));
  }, 60_000);
  afterAll(() => database.close());

  it("invites by a link that is stored as a hash, works once, and creates an account", async () => {
    const { token } = await invite("Maya@Example.com");
    expect(token).toMatch(/^[\w-]{43}$/);
    const invitations = await database.query("SELECT * FROM invitation");
    expect(JSON.stringify(invitations)).not.toContain(token);
    expect(JSON.stringify(await eventsOf(database, shop))).not.toContain(token);
    expect(await listInvitations(await now("owner"), { serviceId: shop })).toMatchObject([
      {
        email: "maya@example.com",
        role: "marketer",
        maySend: false,
        mayApprove: true,
        by: "owner",
      },
    ]);
    expect(await openInvitation(token, network())).toMatchObject({
      email: "maya@example.com",
      hasAccount: false,
      by: "owner",
      serviceId: shop,
    });
    const acceptance = { token, name: "Maya", password };
    await expect(
      acceptInvitation({ ...acceptance, password: "short" }, network()),
    ).rejects.toMatchObject({
      problems: [{ pointer: "/password" }],
    });
    const twice = await Promise.allSettled([
      acceptInvitation(acceptance, network()),
      acceptInvitation(acceptance, network()),
    ]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(acceptInvitation(acceptance, network())).rejects.toThrow(dead);
    expect(await openInvitation(token, network())).toBeUndefined();
    const signedIn = await signIn({
      email: "maya@example.com",
      password,
      client: "203.0.113.7",
      userAgent: "Firefox",
      device: undefined,
    });
    expect(signedIn.ok).toBe(true);
    const maya = signedIn.ok ? await memberOfSession(signedIn.session, true) : undefined;
    expect(maya).toMatchObject({
      installationOwner: false,
      services: { [shop]: { role: "marketer", maySend: false, mayApprove: true } },
    });
    const [joined] = await eventsOf(database, shop, "invitation.accept");
    expect(joined).toMatchObject({
      entityId: maya?.id,
      snapshot: { email: "maya@example.com" },
    });
    await expect(invite("maya@example.com")).rejects.toMatchObject({
      problems: [{ pointer: "/email" }],
    });
  });

  it("refuses a link that is no longer valid", async () => {
    const refused = async (token: string) => {
      expect(await openInvitation(token, network())).toBeUndefined();
      await expect(acceptInvitation({ token, name: "Eve", password }, network())).rejects.toThrow(
        dead,
      );
    };
    const expired = await invite("eve@example.com");
    await database.query("UPDATE invitation SET expires_at = now() WHERE id = $1", [expired.id]);
    await refused(expired.token);
    const revoked = await invite("eve@example.com");
    await revokeInvitation(await now("owner"), { id: revoked.id });
    await refused(revoked.token);
    const [first, again] = [await invite("eve@example.com"), await invite("eve@example.com")];
    await refused(first.token);
    expect(await openInvitation(again.token, network())).toBeDefined();
    await database.query("UPDATE membership SET role = 'admin' WHERE member_id = $1", [
      people.owner.id,
    ]);
    await refused(again.token);
    await database.query("UPDATE membership SET role = 'owner' WHERE member_id = $1", [
      people.owner.id,
    ]);
    await database.query("UPDATE member SET disabled_at = now() WHERE id = $1", [people.owner.id]);
    await refused(again.token);
    await database.query("UPDATE member SET disabled_at = NULL WHERE id = $1", [people.owner.id]);
    for (const token of ["", "x", "A".repeat(43), `${again.token}x`]) await refused(token);
    expect(await database.query("SELECT 1 FROM member WHERE email = 'eve@example.com'")).toEqual(
      [],
    );
  });

  it("makes who tries many wrong links pause", async () => {
    const from = network();
    const tries = async (count: number) => {
      const attempts = await Promise.allSettled(
        Array.from({ length: count }, (_, n) => openInvitation(String(n).padStart(43, "A"), from)),
      );
      return attempts.filter(({ status }) => status === "fulfilled").length;
    };
    expect(await tries(20)).toBe(20);
    await ageTries(database);
    expect(await tries(40)).toBe(1);
    const { token } = await invite("late@example.com");
    await expect(openInvitation(token, from)).rejects.toThrow("Too many attempts");
    expect(await openInvitation(token, network())).toBeDefined();
  });

  it("never sets the password of an account", async () => {
    await database.query("UPDATE member SET password_hash = 'untouched' WHERE id = $1", [
      people.banker.id,
    ]);
    const { token } = await invite("banker@example.com", "admin");
    expect(await openInvitation(token, network())).toMatchObject({ hasAccount: true });
    await expect(acceptInvitation({ token, name: "Eve", password }, network())).rejects.toThrow(
      "An account with this address already exists",
    );
    await expect(joinService(await now("marketer"), { token })).rejects.toThrow(
      "for another address",
    );
    await expect(joinService({ actor: { kind: "job", name: "x" } }, { token })).rejects.toThrow(
      RefusedError,
    );
    expect(await joinService(await now("banker"), { token })).toEqual({ serviceId: shop });
    await expect(joinService(await now("banker"), { token })).rejects.toThrow(dead);
    expect((await now("banker")).actor.services).toMatchObject({
      [shop]: { role: "admin" },
      [bank]: { role: "owner" },
    });
    expect(
      await database.query("SELECT name, password_hash FROM member WHERE id = $1", [
        people.banker.id,
      ]),
    ).toEqual([{ name: "banker", password_hash: "untouched" }]);
  });

  it("changes no role by an invitation of a present member", async () => {
    const { token } = await invite("newcomer@example.com", "owner");
    await database.query(
      "UPDATE invitation SET email = 'second@example.com' WHERE email = 'newcomer@example.com'",
    );
    await joinService(await now("second"), { token });
    expect((await now("second")).actor.services[shop]?.role).toBe("viewer");
  });

  it("is for owners of that very service", async () => {
    // The banker is an admin of the shop by now, and an owner of the bank.
    const banker = await now("banker");
    const target = { serviceId: shop, memberId: people.marketer.id };
    const email = "x@example.com";
    await expect(
      inviteMember(banker, { serviceId: shop, email, ...place("viewer") }),
    ).rejects.toThrow(ForbiddenError);
    await expect(changeMember(banker, { ...target, ...place("owner") })).rejects.toThrow(
      ForbiddenError,
    );
    await expect(removeMember(banker, target)).rejects.toThrow(ForbiddenError);
    await expect(listInvitations(banker, { serviceId: shop })).rejects.toThrow(ForbiddenError);
    // By way of the bank it is another service's member.
    await expect(
      changeMember(banker, { ...target, serviceId: bank, ...place("owner") }),
    ).rejects.toThrow(NotFoundError);
    await expect(removeMember(banker, { ...target, serviceId: bank })).rejects.toThrow(
      NotFoundError,
    );
    await removeMember(await now("owner"), { serviceId: shop, memberId: people.banker.id });
    await expect(
      changeMember(await now("banker"), { ...target, ...place("owner") }),
    ).rejects.toThrow(NotFoundError);
    const { id } = await invite("y@example.com");
    await expect(revokeInvitation(await now("banker"), { id })).rejects.toThrow(NotFoundError);
  });

  it("refuses the second of two changes of one role, with the first one's role and author", async () => {
    const target = { serviceId: shop, memberId: people.marketer.id };
    const query = { serviceId: shop, text: "marketer@" };
    const { revision } = (await listMembers(await now("owner"), query)).rows[0] ?? {};
    expect(revision).toBe(1);
    await changeMember(await now("owner"), { ...target, revision: 1, ...place("admin") });
    const second = changeMember(await now("root"), { ...target, revision: 1, ...place("viewer") });
    await expect(second).rejects.toMatchObject({
      conflict: { by: "owner", revision: 2, theirs: place("admin") },
    });
    expect((await now("marketer")).actor.services[shop]?.role).toBe("admin");
    // The same once more is no conflict, and a program, which names no revision, replaces it.
    expect(
      await changeMember(await now("root"), { ...target, revision: 1, ...place("admin") }),
    ).toEqual({ revision: 2 });
    expect(await changeMember(await now("root"), { ...target, ...place("marketer") })).toEqual({
      revision: 3,
    });
    expect((await listMembers(await now("owner"), query)).rows[0]?.revision).toBe(3);
  });

  it("changes a role with the next request of an open session, and ends none", async () => {
    const before = await now("marketer");
    expect(can(before.actor, "campaign.send", shop).ok).toBe(false);
    const target = { serviceId: shop, memberId: people.marketer.id };
    await changeMember(await now("owner"), {
      ...target,
      role: "marketer",
      maySend: true,
      mayApprove: false,
    });
    expect(can((await now("marketer")).actor, "campaign.send", shop).ok).toBe(true);
    // What is granted counts for marketers alone: it does not come back with the role.
    await changeMember(await now("owner"), {
      ...target,
      role: "viewer",
      maySend: true,
      mayApprove: true,
    });
    expect((await now("marketer")).actor.services[shop]).toEqual(place("viewer"));
    await removeMember(await now("owner"), target);
    expect((await now("marketer")).actor.services).toEqual({});
    await expect(removeMember(await now("owner"), target)).rejects.toThrow(NotFoundError);
    expect(await eventsOf(database, shop, "member.remove")).toContainEqual(
      expect.objectContaining({
        entityId: people.marketer.id,
        snapshot: { email: "marketer@example.com", ...place("viewer") },
      }),
    );
  });

  it("lets no member raise themselves, and no owner of a service touch one of the installation", async () => {
    const own = { serviceId: shop, memberId: people.owner.id };
    await expect(changeMember(await now("owner"), { ...own, ...place("owner") })).rejects.toThrow(
      "your own role",
    );
    const root = { serviceId: shop, memberId: people.root.id };
    await expect(changeMember(await now("root"), { ...root, ...place("owner") })).rejects.toThrow(
      "your own role",
    );
    await expect(changeMember(await now("owner"), { ...root, ...place("admin") })).rejects.toThrow(
      ForbiddenError,
    );
    await expect(removeMember(await now("owner"), root)).rejects.toThrow(ForbiddenError);
    await expect(
      disableMember(await now("owner"), { id: people.second.id, disabled: true }),
    ).rejects.toThrow(ForbiddenError);
    await expect(createResetLink(await now("owner"), { id: people.second.id })).rejects.toThrow(
      ForbiddenError,
    );
    await expect(listAccounts(await now("owner"), {})).rejects.toThrow(ForbiddenError);
  });

  it("leaves a service its last owner, except to an owner of the installation", async () => {
    const [first, second] = [people.owner.id, people.second.id];
    await expect(
      removeMember(await now("owner"), { serviceId: shop, memberId: first }),
    ).rejects.toThrow("needs an owner");
    await changeMember(await now("owner"), {
      serviceId: shop,
      memberId: second,
      ...place("owner"),
    });
    const [one, other] = [await now("owner"), await now("second")];
    const both = await Promise.allSettled([
      removeMember(one, { serviceId: shop, memberId: second }),
      changeMember(other, { serviceId: shop, memberId: first, ...place("viewer") }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const owners = await database.query<{ id: string }>(
      "SELECT member_id AS id FROM membership WHERE service_id = $1 AND role = 'owner'",
      [shop],
    );
    expect(owners).toHaveLength(1);
    await removeMember(await now("root"), { serviceId: shop, memberId: owners[0]?.id ?? "" });
    await database.query(
      `INSERT INTO membership (member_id, service_id, role) VALUES ($1, $3, 'owner'), ($2, $3, 'viewer')
       ON CONFLICT (member_id, service_id) DO UPDATE SET role = excluded.role`,
      [first, second, shop],
    );
  });
});
