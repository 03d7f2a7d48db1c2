import { SearchX } from "lucide-react";
import { SameServiceLink } from "@/components/shell/same-service";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export default function AudienceNotFound() {
  return (
    <EmptyState
      alone
      picture={<SearchX />}
      title="There is no such list"
      action={
        <Button asChild>
          <SameServiceLink href="/audiences">All audiences</SameServiceLink>
        </Button>
      }
    >
      It may have been removed, or the address is incomplete.
    </EmptyState>
  );
}
