import { z } from "zod";
import { jsonProblem, jsonSentence } from "@/lib/interface/json";
import { isSendable, unsendable, utf8Bytes } from "@/lib/interface/text";
import { mostContentBytes, templateContentSchema } from "@/lib/template/content";
import { revision } from "./campaign";
import { nameCursor } from "./page";
import { filled, idText, name, text } from "./text";

/** What requests call a template, and what a folder of files may be called on any system. */
export const templateIdText = filled(100).regex(
  /^[A-Za-z0-9][A-Za-z0-9_-]*$/,
  "takes letters, digits, - and _, and begins with a letter or a digit",
);

const tag = name(40).regex(/^[^,]*$/, "takes no commas");
/** Words that people find a template by: at most 20, each once. */
const tagsSchema = z
  .array(tag)
  .max(20)
  .transform((tags) => [...new Set(tags)]);

/** As many as their column counts. */
const mostVersion = 2_147_483_647;
/**
 * The version that the caller expects to be the published one; null for none. Left out, it is not
 * checked.
 */
const expectedPublished = z.int().min(1).max(mostVersion).nullable().optional();
const note = text(1_000).default("");

/**
 * Content as an editor sends it: JSON text that may be unfinished. What cannot be stored is refused
 * with the fix.
 */
const draftText = z.string().superRefine((content, ctx) => {
  const message = contentProblem(content);
  if (message !== undefined) ctx.addIssue({ code: "custom", message });
});

function contentProblem(content: string): string | undefined {
  if (utf8Bytes(content) > mostContentBytes)
    return `takes at most ${mostContentBytes.toLocaleString("en")} bytes`;
  if (!isSendable(content)) return unsendable;
  const wrong = jsonProblem(content);
  if (!wrong) return undefined;
  return wrong.rule === "json.syntax" || wrong.rule === "json.object"
    ? "must be a JSON object"
    : `cannot be stored: ${jsonSentence(wrong)}`;
}

/**
 * Arguments of making a template. `content` is what its draft begins with; nothing at all when left
 * out.
 */
export const createTemplateSchema = z.object({
  appId: idText,
  templateId: templateIdText,
  name: name(200),
  content: draftText.optional(),
});
/** Arguments of saving a draft. `revision` is the one that it was written from. */
export const saveTemplateSchema = z.object({ id: idText, revision, content: draftText });
/**
 * Arguments of publishing what the draft says. `revision` is the one that was looked at; `anyway`:
 * although its longest values are too large.
 */
export const publishDraftSchema = z.object({
  id: idText,
  revision,
  note,
  expectedPublished,
  anyway: z.boolean().default(false),
});
/** Arguments of publishing an older version again. */
export const rollBackSchema = z.object({
  id: idText,
  version: z.int().min(1).max(mostVersion),
  expectedPublished,
});
/** Arguments of a change of a template as a whole. */
/** `anyway`: although programs use it. */
export const archiveTemplateSchema = z.object({ id: idText, anyway: z.boolean().default(false) });

export const changeTemplateSchema = z.object({ id: idText, name: name(200), tags: tagsSchema });

/** Days for which a shared preview can be looked at. */
export const shareDays = [1, 7, 30] as const;
/** Arguments of sharing a preview. `version` null: the draft, as it is at the time of viewing. */
export const shareTemplateSchema = z.object({
  id: idText,
  version: z.int().min(1).max(mostVersion).nullable(),
  days: z.literal([...shareDays]).default(7),
});

/** What a program names a template by: its app, and what requests call it. */
export const templateNameSchema = z.object({ appid: text(200), templateId: text(200) });
/** A template as programs write it. Without `revision` it replaces any draft. */
export const templateDocumentSchema = templateContentSchema.extend({
  name: name(200).describe("Display name."),
  tags: tagsSchema.default([]).describe("Tags to search by."),
  revision: revision
    .optional()
    .describe(
      "The revision of the draft that this is based on; if the draft changed since, the answer is 409. If left out, the draft is replaced without this check.",
    ),
});
/**
 * Arguments of writing a template's draft as a program does. A name that is new makes the template.
 */
export const putTemplateSchema = templateDocumentSchema.extend({
  appid: text(200),
  templateId: filled(200),
});
/** What a program may say when it publishes. */
export const publishCallSchema = z.object({
  version: z
    .int()
    .min(1)
    .max(mostVersion)
    .optional()
    .describe(
      "An older version to publish again. If left out, the draft becomes the next version.",
    ),
  revision: revision
    .optional()
    .describe(
      "The revision of the draft to publish, from the answer to GET or PUT; if the draft changed since, the answer is 409. Required unless `version` is given (400).",
    ),
  note: note.describe("What is new, for the history."),
  anyway: z
    .boolean()
    .default(false)
    .describe(
      "Publishes the draft even if its longest values make it larger than a request or a provider accepts. Requests with such values are refused with 7026.",
    ),
  expectedPublished: expectedPublished.describe(
    "The version that is published now, or null for none; if another one is published, the answer is 409. If left out, it is not checked.",
  ),
});
/** What a program asks of one template. */
export const templateQuerySchema = z.object({
  version: z.coerce
    .number()
    .int()
    .min(1)
    .max(mostVersion)
    .optional()
    .describe(
      "The version to read. If left out, the draft, or the published version if nothing changed since.",
    ),
});
/** What a program asks of the list of templates. */
export const templateListQuerySchema = z.object({
  appid: text(200).optional().describe("Only the templates of this app."),
  after: nameCursor("after", "next").optional().describe("The `next` of the previous page."),
});
