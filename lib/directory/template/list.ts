import { z } from "zod";
import { parseJson } from "@/lib/interface/exact-json";
import type { PushBlocksInput } from "@/lib/interface/request";
import { templateParametersSchema } from "@/lib/template/parameters";
import type { TemplateVersion } from "@/lib/template/resolve";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** A template as people choose one: what its published version holds. */
export interface TemplateChoice extends TemplateVersion {
  appid: string;
  name: string;
}

const most = 200;

/** The published templates of a service's apps, by name; at most 200. */
export const listTemplates = view(
  "service.view",
  z.object({ serviceId: z.string() }),
  serviceNamed,
  async ({ sql, serviceId }): Promise<TemplateChoice[]> => {
    const rows = await sql.query<Omit<TemplateChoice, "blocks" | "parameters"> & { blocks: string; parameters: unknown }>(
      `SELECT a.appid, t.name, t.template_id AS "templateId", v.version, v.blocks, v.parameters
       FROM template t JOIN app a ON a.id = t.app_id JOIN template_version v ON v.template_id = t.id AND v.version = t.published
       WHERE a.service_id = $1 AND t.archived_at IS NULL ORDER BY t.name, t.id LIMIT ${most}`,
      [serviceId],
    );
    return rows.map((row) => ({
      ...row,
      blocks: parseJson(row.blocks) as PushBlocksInput,
      parameters: templateParametersSchema.parse(row.parameters),
    }));
  },
);
