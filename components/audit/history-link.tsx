import { History } from "lucide-react";
import { LinkButton } from "@/components/shell/link-button";
import { SameServiceLink } from "@/components/shell/same-service";
import { MenuItem } from "@/components/ui/dropdown-menu";
import { historyHref } from "./history-href";

/** The way to the audit log of one object, by its id. For members who may read the log. */
export function HistoryLink({ object }: { object: string }) {
  return (
    <LinkButton variant="ghost" icon={History} href={historyHref(object)}>
      Changes
    </LinkButton>
  );
}

/** {@link HistoryLink} in a menu. */
export function HistoryItem({ object }: { object: string }) {
  return (
    <MenuItem asChild>
      <SameServiceLink href={historyHref(object)}>
        <History aria-hidden />
        Changes
      </SameServiceLink>
    </MenuItem>
  );
}
