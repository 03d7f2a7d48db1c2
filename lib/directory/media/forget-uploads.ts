import { database, type Sql } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import type { MediaFile } from "@/lib/media/address";
import { lockFile, removeUnused } from "./rows";

/** Files that are removed in one go. */
const mostFiles = 50;

/**
 * Removes the files of so many uploads that were begun more than a day ago and got no row; returns
 * how many uploads there were.
 */
export async function forgetUploads(most: number): Promise<number> {
  const files = await database().query<MediaFile>(
    "SELECT sha256, type FROM media_upload WHERE created_at < now() - interval '1 day' ORDER BY created_at LIMIT $1",
    [Math.min(most, mostFiles)],
  );
  let forgotten = 0;
  for (const file of files)
    try {
      await database().transaction((tx) => forgetUpload(tx, file));
      forgotten += 1;
    } catch (error) {
      log().warn(
        { err: error, sha256: file.sha256 },
        "the file of an upload that was cut off could not be removed; it is tried again",
      );
    }
  return forgotten;
}

async function forgetUpload(tx: Sql, file: MediaFile): Promise<void> {
  await lockFile(tx, file.sha256);
  // It may have been begun again meanwhile.
  const gone = await tx.query(
    "DELETE FROM media_upload WHERE sha256 = $1 AND type = $2 AND created_at < now() - interval '1 day' RETURNING 1 AS gone",
    [file.sha256, file.type],
  );
  if (gone.length > 0) await removeUnused(tx, file);
}
