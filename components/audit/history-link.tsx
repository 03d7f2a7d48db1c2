import { History } from "lucide-react";
import type { LinkItem } from "@/components/listing/row-menu";
import { LinkButton } from "@/components/shell/link-button";
import { historyHref } from "./history-href";

/** The way to the audit log of one object, by its id. For members who may read the log. */
export function HistoryLink({ object }: { object: string }) {
  return (
    <LinkButton variant="ghost" icon={History} href={historyHref(object)}>
      Changes
    </LinkButton>
  );
}

/** Returns the entry of a menu that leads where {@link HistoryLink} does. */
export function historyItem(object: string): LinkItem {
  return { icon: History, label: "Changes", href: historyHref(object) };
}
