import { expect, it } from "vitest";
import { auditGroups } from "@/lib/inputs/audit";
import type { AuditedAction } from "@/lib/policy/actions";
import { actions } from "@/lib/policy/testing";
import { sentenceOf } from "./sentence";

it("names an action of another version, and an event that it cannot read, by the code", () => {
  expect(sentenceOf("of.later", {})).toBe("did of.later");
  expect(sentenceOf("campaign.send", { recipients: "many" })).toBe("did campaign.send");
});

it.each(actions)("finds %s in a group of the audit log", (action) => {
  expect(Object.values(auditGroups).flat() as string[]).toContain(action.split(".")[0]);
});

it.each<[AuditedAction, object, string]>([
  [
    "audience.change",
    { before: { name: "Spring", test: true }, after: { name: "Summer", test: true } },
    "renamed the list “Spring” to “Summer”",
  ],
  [
    "audience.change",
    { before: { name: "Spring", test: true }, after: { name: "Spring", test: false } },
    "changed the list “Spring”",
  ],
  [
    "staged.apply",
    { name: "Spring", how: "replace", added: 2, removed: 1, changed: 0, recipients: 2_000 },
    "replaced the recipients of the list “Spring” by 2,000 recipients",
  ],
  [
    "recipient.remove",
    { name: "Spring", added: 0, removed: 1, changed: 0, recipients: 9 },
    "removed 1 recipient from the list “Spring”",
  ],
  [
    "campaign.change",
    { before: { name: "A", state: "sent" }, after: { name: "A", state: "archived" } },
    "archived the campaign “A”",
  ],
  [
    "campaign.send",
    { appids: [], requests: 1, recipients: 1, audience: null },
    "sent a message to 1 recipient",
  ],
  [
    "campaign.send",
    { appids: [], requests: 3, recipients: 2_500, audience: "VIP" },
    "sent a message to 2,500 recipients of the list “VIP”",
  ],
  [
    "template.create",
    { appid: "shop", templateId: "sale", name: "Sale" },
    "created the template “Sale”",
  ],
  [
    "template.change",
    { before: { name: "Sale", tags: [] }, after: { name: "Spring sale", tags: [] } },
    "renamed the template “Sale” to “Spring sale”",
  ],
  [
    "template.change",
    { before: { name: "Sale", tags: [] }, after: { name: "Sale", tags: ["a"] } },
    "changed the template “Sale”",
  ],
  [
    "template.put",
    { appid: "shop", templateId: "sale", name: "Sale", created: true, revision: 1 },
    "created the template “Sale”",
  ],
  [
    "template.put",
    { appid: "shop", templateId: "sale", name: "Sale", created: false, revision: 2 },
    "updated the template “Sale”",
  ],
  ["campaign.duplicate", { name: "Sale (copy)", of: "1" }, "created the copy “Sale (copy)”"],
  [
    "template.publish",
    { templateId: "sale", version: 3 },
    "published version 3 of the template “sale”",
  ],
  ["template.restore", { templateId: "sale" }, "restored the template “sale”"],
  ["template.remove", { templateId: "sale", name: "Sale" }, "deleted the template “Sale”"],
  ["serviceKey.create", { name: "Shop", prefix: "sk_", scopes: [] }, "created the key “Shop”"],
  [
    "installationOwner.change",
    { email: "a@b.example", installationOwner: true },
    "made a@b.example an owner of the installation",
  ],
  ["self.signOutEverywhere", {}, "signed out everywhere"],
  ["member.signOut", { email: "ben@shop.example" }, "signed ben@shop.example out everywhere"],
  ["inbox.open", {}, "opened the built-in inbox"],
  ["inbox.empty", { count: 2 }, "emptied the built-in inbox of 2 delivery updates"],
  ["notice.choose", { email: true, webhook: null, muted: [] }, "changed their notice settings"],
])("says of %s %j: %s", (action, snapshot, sentence) => {
  expect(sentenceOf(action, snapshot as Record<string, unknown>)).toBe(sentence);
});
