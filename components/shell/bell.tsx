"use client";

import { Bell as BellIcon } from "lucide-react";
import { usePathname } from "next/navigation";
import { buttonClass } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Tooltip } from "@/components/ui/overlay/tooltip";
import { paths } from "@/lib/inputs/paths";
import { SameServiceLink } from "./same-service";

/** Leads to the notices, with the number of new ones. */
export function Bell({ unseen }: { unseen: number }) {
  const here = usePathname() === paths.notices();
  return (
    <Tooltip content="Notices" side="bottom">
      <SameServiceLink
        href={paths.notices()}
        aria-label={unseen === 0 ? "Notices" : `Notices, ${unseen.toLocaleString("en")} new`}
        aria-current={here ? "page" : undefined}
        className={cn(
          buttonClass("ghost", "md"),
          "relative size-8.5 px-0",
          here && "bg-hover text-ink",
        )}
      >
        <BellIcon aria-hidden />
        {unseen > 0 && (
          <span
            aria-hidden
            className="absolute top-0.5 right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 text-2xs leading-none font-semibold text-on-accent tabular-nums"
          >
            {unseen > 99 ? "99+" : unseen}
          </span>
        )}
      </SameServiceLink>
    </Tooltip>
  );
}
