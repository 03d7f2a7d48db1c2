import { z } from "zod";
import { idText } from "./text";

/** What one thing that is kept is named by. */
export const idSchema = z.object({ id: idText });
