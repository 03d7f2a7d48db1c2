import { Compass } from "lucide-react";
import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        alone
        picture={<Compass />}
        title="Page not found"
        action={
          <Link href="/" className={buttonClass("primary")}>
            Go home
          </Link>
        }
      >
        Check the address, or switch service.
      </EmptyState>
    </main>
  );
}
