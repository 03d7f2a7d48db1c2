import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { numberText } from "@/lib/compose/number-text";
import { bytesText } from "@/lib/compose/sizes";
import { characters } from "@/lib/findings/cuts";
import { utf8Bytes } from "@/lib/interface/text";

/**
 * How many bytes a text takes as UTF-8: "41 bytes", "39 characters · 41 bytes", or "41 / 50 bytes"
 * where it may have so many.
 */
export function ByteCount({
  text,
  limit,
  counted = false,
}: {
  text: string;
  limit?: number;
  counted?: boolean;
}) {
  const bytes = utf8Bytes(text);
  if (limit === undefined)
    return counted ? `${charactersText(text)} · ${bytesText(bytes)}` : bytesText(bytes);
  return (
    <span className={cn(bytes > limit && "font-medium text-red-fg")}>
      {numberText(bytes)} / {bytesText(limit)}
    </span>
  );
}

function charactersText(text: string): string {
  const count = characters(text);
  return count === 1 ? "1 character" : `${numberText(count)} characters`;
}

interface ByteMeterProps {
  label: string;
  /** Quietly, behind the label. */
  note?: ReactNode;
  bytes: number;
  limit: number;
  /** What to do about it. */
  advice?: string | undefined;
}

/** Bytes and their limit, as figures and as a bar: amber from nine tenths on, red beyond. */
export function ByteMeter({ label, note, bytes, limit, advice }: ByteMeterProps) {
  const over = bytes > limit;
  const near = !over && bytes > limit * 0.9;
  return (
    <>
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <span className="font-medium">
          {label}
          {note}
        </span>
        <span className={cn("tabular-nums", over ? "font-medium text-red-fg" : "text-ink-muted")}>
          {numberText(bytes)} / {bytesText(limit)}
        </span>
      </div>
      <meter
        className="sr-only"
        aria-label={`${label} size`}
        min={0}
        max={limit}
        value={Math.min(bytes, limit)}
      >
        {bytes} of {bytesText(limit)}
      </meter>
      <div aria-hidden className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-neutral-soft">
        <div
          className={cn(
            "h-full rounded-full transition-[width]",
            over ? "bg-red-solid" : near ? "bg-amber-solid" : "bg-teal-solid",
          )}
          style={{ width: `${Math.min(100, (bytes / limit) * 100)}%` }}
        />
      </div>
      {advice !== undefined && (
        <p className={cn("mt-1 text-xs", over ? "text-red-fg" : "text-amber-fg")}>{advice}</p>
      )}
    </>
  );
}
