import { database } from "@/lib/database/sql";
import { parseJson } from "@/lib/interface/exact-json";
import type { PushBlocksInput } from "@/lib/interface/request";
import type { TemplateLanguage } from "@/lib/template/languages";
import { templateParametersSchema } from "@/lib/template/parameters";
import type { TemplateReference, TemplateVersion } from "@/lib/template/resolve";
import { cached } from "@/lib/database/cached";

/** A template version with the id of its row, which a message keeps: what was accepted is sent, whatever is published later. */
export interface StoredVersion extends TemplateVersion {
  id: string;
}

interface Row {
  id: string;
  templateId: string;
  version: number;
  blocks: string;
  parameters: unknown;
  languages: string;
}

const select = `SELECT v.id, t.template_id AS "templateId", v.version, v.blocks, v.parameters, v.languages FROM template_version v JOIN template t ON t.id = v.template_id`;
const ttlMs = 5_000;

/** The version that a request names: the pinned one, else the published one (contract 6). Undefined when there is none, or it is archived. */
export async function findVersion(appId: string, reference: TemplateReference): Promise<StoredVersion | undefined> {
  const { templateId, version } = reference;
  return cached("template-version", `${appId}:${version ?? ""}:${templateId}`, ttlMs, async () =>
    stored(
      await database().query<Row>(
        `${select} WHERE t.app_id = $1 AND t.template_id = $2 AND t.archived_at IS NULL AND v.version = coalesce($3::int, t.published)`,
        [appId, templateId, version ?? null],
      ),
    ),
  );
}

/** A version by the id of its row, archived or not. */
export async function versionById(id: string): Promise<StoredVersion | undefined> {
  return cached("template-version-by-id", id, 60_000, async () => stored(await database().query<Row>(`${select} WHERE v.id = $1`, [id])));
}

function stored([row]: Row[]): StoredVersion | undefined {
  if (!row) return undefined;
  return {
    ...row,
    blocks: parseJson(row.blocks) as PushBlocksInput,
    parameters: templateParametersSchema.parse(row.parameters),
    languages: JSON.parse(row.languages) as TemplateLanguage[],
  };
}
