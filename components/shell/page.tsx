import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { SameServiceLink } from "./same-service";

interface PageProps {
  title: ReactNode;
  /** Whether the title is still loading: its placeholder is no heading. */
  loading?: boolean;
  /** Above the title: the way back. */
  trail?: ReactNode;
  description?: ReactNode;
  /** To the right of the title, the most important last. */
  actions?: ReactNode;
  /** For pages that are all table or all tool. */
  wide?: boolean;
  /** For editors: their fields begin high on the screen. On a phone the title is not drawn. */
  dense?: boolean;
  children: ReactNode;
}

/** A page inside the shell: its title and its width. */
export function Page({
  title,
  trail,
  description,
  actions,
  loading = false,
  wide = false,
  dense = false,
  children,
}: PageProps) {
  const Title = loading ? "div" : "h1";
  return (
    <div
      className={cn(
        "relative mx-auto w-full px-4 pt-5 pb-12 sm:px-6 md:pt-7 lg:px-8",
        dense &&
          "pt-2 max-md:flex max-md:min-h-[calc(100dvh-8.25rem)] max-md:flex-col sm:pt-4 md:pt-5",
        wide ? "max-w-[110rem] min-[140rem]:max-w-none" : "max-w-6xl min-[120rem]:max-w-[90rem]",
      )}
    >
      {trail && (
        <div className={cn("text-sm text-ink-faint", dense ? "mb-1" : "mb-2")}>{trail}</div>
      )}
      <header
        className={cn(
          "flex flex-wrap items-start justify-between gap-x-4 gap-y-3",
          dense ? "mb-2 max-sm:sr-only" : "mb-5",
        )}
      >
        {/* On a phone, one or two short actions stay next to the title. */}
        <div className="min-w-0 max-sm:min-w-40 max-sm:flex-1 max-sm:basis-40">
          <Title className="foreign text-xl font-semibold tracking-[-0.015em]">{title}</Title>
          {description && <div className="mt-0.5 text-base text-ink-muted">{description}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** Above the heading of a page: the way back to the list that it belongs to. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <SameServiceLink
      href={href}
      className="-ml-1 inline-flex h-6 items-center gap-0.5 rounded-sm pr-1 hover:text-ink"
    >
      <ChevronLeft aria-hidden className="size-4" />
      {children}
    </SameServiceLink>
  );
}
