import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Action } from "./actions";
import { can, type Actor, type Membership } from "./can";
import { scopes } from "./roles";
import { actions } from "./testing";

const [own, foreign] = ["service-own", "service-foreign"];
const without = { maySend: false, mayApprove: false };

const member = (membership: Membership): Actor => ({
  kind: "member",
  id: "m",
  installationOwner: false,
  services: { [own]: membership },
});
/** In the order of the table's columns. */
const people: [string, Actor][] = [
  ["viewer", member({ role: "viewer", maySend: true, mayApprove: true })],
  ["marketer", member({ role: "marketer", ...without })],
  ["marketer who may send", member({ role: "marketer", maySend: true, mayApprove: false })],
  ["marketer who may approve", member({ role: "marketer", maySend: false, mayApprove: true })],
  ["admin", member({ role: "admin", ...without })],
  ["owner", member({ role: "owner", ...without })],
  ["owner of the installation", { kind: "member", id: "o", installationOwner: true, services: {} }],
];

/** What everybody may do with their own account, written a second time. */
const ownAccount: readonly Action[] = [
  "notice.see",
  "notice.choose",
  "noticeWebhook.forget",
  "invitation.accept",
  "service.join",
  "self.rename",
  "self.signOutEverywhere",
  "password.change",
  "ownSession.end",
  "ownApp.begin",
  "ownApp.confirm",
  "ownApp.remove",
  "ownPasskey.begin",
  "ownPasskey.add",
  "ownPasskey.rename",
  "ownPasskey.remove",
  "recoveryCodes.renew",
];

const table = readFileSync(join(import.meta.dirname, "who-may-what.txt"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [action, ...cells] = line.split(/ +/);
    return {
      action: action as Action,
      people: cells.slice(0, people.length),
      scopes: cells[people.length]?.split(",") ?? [],
    };
  });

test("the table says something about every action, once, and of no other", () => {
  expect(table.map(({ action }) => action).toSorted()).toEqual([...actions].toSorted());
});

describe.each(table)("$action", ({ action, people: cells, scopes: grantedScopes }) => {
  test.each(people.map(([who, actor], column) => ({ who, actor, may: cells[column] === "y" })))(
    "as a right of $who: $may",
    ({ actor, may }) => {
      expect(can(actor, action, own).ok).toBe(may);
    },
  );

  test("a member of one service has nothing in another, nor in none", () => {
    for (const [who, actor] of people) {
      const everywhere = who === "owner of the installation" || ownAccount.includes(action);
      for (const elsewhere of [foreign, null, "__proto__", "constructor"])
        expect(can(actor, action, elsewhere).ok).toBe(everywhere);
    }
  });

  test.each(scopes)("a key with the scope %s alone, in its own service alone", (scope) => {
    const key: Actor = { kind: "serviceKey", serviceId: own, scopes: [scope] };
    expect(can(key, action, own).ok).toBe(grantedScopes.includes(scope));
    expect(can(key, action, foreign).ok).toBe(false);
    expect(can(key, action, null).ok).toBe(false);
    expect(can({ ...key, scopes: [] }, action, own).ok).toBe(false);
  });
});

test.each([
  [
    "marketer",
    "campaign.send",
    "This needs a marketer who may send; you are a marketer without that right in this service.",
  ],
  [
    "viewer",
    "campaign.save",
    "Only a marketer, an admin, or an owner can do this; you are a viewer in this service.",
  ],
  ["admin", "member.invite", "Only an owner can do this; you are an admin in this service."],
] as const)("a %s reads why not: %s", (role, action, sentence) => {
  expect(can(member({ role, ...without }), action, own)).toEqual({ ok: false, reason: sentence });
});

test("the refusal of an action of owners of the installation names them and no more", () => {
  expect(can(member({ role: "owner", ...without }), "service.create", own)).toEqual({
    ok: false,
    reason: "Only an owner of this installation can do this.",
  });
  expect(can(member({ role: "owner", ...without }), "campaign.send", foreign)).toEqual({
    ok: false,
    reason: "You have no role in this service.",
  });
});
