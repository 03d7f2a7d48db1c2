"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import { isHere, places } from "./places";
import { SameServiceLink } from "./same-service";

/** The places, one below the other. */
export function SideNavigation() {
  const pathname = usePathname();
  return (
    <nav aria-label="Main">
      <ul className="space-y-0.5">
        {places.map((place) => {
          const here = isHere(place, pathname);
          return (
            <li key={place.href}>
              <SameServiceLink
                href={place.href}
                aria-current={here ? "page" : undefined}
                aria-keyshortcuts={`g ${place.key}`}
                className={cn(
                  "group relative flex h-8.5 items-center gap-2.5 rounded-md px-2.5 text-base transition-colors",
                  here ? "bg-hover font-medium text-ink" : "text-ink-muted hover:bg-hover/60 hover:text-ink",
                )}
              >
                {here && <span aria-hidden className="absolute inset-y-2 -left-3 w-0.75 rounded-r-full bg-accent" />}
                <place.icon
                  aria-hidden
                  className={cn("size-4.5", here ? "text-accent-deep" : "text-ink-faint group-hover:text-ink-muted")}
                  strokeWidth={1.75}
                />
                <span className="flex-1">{place.label}</span>
                <span aria-hidden className="hidden gap-0.5 group-hover:flex group-focus-visible:flex">
                  <Kbd>g</Kbd>
                  <Kbd>{place.key}</Kbd>
                </span>
              </SameServiceLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The same places in reach of a thumb. */
export function BottomNavigation() {
  const pathname = usePathname();
  const list = useRef<HTMLUListElement>(null);
  // The place one is at may be out of sight. What scrolling answers is no clean-up: newer browsers answer a promise.
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pathname]);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul ref={list} className="grid auto-cols-[minmax(4.25rem,1fr)] grid-flow-col overflow-x-auto">
        {places.map((place) => {
          const here = isHere(place, pathname);
          return (
            <li key={place.href}>
              <SameServiceLink
                href={place.href}
                aria-current={here ? "page" : undefined}
                className={cn(
                  "relative flex h-14 flex-col items-center justify-center gap-0.5 text-2xs focus-visible:outline-offset-[-3px]",
                  here ? "font-medium text-ink" : "text-ink-muted",
                )}
              >
                {here && <span aria-hidden className="absolute top-0 h-0.5 w-8 rounded-b-full bg-accent" />}
                <place.icon aria-hidden className={cn("size-5", here && "text-accent-deep")} strokeWidth={1.75} />
                {place.label}
              </SameServiceLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
