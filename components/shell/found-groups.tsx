import { AppWindow, FileText, Layers, Send, User, Users, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { campaignLooks } from "@/components/campaign/campaign-looks";
import { RelativeTime } from "@/components/ui/relative-time";
import { recipientsText } from "@/lib/compose/recipients";
import type { FoundByName } from "@/lib/results/find-by-name";

/** What was found of one kind. */
interface FoundGroup {
  heading: string;
  icon: LucideIcon;
  rows: { id: string; name: string; aside: ReactNode; href: string }[];
}

/** What was found, by kind, and where each leads; kinds of which nothing was found are left out. */
export function groupsOf({ campaigns, lists, templates, apps, members, messages }: FoundByName): FoundGroup[] {
  const groups: FoundGroup[] = [
    {
      heading: "Campaigns",
      icon: Layers,
      rows: campaigns.map(({ id, name, state }) => ({
        id,
        name,
        aside: campaignLooks[state].label,
        href: state === "draft" ? `/compose?campaign=${id}` : `/campaigns/${id}`,
      })),
    },
    {
      heading: "Lists",
      icon: Users,
      rows: lists.map(({ id, name, recipients }) => ({ id, name, aside: recipientsText(recipients), href: `/audiences/${id}` })),
    },
    {
      heading: "Templates",
      icon: FileText,
      rows: templates.map(({ id, name, templateId }) => ({
        id,
        name,
        aside: <span className="code">{templateId}</span>,
        href: `/templates/${id}`,
      })),
    },
    {
      heading: "Apps",
      icon: AppWindow,
      rows: apps.map(({ id, name, appid }) => ({ id, name, aside: <span className="code">{appid}</span>, href: `/settings/apps/${id}` })),
    },
    {
      heading: "Members",
      icon: User,
      rows: members.map(({ id, name, email }) => ({
        id,
        name,
        aside: <span className="foreign">{email}</span>,
        href: `/settings/members?q=${encodeURIComponent(email)}`,
      })),
    },
    {
      heading: "Messages",
      icon: Send,
      rows: messages.map(({ transid, title, acceptedAt }) => ({
        id: transid,
        name: title,
        aside: <RelativeTime at={acceptedAt} focusable={false} />,
        href: `/messages/${transid}`,
      })),
    },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}
