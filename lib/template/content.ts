import { z } from "zod";
import { canonicalJson } from "@/lib/interface/canonical-json";
import { platforms, type Platform } from "@/lib/interface/device-kinds";
import { parseJson } from "@/lib/interface/exact-json";
import type { PushBlocksInput } from "@/lib/interface/request";
import { isSendable, unsendable } from "@/lib/interface/text";
import { languagesSchema, type TemplateLanguage } from "./languages";
import { templateParametersSchema, type TemplateParameter } from "./parameters";
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
  parameters: templateParametersSchema.default([]),
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

/** A named set of values to look at a template with. */
export interface SampleSet {
  name: string;
  values: Readonly<Record<string, string>>;
}

/** What a template says: a version, or a draft as far as it can be read. */
export interface TemplateContent {
  blocks: PushBlocksInput;
  parameters: readonly TemplateParameter[];
  samples: readonly SampleSet[];
  languages: readonly TemplateLanguage[];
}

/** What a template sends: its content without the samples. */
export type SentContent = Omit<TemplateContent, "samples">;

/**
 * Reads content, JSON text, as it is published and sent: all of it, or what is wrong with it.
 * Throws `SyntaxError` for what is no JSON.
 */
export function readTemplateContent(text: string) {
  return templateContentSchema.safeParse(parseJson(text));
}

/**
 * Returns content in one form, for comparison: members in any order, and defaults written out or
 * left out, are the same content. Content that cannot be published stays as it is written.
 */
export function canonicalContent(content: unknown): string {
  return canonicalJson(templateContentSchema.safeParse(content).data ?? content);
}

/** The platforms that a template has a block for, in the order of the interface. */
export function platformsOf(blocks: Partial<Record<Platform, unknown>>): Platform[] {
  return platforms.filter((platform) => blocks[platform] !== undefined);
}
