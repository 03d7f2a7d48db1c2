"use client";

import { ByteMeter } from "@/components/form/byte-meter";
import { cn } from "@/components/ui/cn";
import { Verbatim } from "@/components/ui/verbatim";
import { placeOf } from "@/lib/compose/place";
import {
  bytesText,
  fieldCosts,
  isOver,
  largestOf,
  sizeAdvice,
  sizeRows,
  type FieldCost,
  type SizeRow,
} from "@/lib/compose/sizes";
import { useExamined } from "../examined/examined";

const mostCosts = 8;

/** Bytes of the request and of what each provider would be sent, with their limits. */
export function SizePanel({ onJump }: { onJump: (pointer: string) => void }) {
  const view = useExamined();
  const rows = sizeRows(view);
  const largest = largestOf(rows);
  return (
    <div>
      <ul className="space-y-3.5">
        {rows.map((row) => (
          <SizeLine key={row.what} row={row} largest={row === largest} />
        ))}
      </ul>
      <p className="mt-5 mb-1 text-sm font-medium">Largest fields</p>
      <ul className="-mx-2">
        {costsByPlace(view.body).map(({ pointer, bytes }) => (
          <li key={pointer}>
            <button
              type="button"
              onClick={() => onJump(pointer)}
              className="flex w-full items-baseline justify-between gap-3 rounded-md px-2 py-1 text-left text-sm hover:bg-hover"
            >
              <span className="min-w-0 truncate text-ink-muted">{placeOf(pointer).label}</span>
              <span className="shrink-0 text-ink-faint tabular-nums">{bytesText(bytes)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-xs text-ink-faint">
        Bytes of UTF-8: an emoji is four or more, a Chinese character three.{" "}
        {view.candidates.length > 0
          ? "Each recipient has values of their own; the one with the most bytes is counted and named."
          : "Every recipient on a kind of device is sent the same payload: only the push id differs, and it counts in the request alone, as correlation ids do."}
      </p>
    </div>
  );
}

/** Largest fields, once for each field: what a button says and does is one. */
function costsByPlace(body: string): FieldCost[] {
  const byLabel = new Map<string, FieldCost>();
  for (const cost of fieldCosts(body, Infinity)) {
    const { label } = placeOf(cost.pointer);
    const first = byLabel.get(label);
    byLabel.set(label, {
      pointer: first?.pointer ?? cost.pointer,
      bytes: (first?.bytes ?? 0) + cost.bytes,
    });
  }
  return [...byLabel.values()]
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, mostCosts);
}

function SizeLine({ row, largest }: { row: SizeRow; largest: boolean }) {
  const { label, bytes, limit, who } = row;
  return (
    <li>
      <ByteMeter
        label={label}
        note={
          <>
            {who !== undefined && (
              <span
                title={who}
                className="foreign ml-1.5 inline-block max-w-48 truncate align-bottom text-xs font-normal text-ink-faint"
              >
                to <Verbatim>{who}</Verbatim>
              </span>
            )}
            {largest && (
              <span
                className={cn(
                  "ml-1.5 text-xs font-normal",
                  isOver(row) ? "text-red-fg" : "text-ink-faint",
                )}
              >
                largest
              </span>
            )}
          </>
        }
        bytes={bytes}
        limit={limit}
        advice={sizeAdvice(row)}
      />
    </li>
  );
}
