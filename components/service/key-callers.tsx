import { TriangleAlert } from "lucide-react";
import type { KeyCalls } from "@/lib/directory/service/key-callers";
import { callsText } from "./last-used";

/**
 * Who calls with a key or tokens of a JWT secret, and would be refused without it. `others`: those
 * whose address is not counted apart.
 */
export function KeyCallers({
  row,
  others = "Other addresses",
}: {
  row: KeyCalls;
  others?: string;
}) {
  const { calls, callers, moreCallers } = row;
  if (calls === 0)
    return (
      <p className="text-sm">
        No calls with this key in the last 24 hours. Calls in the last minute may not be counted
        yet.
      </p>
    );
  return (
    <div className="text-sm">
      <p className="flex gap-1.5 font-medium">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-amber-solid" />
        {callsText(row)}
      </p>
      <ul
        aria-label="Who calls with it"
        className="mt-2 divide-y divide-line rounded-md border border-line"
      >
        {callers.map((caller) => (
          <li key={caller.address} className="flex justify-between gap-3 px-3 py-1.5">
            <span className={caller.address === "" ? "text-ink-muted" : "code min-w-0 truncate"}>
              {caller.address || others}
            </span>
            <span className="shrink-0 tabular-nums">{caller.calls.toLocaleString("en")}</span>
          </li>
        ))}
        {moreCallers > 0 && <li className="px-3 py-1.5 text-ink-muted">and {moreCallers} more</li>}
      </ul>
    </div>
  );
}
