import { History } from "lucide-react";
import type { LinkItem } from "@/components/listing/row-menu";
import { LinkButton } from "@/components/shell/link-button";
import { paths } from "@/lib/inputs/paths";

/**
 * The audit log of one object, by its id, as far back as it goes: in the service at hand, or of the
 * installation.
 */
export function historyHref(object: string, installation = false): string {
  return paths.audit({
    object,
    within: "10y",
    of: installation ? "installation" : undefined,
  });
}

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
