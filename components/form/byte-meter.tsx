import { cn } from "@/components/ui/cn";

/** How much of a limit is used, in bytes: a bar, and the figures beside it. Amber from nine tenths on, red beyond the limit. */
export function ByteMeter({ label, bytes, limit, className }: { label: string; bytes: number; limit: number; className?: string }) {
  const share = bytes / limit;
  const colour = share > 1 ? "bg-red-solid" : share >= 0.9 ? "bg-amber-solid" : "bg-ink-faint";
  return (
    <div className={cn("text-xs", className)}>
      <div className="flex justify-between gap-3 text-ink-muted">
        <span>{label}</span>
        <span className={cn("tabular-nums", share > 1 && "font-medium text-red-fg")}>
          {bytes.toLocaleString("en")} / {limit.toLocaleString("en")} bytes
        </span>
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the bar of a meter element cannot be coloured alike in every browser
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(bytes, limit)}
        aria-valuetext={`${bytes} of ${limit} bytes`}
        className="mt-1 h-1 overflow-hidden rounded-full bg-neutral-soft"
      >
        <div className={cn("h-full rounded-full transition-[width]", colour)} style={{ width: `${Math.min(share, 1) * 100}%` }} />
      </div>
    </div>
  );
}
