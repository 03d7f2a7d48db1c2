import { SearchX } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export default function CampaignNotFound() {
  return (
    <EmptyState
      picture={<SearchX />}
      title="There is no such campaign"
      action={
        <Button asChild>
          <Link href="/campaigns">All campaigns</Link>
        </Button>
      }
    >
      It may have been removed, or the address is incomplete.
    </EmptyState>
  );
}
