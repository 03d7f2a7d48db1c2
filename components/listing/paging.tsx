import { ArrowLeft, ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { LinkButton } from "@/components/shell/link-button";
import { Button } from "@/components/ui/button";
import type { PageOf } from "@/lib/verb/page-of";
import { countText, type Noun } from "./count-text";
import { hrefIn, type ListAddress } from "./list-address";

interface PagingProps {
  address: ListAddress;
  page: PageOf<unknown>;
  noun: Noun;
  /** Rows of the whole list, where the caller has counted them. */
  exactly?: number | undefined;
}

/**
 * How much there is, and the ways to the pages before and behind. Lists are paged by key, so there
 * are no page numbers.
 */
export function Paging({ address, page, noun, exactly }: PagingProps) {
  const { next, previous, total } = page;
  return (
    <div className="flex min-h-12 items-center justify-between gap-2 border-t border-line px-4 py-2.5">
      <p className="text-xs text-ink-faint tabular-nums">
        {exactly === undefined ? countText(total, noun) : countText(exactly, noun, "all")}
      </p>
      {(next !== null || previous !== null) && (
        <nav aria-label="Pages" className="flex gap-2">
          <Step
            href={previous === null ? undefined : hrefIn(address, { before: previous })}
            rel="prev"
          >
            <ArrowLeft aria-hidden />
            Previous
          </Step>
          <Step href={next === null ? undefined : hrefIn(address, { after: next })} rel="next">
            Next
            <ArrowRight aria-hidden />
          </Step>
        </nav>
      )}
    </div>
  );
}

function Step({
  href,
  rel,
  children,
}: {
  href: string | undefined;
  rel: "prev" | "next";
  children: ReactNode;
}) {
  return href === undefined ? (
    <Button size="sm" disabled>
      {children}
    </Button>
  ) : (
    <LinkButton size="sm" href={href} rel={rel}>
      {children}
    </LinkButton>
  );
}
