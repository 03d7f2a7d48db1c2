import { idSchema } from "@/lib/inputs/row";
import type { MediaFile } from "@/lib/media/address";
import { NotFoundError } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { lockFile, removeUnused, serviceOfMedia } from "./rows";

/**
 * Removes a picture, even if it is in use. Its file goes with the last service that has it: from
 * then on its address answers 404.
 */
export const removeMedia = verb({
  action: "media.remove",
  input: idSchema,
  service: serviceOfMedia,
  run: async ({ tx }, { id }) => {
    const [row] = await tx.query<MediaFile & { name: string }>(
      "SELECT sha256, type, name FROM media WHERE id = $1",
      [id],
    );
    if (!row) throw new NotFoundError("This image");
    const { name, sha256, type } = row;
    await lockFile(tx, sha256);
    const { count } = await tx.prisma.media.deleteMany({ where: { id } });
    if (count === 0) throw new NotFoundError("This image");
    await removeUnused(tx, { sha256, type });
    return { row: null, entity: id, event: { name, sha256 } };
  },
});
