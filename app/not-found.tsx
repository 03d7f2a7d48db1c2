import { Compass } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        alone
        picture={<Compass />}
        title="There is nothing at this address"
        action={
          <Button asChild variant="primary">
            <Link href="/">Go home</Link>
          </Button>
        }
      >
        It may have been mistyped, or what was here belongs to another service.
      </EmptyState>
    </main>
  );
}
