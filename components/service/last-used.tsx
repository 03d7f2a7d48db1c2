import { RelativeTime } from "@/components/ui/relative-time";
import type { KeyCalls } from "@/lib/directory/service/key-callers";

/** How often a key or a JWT secret was used in the last 24 hours, and from how many addresses. */
export function callsText({ calls, callers, moreCallers }: KeyCalls): string {
  if (calls === 0) return "No calls in 24 hours";
  const from = callers.length + moreCallers;
  return `${calls.toLocaleString("en")} ${calls === 1 ? "call" : "calls"} in 24 hours from ${from === 1 ? "1 address" : `${from} addresses`}`;
}

interface LastUsedProps {
  row: Parameters<typeof callsText>[0] & { lastUsedAt: string | null; lastUsedFrom: string | null };
}

/** When a key or a secret was last used, from where and how often; or that it never was. */
export function LastUsed({ row }: LastUsedProps) {
  const { lastUsedAt, lastUsedFrom } = row;
  if (lastUsedAt === null) return <span>Never used</span>;
  return (
    <>
      <span>
        Last used <RelativeTime at={lastUsedAt} />
        {lastUsedFrom && ` from ${lastUsedFrom}`}
      </span>
      <span className="tabular-nums">{callsText(row)}</span>
    </>
  );
}
