import type { Sql } from "@/lib/database/sql";
import type { MediaFile } from "@/lib/media/address";
import { mediaStore } from "@/lib/storage/media-store";

/**
 * Has those wait who add or remove the same file: services share it, and it goes with the last row
 * that names it. Until the transaction ends.
 */
export async function lockFile(tx: Sql, sha256: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`media ${sha256}`]);
}

/**
 * Removes a file that no service has. Under its lock: no row is added for a file that is on its way
 * out.
 */
export async function removeUnused(tx: Sql, { sha256, type }: MediaFile): Promise<void> {
  if ((await tx.prisma.media.count({ where: { sha256 } })) === 0)
    await mediaStore().remove({ sha256, type });
}
