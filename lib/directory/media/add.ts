import { memberIdOf } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import { isoTimes } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import { addMediaSchema, beginUploadSchema, mostMedia } from "@/lib/inputs/media";
import { mediaStore } from "@/lib/storage/media-store";
import { rejectInput } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { lockFile, mediaColumns, removeUnused, type MediaRow, type ReadRow } from "./rows";

/**
 * Begins an upload, before the file is stored: a file that gets no row within a day is removed.
 * Returns the picture where the service has it already, and null where its file is to be stored.
 * Refuses the 10,001st.
 */
export const beginUpload = verb({
  action: "upload.begin",
  input: beginUploadSchema,
  service: serviceNamed,
  run: async ({ tx, serviceId }, { sha256, type }): Promise<{ unchanged: MediaRow | null }> => {
    await lockFile(tx, sha256);
    const present = await find(tx, serviceId, sha256);
    if (present) return { unchanged: present };
    await refuseTooMany(tx, serviceId);
    await tx.query(
      "INSERT INTO media_upload (sha256, type) VALUES ($1, $2) ON CONFLICT (sha256, type) DO UPDATE SET created_at = excluded.created_at",
      [sha256, type],
    );
    return { unchanged: null };
  },
});

async function refuseTooMany(tx: Sql, serviceId: string): Promise<void> {
  if ((await tx.prisma.media.count({ where: { serviceId } })) >= mostMedia)
    rejectInput(
      `A service can have at most ${mostMedia.toLocaleString("en")} images. Remove unused ones, then upload the image again.`,
    );
}

/**
 * Adds a picture, whose file is stored already, to the library of a service. A repeated picture
 * returns the existing one under its name. Rejects the 10,001st.
 */
export const addMedia = verb({
  action: "media.add",
  input: addMediaSchema,
  service: serviceNamed,
  run: async ({ tx, actor, serviceId }, { name, ...facts }) => {
    const { sha256, type, bytes } = facts;
    await lockFile(tx, sha256);
    const present = await find(tx, serviceId, sha256);
    if (present) return { unchanged: present };
    // Others may have uploaded the last ones meanwhile: the file goes, and with it its address.
    await refuseTooMany(tx, serviceId).catch(async (refused: unknown) => {
      await removeUnused(tx, { sha256, type });
      throw refused;
    });
    // Removing the last picture with these bytes, a moment ago, removed the file too.
    if (!(await mediaStore().has({ sha256, type })))
      rejectInput("The same image was removed just now. Upload it again.");
    const id = newId();
    await tx.prisma.mediaUpload.deleteMany({ where: { sha256, type } });
    await tx.prisma.media.create({
      data: { ...facts, id, serviceId, name, createdBy: memberIdOf(actor) },
      select: { id: true },
    });
    const row = await find(tx, serviceId, sha256);
    if (!row) throw new Error("A picture that was just added is not there.");
    return { row, entity: id, event: { name, sha256, bytes } };
  },
});

async function find(tx: Sql, serviceId: string, sha256: string): Promise<MediaRow | undefined> {
  const [row] = await tx.query<ReadRow>(
    `SELECT ${mediaColumns} FROM media d LEFT JOIN member m ON m.id = d.created_by WHERE d.service_id = $1 AND d.sha256 = $2`,
    [serviceId, sha256],
  );
  return row && isoTimes(row);
}
