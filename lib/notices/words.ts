import { refusedWords } from "@/lib/describe/refusals";
import type { NoticeKind } from "@/lib/inputs/notice";
import { paths } from "@/lib/inputs/paths";
import { providerNames, type ProviderKind } from "@/lib/interface/device-kinds";

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
export type Topic = { serviceId: string; service: string; at: Date } & (
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
  // Sent to the members who get the notices of campaigns.
  | { kind: "overdue"; id: string; orderId: string; name: string }
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
  // Sent to the members who get the notices of keys.
  | { kind: "jwtSecret"; id: string; expiresAt: Date; ended: boolean }
);

const day = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });
const counted = (count: number, one: string) =>
  `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;

/** Puts what was found into words, and says where it is mended. */
export function noticeOf(finding: Topic): Notice {
  const { serviceId, service } = finding;
  // A certificate is a part of a credential, and a JWT secret is a key: members who follow the one
  // follow the other.
  const kinds = { certificate: "credential", jwtSecret: "key", overdue: "campaign" } as const;
  const kind =
    finding.kind === "certificate" || finding.kind === "jwtSecret" || finding.kind === "overdue"
      ? kinds[finding.kind]
      : finding.kind;
  const at = finding.at.toISOString();
  const { href, ...words } = worded(finding, at);
  const notice = { kind, serviceId, service, at, ...words, href: `${href}?service=${serviceId}` };
  if (finding.kind !== "approval") return notice;
  return finding.of === "decided"
    ? { ...notice, only: finding.askedBy }
    : { ...notice, notFor: [finding.askedBy, finding.editedBy] };
}

type Words = Pick<Notice, "id" | "title" | "body" | "href">;

function worded(finding: Topic, at: string): Words {
  switch (finding.kind) {
    case "credential":
      return {
        id: `credential:${finding.id}:${at}`,
        title: `${providerNames[finding.provider]} refuses the credential of ${finding.app}`,
        body: `${refusedWords(finding.provider, finding.reason)} Its messages wait until you fix the credential, unless they expire first.`,
        href: paths.app(finding.appId),
      };
    case "certificate":
      return {
        id: `credential:${finding.id}:${finding.expiresAt.toISOString()}:${finding.ended ? "ended" : "soon"}`,
        title: `The certificate of ${finding.app} for ${providerNames[finding.provider]} ${finding.ended ? "has expired" : "is about to expire"}`,
        body: `${finding.ended ? "Messages have waited since" : "Nothing is sent with it from"} ${day.format(finding.expiresAt)}${finding.ended ? ", and are sent once you replace it, unless they expire first." : " on. Replace it before then."}`,
        href: paths.app(finding.appId),
      };
    case "campaign":
      return {
        id: `campaign:${finding.id}:${finding.nonce}`,
        title: finding.failed
          ? `${named(finding.name)} was not sent`
          : `Part of ${named(finding.name)} was refused`,
        body: finding.failed
          ? (finding.problem ?? "Open it to see why.")
          : `${counted(finding.refused, "request")} of ${finding.requests.toLocaleString("en")} ${finding.refused === 1 ? "was" : "were"} refused.`,
        href: paths.campaign(finding.id),
      };
    case "overdue":
      return {
        id: `campaign:${finding.id}:overdue:${finding.orderId}:${at}`,
        title: `${named(finding.name)} missed its time`,
        body: "Clarion could not send at its time. Nothing is sent until a member decides.",
        href: paths.campaign(finding.id),
      };
    case "approval":
      return approvalWords(finding);
    case "receiver":
      return receiverWords(finding, at);
    case "key":
      return {
        id: `key:${finding.id}:${finding.ended ? "ended" : "soon"}`,
        title: `The key ${named(finding.name)} ${finding.ended ? "has expired" : "is about to expire"}`,
        body: `${finding.prefix}… ${finding.ended ? "has been refused since" : "is refused from"} ${day.format(finding.expiresAt)}${finding.ended ? "." : " on. Replace it before then."}`,
        href: paths.service(finding.serviceId),
      };
    case "jwtSecret":
      return {
        id: `jwtSecret:${finding.id}:${finding.ended ? "ended" : "soon"}`,
        title: `The JWT secret of ${finding.service} ${finding.ended ? "has expired" : "is about to expire"}`,
        body: `Tokens that it signs ${finding.ended ? "have been refused since" : "are refused from"} ${day.format(finding.expiresAt)}${finding.ended ? "." : " on. Replace it before then."}`,
        href: paths.service(finding.serviceId),
      };
  }
}

function approvalWords(finding: Extract<Topic, { kind: "approval" }>): Words {
  return finding.of === "waiting"
    ? {
        id: `approval:${finding.id}`,
        title: `${named(finding.name)} waits for approval`,
        body: `${finding.by} asked${finding.note === "" ? "." : `: ${finding.note}`}`,
        href: paths.campaign(finding.campaignId),
      }
    : {
        id: `approval:${finding.id}:decided`,
        title: `${named(finding.name)} was ${finding.approved ? "approved" : "declined"}`,
        body: `By ${finding.by}${finding.reason === "" ? "." : `: ${finding.reason}`}${finding.approved ? " It can be sent now." : ""}`,
        href: paths.campaign(finding.campaignId),
      };
}

function receiverWords(finding: Extract<Topic, { kind: "receiver" }>, at: string): Words {
  return finding.of === "gone"
    ? {
        id: `receiver:${finding.id}:${at}`,
        title: "A webhook answered 410 Gone and was switched off",
        body: `${finding.url} gets no updates until it is switched on again.`,
        href: paths.notifyUrls(),
      }
    : {
        // Sent again when more is given up on another day.
        id: `receiver:${finding.serviceId}:${finding.receiver}:${finding.url}:${at.slice(0, 10)}`,
        title: "Delivery updates were parked",
        body: `${finding.cut ? "More than " : ""}${counted(finding.parked, "update")} for ${finding.url} could not be delivered. Send them again once it answers.`,
        href: paths.notifyUrls(),
      };
}

function named(name: string): string {
  return name === "" ? "a message without a name" : `“${name}”`;
}
