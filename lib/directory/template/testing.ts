import type { z } from "zod";
import { database } from "@/lib/database/sql";
import type { createTemplateSchema } from "@/lib/inputs/template";
import { writeJson } from "@/lib/interface/exact-json";
import type { templateContentSchema } from "@/lib/template/content";
import type { Context } from "@/lib/verb/verb";
import { publishDraft } from "./publish-draft";
import { createTemplate, saveTemplate } from "./save";

/** A template as a test writes it. */
export type TestTemplate = Omit<z.input<typeof createTemplateSchema>, "content"> &
  z.input<typeof templateContentSchema>;

/**
 * Publishes a template by the verbs of the editor: creates it, or saves its next draft where its
 * app has it, then publishes the draft. Returns its id, the version, and the revision that the next
 * save names. For tests.
 */
export async function publishTemplate(
  context: Context,
  template: TestTemplate,
): Promise<{ id: string; version: number; revision: number }> {
  const { appId, templateId, name, ...written } = template;
  const content = writeJson(written);
  const [known] = await (context.tx ?? database()).query<{ id: string; revision: number }>(
    "SELECT t.id, d.revision FROM template t JOIN template_draft d ON d.template_id = t.id WHERE t.app_id = $1 AND t.template_id = $2",
    [appId, templateId],
  );
  const { id, revision } = known
    ? {
        id: known.id,
        ...(await saveTemplate(context, { id: known.id, revision: known.revision, content })),
      }
    : { ...(await createTemplate(context, { appId, templateId, name, content })), revision: 1 };
  const { version } = await publishDraft(context, { id, revision, anyway: true });
  return { id, version, revision: revision + 1 };
}
