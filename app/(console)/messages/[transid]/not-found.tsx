import { SearchX } from "lucide-react";
import { SameServiceLink } from "@/components/shell/same-service";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export default function MessageNotFound() {
  return (
    <EmptyState
      alone
      picture={<SearchX />}
      title="There is no such message"
      action={
        <Button asChild>
          <SameServiceLink href="/messages">All messages</SameServiceLink>
        </Button>
      }
    >
      Check the transid: it is 36 characters long and was in the reply to the request.
    </EmptyState>
  );
}
