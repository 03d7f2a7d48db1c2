"use client";

import { Braces, CircleAlert, CircleCheck, CircleDashed, TriangleAlert, Users } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { numberText } from "@/lib/compose/number-text";
import { recipientsText } from "@/lib/compose/recipients";
import { isOver, largestOf, sizeRows } from "@/lib/compose/sizes";
import { useExamined, useStanding } from "./examined/examined";
import type { SideTab } from "./panel/use-side";

/**
 * How many it goes to, how large it is, and what is wrong with it.
 *
 * @param isJsonBroken the JSON editor holds what cannot be read: this is shown in place of the
 *   problems
 */
export function BarFacts({
  onOpen,
  isJsonBroken = false,
}: {
  onOpen: (tab: SideTab) => void;
  isJsonBroken?: boolean;
}) {
  const { recipients } = useStanding();
  const view = useExamined();
  const rows = sizeRows(view);
  const largest = largestOf(rows);
  const over = largest !== undefined && isOver(largest);
  // Requests of a large send are filled up on purpose, so that their size says nothing about the
  // message.
  const usual =
    view.requests === 1 ? rows[0] : largestOf(rows.filter(({ what }) => what !== "request"));
  const mainRow = over ? largest : usual;
  return (
    <>
      {/* Where it would cost a third row, the button that sends has the number alone. */}
      <span className="inline-flex h-7 items-center gap-1.5 px-2 text-sm text-ink-muted tabular-nums max-lg:hidden">
        <Users aria-hidden className="size-4 text-ink-faint" />
        {recipientsText(recipients)}
      </span>
      <Chip onClick={() => onOpen("bytes")} alarm={over} className={over ? "" : "max-sm:hidden"}>
        {mainRow && (
          <span>
            <span className="max-sm:sr-only">{mainRow.label} </span>
            {numberText(mainRow.bytes)} / {numberText(mainRow.limit)}
            <span className="max-sm:sr-only"> bytes</span>
          </span>
        )}
      </Chip>
      {isJsonBroken ? <BrokenJson onOpen={onOpen} /> : <ChecksChip onOpen={onOpen} />}
    </>
  );
}

/** The JSON editor is wrong; opens it. */
export function BrokenJson({ onOpen }: { onOpen: (tab: SideTab) => void }) {
  return (
    <Chip onClick={() => onOpen("json")} alarm>
      <Braces aria-hidden className="size-4" />
      The JSON can’t be read
    </Chip>
  );
}

function ChecksChip({ onOpen }: { onOpen: (tab: SideTab) => void }) {
  const { errors, missing, warnings } = useStanding();
  return (
    <Chip onClick={() => onOpen("checks")} alarm={errors.length > 0}>
      {errors.length > 0 && (
        <>
          <CircleAlert aria-hidden className="size-4" />
          <span>
            {errors.length}
            <span className={warnings.length > 0 ? "max-sm:sr-only" : ""}>
              {" "}
              {errors.length === 1 ? "problem" : "problems"}
            </span>
          </span>
        </>
      )}
      {errors.length === 0 && missing.length > 0 && (
        <>
          <CircleDashed aria-hidden className="size-4 text-ink-faint" />
          Not finished
        </>
      )}
      {warnings.length > 0 && (
        <span className="inline-flex items-center gap-1.5 font-normal text-ink-muted">
          {errors.length + missing.length > 0 && <span className="sr-only">, </span>}
          <TriangleAlert aria-hidden className="size-4 text-amber-solid" />
          {warnings.length}
          <span className={errors.length + missing.length > 0 ? "max-sm:sr-only" : ""}>
            {" "}
            {warnings.length === 1 ? "warning" : "warnings"}
          </span>
        </span>
      )}
      {errors.length + missing.length + warnings.length === 0 && (
        <>
          <CircleCheck aria-hidden className="size-4 text-green-solid" />
          No problems
        </>
      )}
    </Chip>
  );
}

interface ChipProps {
  alarm: boolean;
  className?: string;
  onClick: () => void;
  children: ReactNode;
}

function Chip({ alarm, className, onClick, children }: ChipProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={cn(
        "inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-sm tabular-nums transition-colors hover:bg-hover",
        alarm ? "font-medium text-red-fg" : "text-ink-muted",
        className,
      )}
    >
      {children}
    </button>
  );
}
