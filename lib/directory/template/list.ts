import { assertRole, type Member } from "@/lib/auth/member";
import { database } from "@/lib/database/sql";
import { parseJson } from "@/lib/interface/exact-json";
import type { PushBlocksInput } from "@/lib/interface/request";
import { templateParametersSchema } from "@/lib/template/parameters";
import type { TemplateVersion } from "@/lib/template/resolve";

/** A template as people choose one: what its published version holds. */
export interface TemplateChoice extends TemplateVersion {
  appid: string;
  name: string;
}

const most = 200;

/** The published templates of all apps, by name; at most 200. */
export async function listTemplates(member: Member): Promise<TemplateChoice[]> {
  assertRole(member, "viewer");
  const rows = await database().query<Omit<TemplateChoice, "blocks" | "parameters"> & { blocks: string; parameters: unknown }>(
    `SELECT a.appid, t.name, t.template_id AS "templateId", v.version, v.blocks, v.parameters
     FROM template t JOIN app a ON a.id = t.app_id JOIN template_version v ON v.template_id = t.id AND v.version = t.published
     WHERE t.archived_at IS NULL ORDER BY t.name, t.id LIMIT ${most}`,
  );
  return rows.map((row) => ({
    ...row,
    blocks: parseJson(row.blocks) as PushBlocksInput,
    parameters: templateParametersSchema.parse(row.parameters),
  }));
}
