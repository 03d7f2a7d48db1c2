import { currentOrder, unsent } from "@/lib/database/campaign-state";
import type { Sql } from "@/lib/database/sql";
import { idSchema } from "@/lib/inputs/row";
import { NotFoundError } from "@/lib/verb/errors";
import { view } from "@/lib/verb/view";
import type { UsingCampaign } from "../template/used-by";
import { serviceOfMedia } from "./rows";

/** A template that names a picture. */
export interface UsingTemplate {
  id: string;
  name: string;
  archived: boolean;
  /** Its draft does. */
  draft: boolean;
  /** The version that requests use does. */
  published: boolean;
  /**
   * How many of its other versions do: they break when one is published again, or a request names
   * it.
   */
  others: number;
}

/** A campaign that is yet to be sent and names a picture itself. */
export type CampaignWithMedia = Omit<UsingCampaign, "version">;

/**
 * Who uses a picture. Messages that were sent name it too, and show it for as long as devices have
 * not fetched it yet.
 */
export interface MediaUsers {
  templates: UsingTemplate[];
  campaigns: CampaignWithMedia[];
  /** Names of the apps whose icon it is. */
  apps: string[];
}

/** Of each kind, listed at most. */
const most = 100;

/**
 * Who uses a picture of the library, by its address: templates in any version, campaigns that are
 * yet to be sent, and apps; at most 100 of each.
 */
export const readMediaUsers = view({
  action: "service.view",
  input: idSchema,
  service: serviceOfMedia,
  run: async ({ sql, serviceId }, { id }): Promise<MediaUsers> => {
    const [media] = await sql.query<{ sha256: string }>("SELECT sha256 FROM media WHERE id = $1", [
      id,
    ]);
    if (!media) throw new NotFoundError("This image");
    const parameters = [serviceId, media.sha256] as const;
    const templates = await sql.query<UsingTemplate>(
      `SELECT t.id, t.name, t.archived_at IS NOT NULL AS archived, strpos(coalesce(d.content, ''), $2) > 0 AS draft,
       coalesce(v.published, false) AS published, coalesce(v.others, 0)::int AS others
     FROM template t LEFT JOIN template_draft d ON d.template_id = t.id
     LEFT JOIN (
       SELECT o.template_id, bool_or(o.version = p.published) AS published, count(*) FILTER (WHERE o.version IS DISTINCT FROM p.published) AS others
       FROM template_version o JOIN template p ON p.id = o.template_id
       WHERE p.service_id = $1 AND media_hashes(o.content) @> ARRAY[$2]
       GROUP BY o.template_id
     ) v ON v.template_id = t.id
     WHERE t.service_id = $1 AND (strpos(coalesce(d.content, ''), $2) > 0 OR v.template_id IS NOT NULL)
     ORDER BY lower(t.name), t.id LIMIT ${most}`,
      [...parameters],
    );
    const campaigns = await sql.query<CampaignWithMedia>(
      `SELECT c.id, c.name, coalesce(o.state, 'draft') AS state FROM campaign c LEFT JOIN ${currentOrder}
     WHERE c.service_id = $1 AND ${unsent} AND strpos(coalesce(o.request, c.draft), $2) > 0
     ORDER BY o.id IS NULL, o.starts_at NULLS LAST, c.id LIMIT ${most}`,
      [...parameters],
    );
    const apps = await sql.query<{ name: string }>(
      `SELECT name FROM app WHERE service_id = $1 AND strpos(coalesce(icon_url, ''), $2) > 0 ORDER BY lower(name) LIMIT ${most}`,
      [...parameters],
    );
    return { templates, campaigns, apps: apps.map(({ name }) => name) };
  },
});

/**
 * How many templates (draft or published), campaigns yet to be sent and apps use each of these
 * pictures of a service.
 */
export async function countUses(
  sql: Sql,
  serviceId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.query<{ hash: string; uses: number }>(
    `SELECT hash, count(DISTINCT place)::int AS uses FROM (
       SELECT t.id AS place, unnest(media_hashes(d.content)) AS hash
       FROM template t JOIN template_draft d ON d.template_id = t.id WHERE t.service_id = $1 AND strpos(d.content, '/media/') > 0
       UNION ALL
       SELECT t.id, unnest(media_hashes(v.content))
       FROM template_version v JOIN template t ON t.id = v.template_id AND t.published = v.version
       WHERE t.service_id = $1 AND media_hashes(v.content) && $2::text[]
       UNION ALL
       SELECT c.id, unnest(media_hashes(coalesce(o.request, c.draft)))
       FROM campaign c LEFT JOIN ${currentOrder} WHERE c.service_id = $1 AND ${unsent} AND strpos(coalesce(o.request, c.draft), '/media/') > 0
       UNION ALL
       SELECT a.id, unnest(media_hashes(a.icon_url)) FROM app a WHERE a.service_id = $1 AND a.icon_url IS NOT NULL
     ) named WHERE hash = ANY($2::text[]) GROUP BY hash`,
    [serviceId, hashes],
  );
  return new Map(rows.map(({ hash, uses }) => [hash, uses]));
}
