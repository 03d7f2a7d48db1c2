import { z } from "zod";
import { audited, quoted, type ActionEntry } from "./entry";

const text = z.string();
const flag = z.boolean();
/** The role of a member in a service. */
const membership = { role: text, maySend: flag, mayApprove: flag };
const invitation = z.strictObject({ email: text, ...membership, expiresAt: text });
const email = z.strictObject({ email: text });
const owner = z.strictObject({ email: text, installationOwner: flag });
const members = z.record(z.string(), z.union([text, z.number(), flag, z.null()]));

/** Members of services, owners of the installation, how they sign in, and the audit log. */
export const memberActions = {
  "member.invite": audited({
    least: "owner",
    event: invitation,
    words: (event) => `invited ${event.email} as ${event.role}`,
  }),
  "invitation.revoke": audited({
    least: "owner",
    event: invitation,
    words: (event) => `revoked the invitation of ${event.email}`,
  }),
  "member.change": audited({
    least: "owner",
    event: z.strictObject({
      email: text,
      before: z.strictObject(membership),
      after: z.strictObject(membership),
    }),
    words: "changed the member",
  }),
  "member.remove": audited({
    least: "owner",
    event: z.strictObject({ email: text, ...membership }),
    words: "removed the member",
  }),
  "member.disable": audited({
    least: "installation",
    event: z.strictObject({ email: text, disabled: flag }),
    words: (event) => `${event.disabled ? "disabled" : "enabled"} the account of ${event.email}`,
  }),
  "member.signOut": audited({
    least: "installation",
    event: email,
    words: (event) => `signed ${event.email} out everywhere`,
  }),
  "resetLink.create": audited({
    least: "installation",
    event: email,
    words: (event) => `created a link to reset the password of ${event.email}`,
  }),
  "resetLink.mail": audited({
    least: "installation",
    event: email,
    words: (event) => `sent a link to reset the password to ${event.email}`,
  }),
  // `mailed`: the link was sent to the address of the account.
  "password.reset": audited({
    least: "installation",
    event: z.strictObject({ email: text, mailed: flag }),
    words: (event) =>
      `set a new password for ${event.email} by a link${event.mailed ? " sent by e-mail" : ""}`,
  }),
  "secondFactor.reset": audited({
    least: "installation",
    event: email,
    words: "reset the two-step sign-in of",
  }),
  "installationOwner.create": audited({
    least: "installation",
    event: owner,
    words: (event) => `made ${event.email} an owner of the installation`,
  }),
  "installationOwner.change": audited({
    least: "installation",
    event: owner,
    words: (event) =>
      event.installationOwner
        ? `made ${event.email} an owner of the installation`
        : `removed ${event.email} as an owner of the installation`,
  }),
  // `secret`: whether another one was set, never what it is.
  "connection.save": audited({
    least: "installation",
    event: z.strictObject({ name: text, before: members, after: members, secret: flag }),
    words: "saved the sign-on connection",
  }),
  "connection.remove": audited({
    least: "installation",
    event: z.strictObject({ name: text, issuer: text }),
    words: "removed the sign-on connection",
  }),
  "connection.link": audited({
    least: "installation",
    event: z.strictObject({ email: text, connection: text, newAccount: flag }),
    words: (event) =>
      `${event.newAccount ? "created an account for" : "linked the account of"} ${event.email}, who signed in with${quoted(event.connection)}`,
  }),
  "audit.read": { least: "owner" },
  // The filter of the export: of how long ago at most, and of whom, what and which thing.
  "audit.export": audited({
    least: "owner",
    event: z.strictObject({
      within: text,
      person: text.nullable(),
      group: text.nullable(),
      object: text.nullable(),
      // Whether there was a search text; not which: it may name a person, and the log stays.
      searched: flag,
    }),
    words: "exported the audit log",
  }),
} as const satisfies Record<string, ActionEntry>;
