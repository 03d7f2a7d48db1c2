import type { Sql } from "@/lib/database/sql";
import type { Subject } from "@/lib/plan/subject";

/** Returns what the audit log stores of a request for approval. */
export async function approvalEvent(
  tx: Sql,
  campaignId: string,
  { recipients, at }: Subject,
  sha256: string,
): Promise<{ name: string; recipients: number; startsAt: string | null; sha256: string }> {
  const [row] = await tx.query<{ name: string }>("SELECT name FROM campaign WHERE id = $1", [
    campaignId,
  ]);
  return { name: row?.name ?? "", recipients, startsAt: at?.startsAt ?? null, sha256 };
}
