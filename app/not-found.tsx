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
        title="Page not found"
        action={
          <Button asChild variant="primary">
            <Link href="/">Go home</Link>
          </Button>
        }
      >
        Check the address, or switch service.
      </EmptyState>
    </main>
  );
}
