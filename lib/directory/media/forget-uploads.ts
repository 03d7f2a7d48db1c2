import { database } from "@/lib/database/sql";
import type { MediaFile } from "@/lib/media/address";
import { lockFile, removeUnused } from "./lock";

const dayMs = 86_400_000;
/** Files that are removed in one go. */
const mostFiles = 50;

/** Removes the files of so many uploads that were begun more than a day ago and got no row; returns how many uploads there were. */
export async function forgetUploads(most: number): Promise<number> {
  const files = await database().query<MediaFile>(
    "SELECT sha256, type FROM media_upload WHERE created_at < now() - interval '1 day' ORDER BY created_at LIMIT $1",
    [Math.min(most, mostFiles)],
  );
  for (const file of files)
    await database().transaction(async (tx) => {
      await lockFile(tx, file.sha256);
      // It may have been begun again meanwhile.
      const { sha256, type } = file;
      const { count } = await tx.prisma.mediaUpload.deleteMany({
        where: { sha256, type, createdAt: { lt: new Date(Date.now() - dayMs) } },
      });
      if (count > 0) await removeUnused(tx, file);
    });
  return files.length;
}
