import { z } from "zod";
import type { PushBlocksInput } from "@/lib/interface/request";
import { newParametersSchema } from "@/lib/template/parameters";
import { filled, idText, name } from "./text";

/** A template as it is published: what requests and people call it, what it says, and the parameters that it leaves open. `checkTemplate` judges the blocks. */
export const templateSchema = z.object({
  appId: idText,
  templateId: filled(200),
  name: name(200),
  blocks: z.custom<PushBlocksInput>((blocks) => typeof blocks === "object" && blocks !== null && !Array.isArray(blocks), {
    error: "must be an object with a block for each platform",
  }),
  parameters: newParametersSchema,
});
