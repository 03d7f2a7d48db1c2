import type { WithDates } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import type { PictureFacts } from "@/lib/media/accepted";
import type { MediaFile } from "@/lib/media/address";
import { mediaStore } from "@/lib/storage/media-store";
import { byId, type InService } from "@/lib/verb/service-of";

/** A picture of the media library. */
export interface MediaRow extends MediaFile, PictureFacts {
  id: string;
  name: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Name of who uploaded it; null where unknown. */
  createdBy: string | null;
}

/** A row as it is read; see {@link mediaColumns}. */
export type ReadRow = WithDates<MediaRow, "createdAt">;

/** The columns that are read of a row `d` of `media`, with the member `m` who uploaded it. */
export const mediaColumns = `d.id, d.sha256, d.type, d.name, d.bytes, d.width, d.height, d.animated, d.created_at AS "createdAt", m.name AS "createdBy"`;

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

/** The service of a picture of the media library; undefined when there is no such picture. */
export const serviceOfMedia = byId((sql, id) =>
  sql.query<InService>(`SELECT service_id AS "serviceId" FROM media WHERE id = $1`, [id]),
);
