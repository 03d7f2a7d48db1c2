import { z } from "zod";
import type { ComposerTemplate } from "@/lib/compose/template-of";
import { text as textOf } from "@/lib/inputs/text";
import { isSendable } from "@/lib/interface/text";
import { parseTemplateRef } from "@/lib/template/resolve";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { readStored, type VersionText } from "./stored";

/** Templates that are given to choose from at most; more are found by name. */
const most = 200;
const mostFound = 20;

type ChoiceRow = Pick<ComposerTemplate, "appid" | "name"> & VersionText;

const columns = `a.appid, t.name, t.template_id AS "templateId", v.version, v.content`;
const from = `FROM template t JOIN app a ON a.id = t.app_id JOIN template_version v ON v.template_id = t.id AND v.version = t.published`;

/**
 * The published templates of a service's apps that can be read, those that were used most in the
 * last 30 days first, then by name; at most 200, those among them that a request names (`named`:
 * their ids, with a version or without).
 */
export const listTemplateChoices = view({
  action: "service.view",
  input: z.object({ serviceId: z.string(), named: z.array(z.string()).max(10).default([]) }),
  service: serviceNamed,
  run: async ({ sql, serviceId }, { named }): Promise<ComposerTemplate[]> => {
    const rows = await sql.query<ChoiceRow & { uses: number }>(
      `SELECT ${columns}, coalesce(used.n, 0) AS uses ${from} LEFT JOIN (
         SELECT v.template_id, sum(u.uses)::int AS n FROM template_use u JOIN template_version v ON v.id = u.version_id JOIN template o ON o.id = v.template_id
         WHERE o.service_id = $1 AND u.day > current_date - 30 GROUP BY v.template_id
       ) used ON used.template_id = t.id
       WHERE t.service_id = $1 AND t.archived_at IS NULL ORDER BY t.template_id = ANY($2::text[]) DESC, uses DESC, lower(t.name), t.id LIMIT ${most}`,
      [serviceId, named.filter(isSendable).map((one) => parseTemplateRef(one).templateId)],
    );
    const byName = new Intl.Collator("en", { numeric: true });
    return rows
      .toSorted((one, other) => other.uses - one.uses || byName.compare(one.name, other.name))
      .flatMap(choiceOf);
  },
});

/** The published templates of a service whose name, id or tag holds a text, by name; at most 20. */
export const findTemplateChoices = view({
  action: "service.view",
  input: z.object({ serviceId: z.string(), text: textOf(200).trim() }),
  service: serviceNamed,
  run: async ({ sql, serviceId }, { text }): Promise<ComposerTemplate[]> => {
    if (text === "") return [];
    const rows = await sql.query<ChoiceRow>(
      `SELECT ${columns} ${from} WHERE t.service_id = $1 AND t.archived_at IS NULL
       AND strpos(lower(t.name || ' ' || t.template_id || ' ' || array_to_string(t.tags, ' ')), lower($2)) > 0 ORDER BY lower(t.name), t.id LIMIT ${mostFound}`,
      [serviceId, text],
    );
    return rows.flatMap(choiceOf);
  },
});

const versionNamed = z.object({
  serviceId: z.string(),
  appid: textOf(200),
  templateId: textOf(200),
  version: z.int32(),
});

/**
 * One version of a template, published or not, archived or not. Undefined where there is none that
 * can be read.
 */
export const findTemplateVersion = view({
  action: "service.view",
  input: versionNamed,
  service: serviceNamed,
  run: async (
    { sql, serviceId },
    { appid, templateId, version },
  ): Promise<ComposerTemplate | undefined> => {
    const [row] = await sql.query<ChoiceRow>(
      `SELECT ${columns} FROM template t JOIN app a ON a.id = t.app_id JOIN template_version v ON v.template_id = t.id AND v.version = $4
       WHERE t.service_id = $1 AND a.appid = $2 AND t.template_id = $3`,
      [serviceId, appid, templateId, version],
    );
    return row && choiceOf(row)[0];
  },
});

/** None where it cannot be read: it could not be sent, and its own page says so. */
function choiceOf(row: ChoiceRow): ComposerTemplate[] {
  const read = readStored(row);
  return "unreadable" in read ? [] : [{ appid: row.appid, name: row.name, ...read.version }];
}
