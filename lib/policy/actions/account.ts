import { z } from "zod";
import { audited, quoted, type ActionEntry } from "./entry";

const text = z.string();
const flag = z.boolean();
const account = z.strictObject({ name: text });
const nothing = z.strictObject({});
const passkey = z.strictObject({ name: text });
// The address is that of the actor.
const joined = z.strictObject({ email: text, role: text, maySend: flag, mayApprove: flag });
// `webhook`: its host, null for none; the rest of its address may let others in.
const noticeSettings = z.strictObject({
  email: flag,
  webhook: text.nullable(),
  muted: z.array(text),
});
const challenge = "it changes nothing before it is confirmed";

/** What a signed-in member does with their own account. */
export const accountActions = {
  "invitation.accept": audited({
    least: "account",
    event: joined,
    words: () => "accepted an invitation",
  }),
  "service.join": audited({
    least: "account",
    event: joined,
    words: () => "accepted an invitation",
  }),
  "self.rename": audited({
    least: "account",
    event: z.strictObject({ before: account, after: account }),
    words: "changed their own account",
  }),
  "password.change": audited({
    least: "account",
    event: nothing,
    words: "changed their password",
  }),
  "ownSession.end": audited({
    least: "account",
    event: nothing,
    words: "ended a session of their own",
  }),
  "self.signOutEverywhere": audited({
    least: "account",
    event: nothing,
    words: "signed out everywhere",
  }),
  "ownApp.begin": { least: "account", unaudited: challenge },
  "ownApp.confirm": audited({
    least: "account",
    event: nothing,
    words: "set up an authenticator app",
  }),
  "ownApp.remove": audited({
    least: "account",
    event: nothing,
    words: "removed their authenticator app",
  }),
  "ownPasskey.begin": { least: "account", unaudited: challenge },
  "ownPasskey.add": audited({
    least: "account",
    event: passkey,
    words: ({ name }) => `added the passkey${quoted(name)}`,
  }),
  "ownPasskey.rename": audited({
    least: "account",
    event: passkey,
    words: ({ name }) => `renamed the passkey${quoted(name)}`,
  }),
  "ownPasskey.remove": audited({
    least: "account",
    event: passkey,
    words: ({ name }) => `removed the passkey${quoted(name)}`,
  }),
  "recoveryCodes.renew": audited({
    least: "account",
    event: nothing,
    words: "created new recovery codes",
  }),
  "notice.see": {
    least: "account",
    unaudited: "looking at one's notices changes nothing for any other member",
  },
  "notice.choose": audited({
    least: "account",
    event: noticeSettings,
    words: "changed their notice settings",
  }),
  "noticeWebhook.forget": audited({
    least: "account",
    event: noticeSettings,
    words: "changed their notice settings",
  }),
} as const satisfies Record<string, ActionEntry>;
