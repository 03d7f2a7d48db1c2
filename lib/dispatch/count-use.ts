import { randomInt } from "node:crypto";
import type { Sql } from "@/lib/database/sql";
import type { MessageSource } from "@/lib/inputs/message-list";
import { once } from "@/lib/runtime/once";

/**
 * Rows that processes spread one version's count of a day over, so that two of them seldom wait for
 * the same one.
 */
const slots = 64;

/** What is counted of a message that is accepted. */
export interface MessageUse {
  templateVersionId: string | null;
  source: MessageSource;
  acceptedAt: Date;
}

/**
 * Counts the template versions that messages use, by day (UTC) and source, in the transaction that
 * accepts them.
 */
export async function countUse(tx: Sql, messages: readonly MessageUse[]): Promise<void> {
  const counts = new Map<
    string,
    { id: string; day: string; source: MessageSource; uses: number; lastAt: string }
  >();
  for (const { templateVersionId: id, source, acceptedAt } of messages) {
    if (id === null) continue;
    const lastAt = acceptedAt.toISOString();
    const day = lastAt.slice(0, 10);
    const key = `${id} ${day} ${source}`;
    const existingCount = counts.get(key);
    if (existingCount) {
      existingCount.uses += 1;
      if (lastAt > existingCount.lastAt) existingCount.lastAt = lastAt;
    } else counts.set(key, { id, day, source, uses: 1, lastAt });
  }
  if (counts.size === 0) return;
  const slot = once("template-use-slot", () => randomInt(slots));
  const rows = [...counts.values()];
  await tx.query(
    `INSERT INTO template_use AS u (version_id, day, source, slot, uses, last_at)
     SELECT n.id, n.day, n.source, $6::smallint, n.uses, n.at FROM unnest($1::uuid[], $2::date[], $3::text[], $4::int[], $5::timestamptz[]) AS n(id, day, source, uses, at)
     JOIN template_version v ON v.id = n.id ORDER BY n.id, n.day, n.source
     ON CONFLICT (version_id, day, source, slot) DO UPDATE SET uses = u.uses + excluded.uses, last_at = greatest(u.last_at, excluded.last_at)`,
    [
      rows.map(({ id }) => id),
      rows.map(({ day }) => day),
      rows.map(({ source }) => source),
      rows.map(({ uses }) => uses),
      rows.map(({ lastAt }) => lastAt),
      slot,
    ],
  );
}
