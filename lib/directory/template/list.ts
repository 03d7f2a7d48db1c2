import { z } from "zod";
import { parseJson } from "@/lib/interface/exact-json";
import type { PushBlocksInput } from "@/lib/interface/request";
import { templateParametersSchema } from "@/lib/template/parameters";
import { isSendable } from "@/lib/interface/text";
import { parseTemplateRef, type TemplateVersion } from "@/lib/template/resolve";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/** A template as people choose one: what its published version holds. */
export interface TemplateChoice extends TemplateVersion {
  appid: string;
  name: string;
}

const most = 200;

/** The published templates of a service's apps, by name; at most 200, those among them that a request names (`named`: their ids, with a version or without). */
export const listTemplates = view(
  "service.view",
  z.object({ serviceId: z.string(), named: z.array(z.string()).max(10).default([]) }),
  serviceNamed,
  async ({ sql, serviceId }, { named }): Promise<TemplateChoice[]> => {
    const rows = await sql.query<Omit<TemplateChoice, "blocks" | "parameters"> & { blocks: string; parameters: unknown }>(
      `SELECT a.appid, t.name, t.template_id AS "templateId", v.version, v.blocks, v.parameters
       FROM template t JOIN app a ON a.id = t.app_id JOIN template_version v ON v.template_id = t.id AND v.version = t.published
       WHERE t.service_id = $1 AND t.archived_at IS NULL ORDER BY t.template_id = ANY($2::text[]) DESC, lower(t.name), t.id LIMIT ${most}`,
      [serviceId, named.filter(isSendable).map((one) => parseTemplateRef(one).templateId)],
    );
    const choices = rows.map((row) => ({
      ...row,
      blocks: parseJson(row.blocks) as PushBlocksInput,
      parameters: templateParametersSchema.parse(row.parameters),
    }));
    return choices.toSorted((one, other) => one.name.localeCompare(other.name, "en"));
  },
);
