"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { roomsIn, type NarrowedRooms } from "@/components/shell/places";
import { SameServiceLink, useAskedService } from "@/components/shell/same-service";
import { cn } from "@/components/ui/cn";

interface SettingsNavigationProps {
  narrowed: NarrowedRooms;
  /** The service of an address that names none. */
  firstService: string | undefined;
}

/**
 * Which of the rooms of the settings one is in, and the way to the others in which the member has
 * something to see or do.
 */
export function SettingsNavigation({ narrowed, firstService }: SettingsNavigationProps) {
  const pathname = usePathname();
  const askedService = useAskedService();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const room = nav.current?.querySelector("[aria-current]");
    if (nav.current && room) scrollToRoom(nav.current, room);
  }, [pathname]);
  return (
    <nav
      ref={nav}
      aria-label="Settings"
      className="mx-auto w-full max-w-6xl min-[120rem]:max-w-[90rem] scroll-edge overflow-x-auto px-4 pt-4 sm:px-6 lg:px-8"
    >
      <ul className="flex min-w-max gap-1 border-b border-line">
        {roomsIn(narrowed, askedService ?? firstService).map(({ href, label }) => {
          const here = pathname === href || pathname.startsWith(`${href}/`);
          return (
            <li key={href}>
              <SameServiceLink
                href={href}
                aria-current={here ? "page" : undefined}
                className={cn(
                  "-mb-px block border-b-2 px-3 py-2 text-base transition-colors focus-visible:outline-offset-[-3px]",
                  here
                    ? "border-accent font-medium text-ink"
                    : "border-transparent text-ink-muted hover:text-ink",
                )}
              >
                {label}
              </SameServiceLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** On a phone the last rooms lie beyond the edge of the window. */
function scrollToRoom(nav: Element, room: Element): void {
  const [box, { left, right }] = [nav.getBoundingClientRect(), room.getBoundingClientRect()];
  if (left < box.left || right > box.right)
    nav.scrollLeft += (left + right - box.left - box.right) / 2;
}
