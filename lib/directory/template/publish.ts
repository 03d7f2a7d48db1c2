import type { Actor } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import { templateNamesSchema } from "@/lib/inputs/template";
import type { Sql } from "@/lib/database/sql";
import { writeJson } from "@/lib/interface/exact-json";
import type { Problem } from "@/lib/interface/problem";
import type { PushBlocksInput } from "@/lib/interface/request";
import { checkTemplate } from "@/lib/template/check-template";
import { templateParametersSchema, type TemplateParameterInput } from "@/lib/template/parameters";
import { audit } from "../audit";
import { forgetCached } from "@/lib/database/cached";

/** What a template is made of (contract 6). */
export interface TemplateInput {
  appId: string;
  serviceId: string;
  templateId: string;
  name: string;
  blocks: PushBlocksInput;
  parameters: TemplateParameterInput[];
}

/** The template breaks rules of the interface: `problems` say which, with pointers into a request that had written it. */
export class TemplateProblemsError extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems[0]?.message ?? "The template breaks a rule.");
    this.problems = problems;
  }
}

/** Stores the next version of a template and publishes it: requests that pin no version use it from now on. Throws {@link TemplateProblemsError}, and `ZodError` for names or parameters that cannot be kept. */
export async function publishTemplate(tx: Sql, actor: Actor, input: TemplateInput): Promise<{ version: number }> {
  const { templateId, name } = templateNamesSchema.parse(input);
  const parameters = templateParametersSchema.parse(input.parameters);
  const problems = checkTemplate(input.blocks, parameters);
  if (problems.length > 0) throw new TemplateProblemsError(problems);
  const [template] = await tx.query<{ id: string }>(
    `INSERT INTO template (id, app_id, template_id, name) VALUES ($1, $2, $3, $4)
     ON CONFLICT (app_id, template_id) DO UPDATE SET name = excluded.name, archived_at = NULL RETURNING id`,
    [newId(), input.appId, templateId, name],
  );
  if (!template) throw new Error("The template was not stored.");
  const [row] = await tx.query<{ version: number }>(
    `INSERT INTO template_version (id, template_id, version, blocks, parameters)
     SELECT $1, $2, coalesce(max(version), 0) + 1, $3, $4::jsonb FROM template_version WHERE template_id = $2 RETURNING version`,
    [newId(), template.id, writeJson(input.blocks), JSON.stringify(parameters)],
  );
  if (!row) throw new Error("The template's version was not stored.");
  await tx.query("UPDATE template SET published = $2 WHERE id = $1", [template.id, row.version]);
  await audit(tx, actor, "template.publish", template.id, input.serviceId, { templateId, version: row.version });
  forgetCached("template-version");
  return row;
}
