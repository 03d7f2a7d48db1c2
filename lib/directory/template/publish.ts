import { forgetCached } from "@/lib/database/cached";
import { newId } from "@/lib/database/id";
import { templateSchema } from "@/lib/inputs/template";
import { writeJson } from "@/lib/interface/exact-json";
import { checkTemplate } from "@/lib/template/check-template";
import { RefusedError } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { serviceOfApp } from "@/lib/verb/service-of";

/** Where the interface's rules point to in a request that had written the blocks. */
const inRequest = "/channels/push";

/** Stores the next version of a template and publishes it: requests that pin no version use it from now on. Answers its number. */
export const publishTemplate = verb(
  "template.publish",
  templateSchema,
  serviceOfApp,
  async ({ tx }, { appId, templateId, name, blocks, parameters }) => {
    const problems = checkTemplate(blocks, parameters);
    if (problems.length > 0)
      throw new RefusedError(...problems.map((one) => ({ ...one, pointer: one.pointer.replace(inRequest, "/blocks") })));
    const [template] = await tx.query<{ id: string }>(
      `INSERT INTO template (id, app_id, template_id, name) VALUES ($1, $2, $3, $4)
       ON CONFLICT (app_id, template_id) DO UPDATE SET name = excluded.name, archived_at = NULL RETURNING id`,
      [newId(), appId, templateId, name],
    );
    if (!template) throw new Error("The template was not stored.");
    const [row] = await tx.query<{ version: number }>(
      `INSERT INTO template_version (id, template_id, version, blocks, parameters)
       SELECT $1, $2, coalesce(max(version), 0) + 1, $3, $4::jsonb FROM template_version WHERE template_id = $2 RETURNING version`,
      [newId(), template.id, writeJson(blocks), JSON.stringify(parameters)],
    );
    if (!row) throw new Error("The template's version was not stored.");
    await tx.query("UPDATE template SET published = $2 WHERE id = $1", [template.id, row.version]);
    return { row, entity: template.id, event: { templateId, version: row.version } };
  },
  () => forgetCached("template-version"),
);
