import { renameMediaSchema } from "@/lib/inputs/media";
import { NotFoundError } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { serviceOfMedia } from "./rows";

/** Gives a picture another name. Its address stays. */
export const renameMedia = verb({
  action: "media.rename",
  input: renameMediaSchema,
  service: serviceOfMedia,
  run: async ({ tx }, { id, name }) => {
    const [before] = await tx.query<{ name: string }>(
      "SELECT name FROM media WHERE id = $1 FOR UPDATE",
      [id],
    );
    if (!before) throw new NotFoundError("This image");
    if (before.name === name) return { unchanged: null };
    await tx.query("UPDATE media SET name = $2 WHERE id = $1", [id, name]);
    return { row: null, entity: id, event: { before, after: { name } } };
  },
});
