import { SearchX } from "lucide-react";
import { SameServiceLink } from "@/components/shell/same-service";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export default function CampaignNotFound() {
  return (
    <EmptyState
      alone
      picture={<SearchX />}
      title="There is no such campaign"
      action={
        <Button asChild>
          <SameServiceLink href="/campaigns">All campaigns</SameServiceLink>
        </Button>
      }
    >
      It may have been removed, or the address is incomplete.
    </EmptyState>
  );
}
