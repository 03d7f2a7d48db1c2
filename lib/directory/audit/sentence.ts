import type { Action } from "@/lib/policy/actions";

/** What an event keeps, read as it is found: older versions may have kept something else. */
type Kept = Readonly<Record<string, unknown>>;

/**
 * What was done, as it follows a name; the name of what it was done to comes behind it, where the
 * event keeps one.
 */
const words: Record<Action, string> = {
  "service.view": "looked at the service",
  "campaign.save": "saved the draft",
  "campaign.change": "changed the campaign",
  "campaign.duplicate": "created the copy",
  "campaign.test": "sent a test",
  "audience.fill": "filled the list",
  "audience.create": "created the list",
  "audience.change": "changed the list",
  "audience.edit": "edited the recipients of the list",
  "audience.remove": "deleted the list",
  "notifyurl.check": "checked the notify URL",
  "template.read": "read the template",
  "template.create": "created the template",
  "template.change": "changed the template",
  "template.put": "updated the template",
  "template.save": "saved the template",
  "template.share": "shared the template",
  "media.upload": "uploaded the image",
  "media.change": "changed the image",
  "media.remove": "deleted the image",
  "campaign.send": "sent a message",
  "campaign.undo": "undid sending the message",
  "campaign.release": "sent a message at once",
  "campaign.schedule": "scheduled the campaign",
  "campaign.unschedule": "unscheduled the campaign",
  "campaign.stop": "stopped the campaign",
  "campaign.ask": "asked for approval of",
  "campaign.approve": "approved the campaign",
  "template.publish": "published the template",
  "template.rollBack": "rolled back the template",
  "template.archive": "archived the template",
  "template.remove": "deleted the template",
  "app.create": "created the app",
  "app.change": "changed the app",
  "credential.save": "saved the credential",
  "credential.check": "checked the credential",
  "credential.remove": "removed the credential",
  "serviceKey.create": "created the key",
  "serviceKey.reroll": "replaced the key",
  "serviceKey.revoke": "revoked the key",
  "secret.reroll": "replaced the secret",
  "secret.remove": "removed a secret",
  "notifyAuth.save": "saved the authentication",
  "notifyAuth.remove": "removed the authentication",
  "webhook.save": "saved the webhook",
  "webhook.remove": "removed the webhook",
  "webhook.resume": "switched on the webhook",
  "inbox.open": "opened the built-in inbox",
  "inbox.empty": "emptied the built-in inbox",
  "update.replay": "sent delivery updates again",
  "update.test": "sent a test update",
  "device.register": "registered the device",
  "device.remove": "removed the device",
  "device.retire": "retired a device of",
  "device.restore": "reactivated a device of",
  "device.import": "imported devices",
  "device.export": "exported devices",
  "suppression.change": "changed who gets no messages",
  "service.change": "changed the service",
  "values.read": "looked at personal values",
  "results.export": "exported the results of",
  "audience.export": "exported the list",
  "member.invite": "invited",
  "member.join": "accepted an invitation",
  "member.change": "changed the member",
  "member.remove": "removed the member",
  "audit.read": "read the audit log",
  "audit.export": "exported the audit log",
  "person.erase": "erased the data of a person",
  "service.deactivate": "deactivated the service",
  "service.create": "created the service",
  "installationOwner.change": "changed the owners of the installation",
  "member.disable": "disabled the account of",
  "member.reset": "reset the sign-in of",
  "member.resetSecondFactor": "reset the two-step sign-in of",
  "member.signOut": "signed out a member",
  "signOn.save": "saved the sign-on connection",
  "signOn.remove": "removed the sign-on connection",
  "signOn.link": "linked an account",
  "member.changeSelf": "changed their own account",
  "member.endSession": "ended a session of their own",
  "member.changeSecondFactor": "changed their second factor",
  "member.signOutEverywhere": "signed out everywhere",
  "notice.see": "looked at their notices",
  "notice.choose": "changed their notice settings",
};

const secretNames: Readonly<Record<string, string>> = {
  jwt: "JWT ",
  signing: "signing ",
  webhook: "webhook’s signing ",
};

/** Actions whose events say more than what was done to what. */
const told: Partial<Record<Action, (kept: Kept) => string | undefined>> = {
  "campaign.change": (kept) =>
    renamed("campaign", kept) ??
    (of(kept, "after", "state") === "archived"
      ? `archived the campaign${quoted(nameIn(kept))}`
      : undefined),
  "audience.change": (kept) => renamed("list", kept),
  "audience.edit": (kept) => edited(kept),
  "media.change": (kept) => renamed("image", kept),
  "campaign.test": (kept) => `sent a test to ${counted(kept["recipients"], "recipient")}`,
  "campaign.send": (kept) => {
    const list = kept["audience"];
    return `sent a message to ${counted(kept["recipients"], "recipient")}${typeof list === "string" ? ` of the list${quoted(list)}` : ""}`;
  },
  "campaign.ask": (kept) =>
    `${kept["open"] === false ? "withdrew the request to approve" : "asked for approval of"} the campaign${quoted(nameIn(kept))}`,
  "campaign.approve": (kept) =>
    `${kept["approved"] === false ? "declined" : "approved"} the campaign${quoted(nameIn(kept))}`,
  "campaign.schedule": (kept) =>
    `scheduled the campaign${quoted(nameIn(kept))} for ${counted(kept["recipients"], "recipient")}`,
  "template.change": (kept) => renamed("template", kept),
  "template.put": (kept) =>
    kept["created"] === true ? `created the template${quoted(nameIn(kept))}` : undefined,
  "template.publish": (kept) =>
    `published version ${String(kept["version"])} of the template${quoted(kept["templateId"])}`,
  "template.rollBack": (kept) =>
    `published version ${String(kept["to"])} of the template${quoted(kept["templateId"])} again`,
  "template.archive": (kept) =>
    `${kept["archived"] === false ? "restored" : "archived"} the template${quoted(kept["templateId"])}`,
  "template.remove": (kept) => `deleted the template${quoted(nameIn(kept))}`,
  "template.share": (kept) =>
    `${kept["shared"] === false ? "revoked a preview link of" : "created a preview link to"} the template${quoted(kept["templateId"])}`,
  "service.deactivate": (kept) =>
    `${kept["active"] === true ? "reactivated" : "deactivated"} the service${quoted(nameIn(kept))}`,
  "service.change": (kept) => renamed("service", kept) ?? changedSettings(kept),
  "app.change": (kept) => renamed("app", kept),
  "secret.reroll": (kept) =>
    typeof kept["secret"] === "string"
      ? `replaced the ${secretNames[kept["secret"]] ?? ""}secret`
      : undefined,
  "secret.remove": (kept) =>
    typeof kept["secret"] === "string"
      ? `removed a ${secretNames[kept["secret"]] ?? ""}secret`
      : undefined,
  // The address is that of the actor.
  "member.join": () => "accepted an invitation",
  "member.invite": (kept) =>
    kept["open"] === false
      ? `revoked the invitation of ${String(kept["email"])}`
      : `invited ${String(kept["email"])} as ${String(kept["role"])}`,
  "member.disable": (kept) =>
    `${kept["disabled"] === false ? "enabled" : "disabled"} the account of ${String(kept["email"])}`,
  "member.signOut": (kept) => `signed ${String(kept["email"])} out everywhere`,
  "member.reset": (kept) =>
    kept["used"] === true
      ? `set a new password for ${String(kept["email"])} by a link${kept["mailed"] === true ? " sent by e-mail" : ""}`
      : kept["mailed"] === true
        ? `sent a link to reset the password to ${String(kept["email"])}`
        : `created a link to reset the password of ${String(kept["email"])}`,
  "member.changeSecondFactor": (kept) => factorChanged(kept),
  "credential.check": (kept) =>
    `checked the credential${quoted(kept["provider"])}, which its provider ${kept["accepted"] === true ? "accepted" : "refused"}`,
  "installationOwner.change": (kept) =>
    kept["installationOwner"] === true
      ? `made ${String(kept["email"])} an owner of the installation`
      : `removed ${String(kept["email"])} as an owner of the installation`,
  "signOn.link": (kept) =>
    `${kept["made"] === true ? "created an account for" : "linked the account of"} ${String(kept["email"])}, who signed in with${quoted(kept["connection"])}`,
  "device.import": (kept) => `imported ${counted(added(kept), "device")}`,
  "device.export": (kept) =>
    `exported devices${kept["tokens"] === true ? " with their tokens" : ""}`,
  "person.erase": (kept) =>
    kept["finished"] === true
      ? "erased the data of a person"
      : "began to erase the data of a person",
  "suppression.change": (kept) =>
    `${kept["suppressed"] === false ? "removed" : "added"} ${counted(kept["count"], "recipient")} ${kept["suppressed"] === false ? "from" : "to"} the suppression list`,
  "update.replay": (kept) => `sent ${counted(kept["count"], "delivery update")} again`,
  "inbox.empty": (kept) =>
    `emptied the built-in inbox of ${counted(kept["count"], "delivery update")}`,
  "webhook.resume": (kept) =>
    `switched on a webhook, with ${counted(kept["count"], "delivery update")} waiting`,
  "results.export": (kept) => `exported the results of${quoted(nameIn(kept))}`,
};

function factorChanged({ factor, change, name }: Kept): string | undefined {
  if (factor === "codes") return "created new recovery codes";
  if (factor === "app")
    return change === "added" ? "set up an authenticator app" : "removed their authenticator app";
  return factor === "passkey" ? `${String(change)} the passkey${quoted(name)}` : undefined;
}

/**
 * The sentence of an event, as it follows the name of the actor: "renamed the list “Spring” to
 * “Summer”". Things without a known name are left unnamed.
 */
export function sentenceOf(action: string, kept: Kept): string {
  if (!Object.hasOwn(words, action)) return `did ${action}`;
  const known = action as Action;
  return told[known]?.(kept) ?? `${words[known]}${quoted(nameIn(kept))}`;
}

/** What the object of an event was called then; "" where it has no known name. */
export function thingOf(kept: Kept): string {
  const name = nameIn(kept);
  return typeof name === "string" ? name : "";
}

/** The object of an event: its name, as it was then. */
function nameIn(kept: Kept): unknown {
  const names = [
    of(kept, "after", "name"),
    ...["name", "templateId", "appid", "provider", "email", "notifyurl", "url"].map(
      (name) => kept[name],
    ),
  ];
  return names.find((name) => typeof name === "string" && name !== "");
}

/** Settings of a service, as its page calls them. */
const settingNames: Readonly<Record<string, string>> = {
  notifyurl: "the notify URL",
  notifyurlAuthId: "the authentication of the notify URL",
  httpsOnly: "whether updates need https",
  sizeRule: "what counts against the 4 KB",
  always200: "whether refusals answer 200",
  idsPerSecond: "the rate limit",
  ipAllow: "the allowed addresses",
  approvalAbove: "the size from which a send needs approval",
  approvalScheduled: "approval of scheduled sends",
  approvalHours: "how long an approval holds",
  testsPerDay: "the limit for tests",
};

/**
 * "changed the rate limit and the allowed addresses of the service"; undefined where it is not
 * known what was changed.
 */
function changedSettings(kept: Kept): string | undefined {
  const after =
    typeof kept["after"] === "object" && kept["after"] !== null ? Object.keys(kept["after"]) : [];
  const names = after.flatMap((name) =>
    Object.hasOwn(settingNames, name) ? (settingNames[name] ?? []) : [],
  );
  return names.length === 0
    ? undefined
    : `changed ${new Intl.ListFormat("en").format(names)} of the service`;
}

function renamed(what: string, kept: Kept): string | undefined {
  const [before, after] = [of(kept, "before", "name"), of(kept, "after", "name")];
  return before !== after && typeof after === "string"
    ? `renamed the ${what}${quoted(before)} to${quoted(after)}`
    : undefined;
}

function of(kept: Kept, part: "before" | "after", member: string): unknown {
  const found = kept[part];
  return typeof found === "object" && found !== null && Object.hasOwn(found, member)
    ? (found as Kept)[member]
    : undefined;
}

function edited(kept: Kept): string {
  const list = `the list${quoted(nameIn(kept))}`;
  if (kept["how"] === "replace")
    return `replaced the recipients of ${list} by ${counted(kept["recipients"], "recipient")}`;
  if (kept["how"] === "remove")
    return `removed ${counted(kept["removed"], "recipient")} from ${list}`;
  if (kept["how"] === "rename") return `renamed columns of ${list}`;
  return kept["how"] === "change"
    ? `changed the values of ${counted(kept["changed"], "recipient")} of ${list}`
    : `added ${counted(kept["added"], "recipient")} to ${list}`;
}

/** Devices of an import, those that were known too. */
function added({ created, updated }: Kept): number {
  return (typeof created === "number" ? created : 0) + (typeof updated === "number" ? updated : 0);
}

function quoted(name: unknown): string {
  return typeof name === "string" && name !== "" ? ` “${name}”` : "";
}

function counted(count: unknown, noun: string): string {
  const number = typeof count === "number" ? count : 0;
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
