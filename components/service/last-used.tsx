import { RelativeTime } from "@/components/ui/relative-time";
import { callsText } from "./calls-text";

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
