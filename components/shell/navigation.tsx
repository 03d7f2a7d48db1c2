"use client";

import { Ellipsis, type LucideIcon } from "lucide-react";
import { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import { DropdownMenu, MenuItem } from "@/components/ui/overlay/dropdown-menu";
import { Kbd } from "@/components/ui/verbatim";
import { paths } from "@/lib/inputs/paths";
import { hasOwnBar, isHere, places } from "./places";
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
                  "group relative isolate flex h-8.5 items-center gap-2.5 rounded-md px-2.5 text-base transition-colors",
                  here
                    ? "bg-hover font-medium text-ink"
                    : "text-ink-muted hover:bg-hover/60 hover:text-ink",
                )}
              >
                {here ? <span aria-hidden className={sideMark} /> : <Coming mark={sideMark} />}
                <place.icon
                  aria-hidden
                  className={cn(
                    "size-4.5",
                    here ? "text-accent-deep" : "text-ink-faint group-hover:text-ink-muted",
                  )}
                  strokeWidth={1.75}
                />
                <span className="flex-1">{place.label}</span>
                <span
                  aria-hidden
                  className="hidden gap-0.5 group-hover:flex group-focus-visible:flex"
                >
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

const sideMark = "absolute inset-y-2 -left-3 w-0.75 rounded-r-full bg-accent";
const tabMark = "absolute top-0 h-0.5 w-8 rounded-b-full bg-accent";

/** Marks a link at once whose page is on its way. */
function Coming({ mark }: { mark: string }) {
  const { pending } = useLinkStatus();
  if (!pending) return null;
  return (
    <>
      <span aria-hidden className={mark} />
      <span aria-hidden className="absolute inset-0 -z-10 rounded-md bg-hover" />
    </>
  );
}

/** What does not fit in one row on a phone is behind "More". */
const atHand = places.filter(({ href }) =>
  ["/", paths.compose(), paths.campaigns(), paths.messages()].includes(href),
);
const more = places.filter((place) => !atHand.includes(place));

const tabClass =
  "relative isolate flex h-14 w-full flex-col items-center justify-center gap-0.5 text-2xs focus-visible:outline-offset-[-3px]";

/**
 * The same places in reach of a thumb. An editor has its own bar in their stead; the logo and the
 * search lead away from it.
 */
export function BottomNavigation() {
  const pathname = usePathname();
  if (hasOwnBar(pathname)) return null;
  const beyond = more.some((place) => isHere(place, pathname));
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {atHand.map((place) => {
          const here = isHere(place, pathname);
          return (
            <li key={place.href}>
              <SameServiceLink
                href={place.href}
                aria-current={here ? "page" : undefined}
                className={cn(tabClass, here ? "font-medium text-ink" : "text-ink-muted")}
              >
                {!here && <Coming mark={tabMark} />}
                <Picture icon={place.icon} here={here} />
                {place.label}
              </SameServiceLink>
            </li>
          );
        })}
        <li>
          <DropdownMenu
            side="top"
            trigger={
              <button
                type="button"
                className={cn(tabClass, beyond ? "font-medium text-ink" : "text-ink-muted")}
              >
                <Picture icon={Ellipsis} here={beyond} />
                More
              </button>
            }
          >
            {more.map((place) => (
              <MenuItem key={place.href} asChild>
                <SameServiceLink
                  href={place.href}
                  aria-current={isHere(place, pathname) ? "page" : undefined}
                >
                  <place.icon aria-hidden />
                  {place.label}
                </SameServiceLink>
              </MenuItem>
            ))}
          </DropdownMenu>
        </li>
      </ul>
    </nav>
  );
}

function Picture({ icon: Icon, here }: { icon: LucideIcon; here: boolean }) {
  return (
    <>
      {here && <span aria-hidden className={tabMark} />}
      <Icon aria-hidden className={cn("size-5", here && "text-accent-deep")} strokeWidth={1.75} />
    </>
  );
}
