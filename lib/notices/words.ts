import { refusedWords } from "@/lib/describe/refusals";
import type { NoticeKind } from "@/lib/inputs/notice";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { providerNames } from "@/lib/interface/provider-names";

/** Something that needs attention. */
export interface Notice {
  /** The same for as long as it is the same matter; it begins with its kind. */
  id: string;
  kind: NoticeKind;
  serviceId: string;
  service: string;
  /** When it began, ISO 8601 UTC. */
  at: string;
  title: string;
  body: string;
  /** Page of the console where it is mended. */
  href: string;
  /** Ids of members whom it does not concern, with any rights. */
  notFor?: readonly (string | null)[];
  /** The one whom it concerns. */
  only?: string;
}

/** What is found of one, before it is put into words. */
export type Found = { serviceId: string; service: string; at: Date } & (
  | {
      kind: "credential";
      id: string;
      appId: string;
      app: string;
      provider: ProviderKind;
      reason: string;
    }
  | {
      kind: "certificate";
      id: string;
      appId: string;
      app: string;
      provider: ProviderKind;
      expiresAt: Date;
      ended: boolean;
    }
  | {
      kind: "campaign";
      id: string;
      nonce: string;
      name: string;
      failed: boolean;
      problem: string | null;
      refused: number;
      requests: number;
    }
  | {
      kind: "approval";
      of: "waiting";
      id: string;
      campaignId: string;
      name: string;
      note: string;
      by: string;
      askedBy: string;
      editedBy: string | null;
    }
  | {
      kind: "approval";
      of: "decided";
      id: string;
      campaignId: string;
      name: string;
      approved: boolean;
      reason: string;
      by: string;
      askedBy: string;
    }
  | { kind: "receiver"; of: "parked"; receiver: string; url: string; parked: number; cut: boolean }
  | { kind: "receiver"; of: "gone"; id: string; url: string }
  | { kind: "key"; id: string; name: string; prefix: string; expiresAt: Date; ended: boolean }
  // Told to who is told of keys.
  | { kind: "jwtSecret"; id: string; expiresAt: Date; ended: boolean }
);

const day = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });
const counted = (count: number, one: string) =>
  `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;

/** Puts what was found into words, and says where it is mended. */
export function noticeOf(found: Found): Notice {
  const { serviceId, service } = found;
  // A certificate is a part of a credential, and a JWT secret is a key: whoever follows the one
  // follows the other.
  const kinds = { certificate: "credential", jwtSecret: "key" } as const;
  const kind =
    found.kind === "certificate" || found.kind === "jwtSecret" ? kinds[found.kind] : found.kind;
  const at = found.at.toISOString();
  const { href, ...words } = worded(found, at);
  const notice = { kind, serviceId, service, at, ...words, href: `${href}?service=${serviceId}` };
  if (found.kind !== "approval") return notice;
  return found.of === "decided"
    ? { ...notice, only: found.askedBy }
    : { ...notice, notFor: [found.askedBy, found.editedBy] };
}

type Words = Pick<Notice, "id" | "title" | "body" | "href">;

function worded(found: Found, at: string): Words {
  switch (found.kind) {
    case "credential":
      return {
        id: `credential:${found.id}:${at}`,
        title: `${providerNames[found.provider]} refuses the credential of ${found.app}`,
        body: `${refusedWords(found.provider, found.reason)} Its messages wait until you fix the credential, unless they expire first.`,
        href: `/settings/apps/${found.appId}`,
      };
    case "certificate":
      return {
        id: `credential:${found.id}:${found.expiresAt.toISOString()}:${found.ended ? "ended" : "soon"}`,
        title: `The certificate of ${found.app} for ${providerNames[found.provider]} ${found.ended ? "has expired" : "is about to expire"}`,
        body: `${found.ended ? "Messages have waited since" : "Nothing is sent with it from"} ${day.format(found.expiresAt)}${found.ended ? ", and are sent once you replace it, unless they expire first." : " on. Replace it before then."}`,
        href: `/settings/apps/${found.appId}`,
      };
    case "campaign":
      return {
        id: `campaign:${found.id}:${found.nonce}`,
        title: found.failed
          ? `${named(found.name)} was not sent`
          : `Part of ${named(found.name)} was refused`,
        body: found.failed
          ? (found.problem ?? "Open it to see why.")
          : `${counted(found.refused, "request")} of ${found.requests.toLocaleString("en")} ${found.refused === 1 ? "was" : "were"} refused.`,
        href: `/campaigns/${found.id}`,
      };
    case "approval":
      return approvalWords(found);
    case "receiver":
      return receiverWords(found, at);
    case "key":
      return {
        id: `key:${found.id}:${found.ended ? "ended" : "soon"}`,
        title: `The key ${named(found.name)} ${found.ended ? "has expired" : "is about to expire"}`,
        body: `${found.prefix}… ${found.ended ? "has been refused since" : "is refused from"} ${day.format(found.expiresAt)}${found.ended ? "." : " on. Replace it before then."}`,
        href: `/settings/services/${found.serviceId}`,
      };
    case "jwtSecret":
      return {
        id: `jwtSecret:${found.id}:${found.ended ? "ended" : "soon"}`,
        title: `The JWT secret of ${found.service} ${found.ended ? "has expired" : "is about to expire"}`,
        body: `Tokens that it signs ${found.ended ? "have been refused since" : "are refused from"} ${day.format(found.expiresAt)}${found.ended ? "." : " on. Replace it before then."}`,
        href: `/settings/services/${found.serviceId}`,
      };
  }
}

function approvalWords(found: Extract<Found, { kind: "approval" }>): Words {
  return found.of === "waiting"
    ? {
        id: `approval:${found.id}`,
        title: `${named(found.name)} waits for approval`,
        body: `${found.by} asked${found.note === "" ? "." : `: ${found.note}`}`,
        href: `/campaigns/${found.campaignId}`,
      }
    : {
        id: `approval:${found.id}:decided`,
        title: `${named(found.name)} was ${found.approved ? "approved" : "declined"}`,
        body: `By ${found.by}${found.reason === "" ? "." : `: ${found.reason}`}${found.approved ? " It can be sent now." : ""}`,
        href: `/campaigns/${found.campaignId}`,
      };
}

function receiverWords(found: Extract<Found, { kind: "receiver" }>, at: string): Words {
  return found.of === "gone"
    ? {
        id: `receiver:${found.id}:${at}`,
        title: "A webhook answered 410 Gone and was switched off",
        body: `${found.url} gets no updates until it is switched on again.`,
        href: "/settings/notify-urls",
      }
    : {
        // Told again when more is given up on another day.
        id: `receiver:${found.serviceId}:${found.receiver}:${found.url}:${at.slice(0, 10)}`,
        title: "Delivery updates were parked",
        body: `${found.cut ? "More than " : ""}${counted(found.parked, "update")} for ${found.url} could not be delivered. Send them again once it answers.`,
        href: "/settings/notify-urls",
      };
}

function named(name: string): string {
  return name === "" ? "a message without a name" : `“${name}”`;
}
