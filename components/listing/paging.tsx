import { ArrowLeft, ArrowRight } from "lucide-react";
import { SameServiceLink } from "@/components/shell/same-service";
import { Button } from "@/components/ui/button";

/** Older and newest: lists are paged by key, so there are no page numbers. Nothing is shown for a single page. */
export function Paging({ older, newest }: { older: string | undefined; newest: string | undefined }) {
  if (older === undefined && newest === undefined) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-2 border-t border-line px-4 py-2.5">
      {newest === undefined ? (
        <span />
      ) : (
        <Button asChild size="sm">
          <SameServiceLink href={newest}>
            <ArrowLeft aria-hidden />
            First page
          </SameServiceLink>
        </Button>
      )}
      {older !== undefined && (
        <Button asChild size="sm">
          <SameServiceLink href={older} rel="next">
            Next page
            <ArrowRight aria-hidden />
          </SameServiceLink>
        </Button>
      )}
    </nav>
  );
}
