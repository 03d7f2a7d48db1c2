import { z } from "zod";
import { platforms, type Platform } from "@/lib/interface/device-kinds";
import type { PushBlocksInput } from "@/lib/interface/request";
import { isSendable, unsendable } from "@/lib/interface/text";
import { languagesSchema } from "./languages";
import { newParametersSchema } from "./parameters";
import { templateText } from "./text";

/** Bytes of UTF-8 of a stored draft at most. */
export const mostContentBytes = 262_144;
/** Named sets of sample values of one template at most. */
export const mostSampleSets = 50;

const blocksSchema = z
  .custom<PushBlocksInput>(
    (blocks) => typeof blocks === "object" && blocks !== null && !Array.isArray(blocks),
    {
      error: "must be an object with a block for each platform",
    },
  )
  .describe(
    "Any of the blocks of `channels.push`: android, ios, web, interactive. `${name}` stands for a parameter, `$${` for a literal `${`.",
  );

/**
 * What a template says, as it is published: blocks as their author wrote them, the parameters that
 * they leave open, and values to look at them with (contract 6).
 */
export const templateContentSchema = z.object({
  blocks: blocksSchema,
  parameters: newParametersSchema.default([]),
  samples: z
    .array(
      z.object({
        name: z.string().trim().min(1).max(100).refine(isSendable, unsendable),
        values: z.record(z.string().max(64), templateText),
      }),
    )
    .max(mostSampleSets)
    .default([])
    .describe("Named sets of values for previews. They are never sent."),
  languages: languagesSchema
    .default([])
    .describe(
      "Its texts in other languages. Each recipient gets the text in the language of their device, along the chain pt-BR, pt, default text.",
    ),
});
export type TemplateContent = z.output<typeof templateContentSchema>;

/** The platforms that a template has a block for, in the order of the interface. */
export function platformsOf(blocks: Partial<Record<Platform, unknown>>): Platform[] {
  return platforms.filter((platform) => blocks[platform] !== undefined);
}
