import type { WithDates } from "@/lib/database/iso-times";
import type { PictureFacts } from "@/lib/media/accepted";
import type { MediaFile } from "@/lib/media/address";

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
