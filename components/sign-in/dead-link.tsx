import { Link2Off } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { paths } from "@/lib/inputs/paths";

/**
 * In the place of what a link opened once: whether it was used, was revoked, has expired or never
 * was, is not shown.
 */
export function DeadLink({
  title = "This link no longer works",
  children,
}: {
  title?: string;
  children?: ReactNode;
}) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        alone
        picture={<Link2Off />}
        title={title}
        action={
          <Link href={paths.signIn()} className={buttonClass()}>
            Sign in
          </Link>
        }
      >
        {children || "It was used, was revoked or has expired. Ask the sender for a new one."}
      </EmptyState>
    </main>
  );
}
