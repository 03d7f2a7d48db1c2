import {
  AppWindow,
  Boxes,
  FileText,
  Fingerprint,
  Image,
  KeyRound,
  Layers,
  ListChecks,
  ListFilter,
  LogIn,
  Send,
  Smartphone,
  Stamp,
  User,
  Users,
  Webhook,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { campaignLooks } from "@/components/facts/campaign-looks";
import { RelativeTime } from "@/components/ui/relative-time";
import { Code, Verbatim } from "@/components/ui/verbatim";
import { recipientsText } from "@/lib/compose/recipients";
import { paths } from "@/lib/inputs/paths";
import type { CampaignState } from "@/lib/results/campaign-list";
import type { SearchResult, FoundKind } from "@/lib/results/find-by-name";

/** What was found of one kind. */
export interface FoundGroup {
  heading: string;
  icon: LucideIcon;
  rows: { id: string; name: string; aside: ReactNode; href: string }[];
}

interface KindLook {
  heading: string;
  icon: LucideIcon;
  href: (match: SearchResult) => string;
  /** What stands next to the name; nothing when left out. */
  aside?: (aside: string) => ReactNode;
}

const code = (aside: string) => <Code>{aside}</Code>;
const foreign = (aside: string) => <Verbatim>{aside}</Verbatim>;
const endpoints = () => paths.notifyUrls();

/** In the order in which groups are shown. */
const looks: Record<FoundKind, KindLook> = {
  campaign: {
    heading: "Campaigns",
    icon: Layers,
    href: ({ id, aside }) =>
      aside === "draft" ? paths.compose({ campaign: id }) : paths.campaign(id),
    aside: (state) => campaignLooks[state as CampaignState].label,
  },
  approval: {
    heading: "Waiting for approval",
    icon: Stamp,
    href: ({ id }) => paths.campaign(id),
    aside: (by) => <>from {foreign(by)}</>,
  },
  list: {
    heading: "Lists",
    icon: Users,
    href: ({ id }) => paths.audience(id),
    aside: (count) => recipientsText(Number(count)),
  },
  segment: { heading: "Segments", icon: ListFilter, href: ({ id }) => paths.segment(id) },
  template: {
    heading: "Templates",
    icon: FileText,
    href: ({ id }) => paths.template(id),
    aside: code,
  },
  app: { heading: "Apps", icon: AppWindow, href: ({ id }) => paths.app(id), aside: code },
  device: { heading: "Devices", icon: Smartphone, href: ({ id }) => paths.device(id), aside: code },
  media: {
    heading: "Media",
    icon: Image,
    href: ({ name }) => paths.media({ q: name }),
    aside: foreign,
  },
  key: { heading: "Service keys", icon: KeyRound, href: () => paths.services(), aside: code },
  auth: {
    heading: "Authentications",
    icon: Fingerprint,
    href: endpoints,
    aside: foreign,
  },
  webhook: { heading: "Webhooks", icon: Webhook, href: endpoints },
  notifyurl: { heading: "Notify URL", icon: ListChecks, href: endpoints },
  member: {
    heading: "Members",
    icon: User,
    href: ({ aside }) => paths.members({ q: aside }),
    aside: foreign,
  },
  service: {
    heading: "Services",
    icon: Boxes,
    href: ({ id }) => paths.service(id, { service: id }),
  },
  connection: {
    heading: "Single sign-on",
    icon: LogIn,
    href: ({ id }) => paths.connection(id),
    aside: foreign,
  },
  message: {
    heading: "Messages",
    icon: Send,
    href: ({ id }) => paths.message(id),
    aside: (acceptedAt) => <RelativeTime at={acceptedAt} focusable={false} />,
  },
};

/**
 * What was found, by kind, and where each leads; kinds of which nothing was found are left out.
 * `serviceId` is the service that was searched.
 */
export function groupsOf(matches: readonly SearchResult[], serviceId: string): FoundGroup[] {
  return (Object.keys(looks) as FoundKind[]).flatMap((kind) => {
    const { heading, icon, href, aside } = looks[kind];
    const rows = matches
      .filter((one) => one.kind === kind)
      .map((one) => ({
        // Ids of different kinds may be the same: a service's, and that of its notify URL.
        id: `${kind} ${one.id}`,
        name: one.name,
        aside: one.aside === "" ? undefined : aside?.(one.aside),
        href: kind === "key" ? paths.service(serviceId) : href(one),
      }));
    return rows.length > 0 ? [{ heading, icon, rows }] : [];
  });
}
