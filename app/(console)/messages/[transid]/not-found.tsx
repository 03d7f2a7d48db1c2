import { SearchX } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export default function MessageNotFound() {
  return (
    <EmptyState
      picture={<SearchX />}
      title="There is no such message"
      action={
        <Button asChild>
          <Link href="/messages">All messages</Link>
        </Button>
      }
    >
      Check the transid: it is 36 characters long and was in the reply to the request.
    </EmptyState>
  );
}
