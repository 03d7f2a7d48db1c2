import { memberIdOf } from "@/lib/auth/member";
import { forgetCached } from "@/lib/database/cached";
import { newId } from "@/lib/database/id";
import { templateSchema } from "@/lib/inputs/template";
import { verb } from "@/lib/verb/verb";
import { serviceOfApp } from "../app/service-of";
import { assertPublishable, storeVersion } from "./store-version";

/**
 * Stores the next version of a template and publishes it, in one go and past its draft: requests that pin no version use it from now on. Makes the template where
 * there is none. Returns its number.
 */
export const publishTemplate = verb(
  "template.publish",
  templateSchema,
  serviceOfApp,
  async ({ tx, actor }, { appId, templateId, name, ...content }) => {
    assertPublishable(content);
    const by = memberIdOf(actor);
    const [template] = await tx.query<{ id: string; published: number | null }>(
      `INSERT INTO template (id, app_id, template_id, name, created_by) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (app_id, template_id) DO UPDATE SET name = excluded.name, archived_at = NULL RETURNING id, published`,
      [newId(), appId, templateId, name, by],
    );
    if (!template) throw new Error("The template was not stored.");
    const version = await storeVersion(tx, template.id, content, { note: "", parent: template.published, by });
    return { row: { version }, entity: template.id, event: { templateId, version } };
  },
  () => forgetCached("template-version"),
);
