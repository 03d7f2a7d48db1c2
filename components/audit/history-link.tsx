import { History } from "lucide-react";
import { SameServiceLink } from "@/components/shell/same-service";
import { Button } from "@/components/ui/button";
import { MenuItem } from "@/components/ui/dropdown-menu";
import { historyHref } from "./history-href";

/** The way to the audit log of one object, by its id. For members who may read the log. */
export function HistoryLink({ object }: { object: string }) {
  return (
    <Button asChild variant="ghost">
      <SameServiceLink href={historyHref(object)}>
        <History aria-hidden />
        History
      </SameServiceLink>
    </Button>
  );
}

/** {@link HistoryLink} in a menu. */
export function HistoryItem({ object }: { object: string }) {
  return (
    <MenuItem asChild>
      <SameServiceLink href={historyHref(object)}>
        <History aria-hidden />
        History
      </SameServiceLink>
    </MenuItem>
  );
}
