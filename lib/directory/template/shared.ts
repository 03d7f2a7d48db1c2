import { networkOf } from "@/lib/config/address-list";
import { database, type Sql } from "@/lib/database/sql";
import { once } from "@/lib/runtime/once";
import { TokenBuckets } from "@/lib/runtime/token-buckets";
import { listApps, type AppRow } from "../app/list";
import { hashPreviewToken } from "./share";
import { unreadableDraft } from "./stored";
import { readableVersion } from "./version-content";

/** What a link shows. */
export interface SharedTemplate {
  templateId: string;
  app: AppRow;
  /** Null for the draft. */
  version: number | null;
  /** Content of the draft or the version, JSON text. */
  content: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
}

interface Row {
  id: string;
  template: string;
  templateId: string;
  appid: string;
  serviceId: string;
  version: number | null;
  published: number | null;
  draft: string | null;
  expiresAt: Date;
}

const shape = /^[A-Za-z0-9_-]{43}$/;
/** Look-ups a second, and how many seconds' worth at once, from one network. */
const looks = { rate: 5, burstSeconds: 60 };

/**
 * Returns the template that a link shows, and records that it was opened, once a minute. Undefined,
 * without a reason, for a link that does not exist, has expired or was revoked, for a template that
 * is archived, unreadable or of a deactivated service, and while one network opens too many links.
 *
 * @param client address of the visitor; "unknown" when it is not available
 */
export async function openShared(
  token: string,
  client: string,
): Promise<SharedTemplate | undefined> {
  if (!shape.test(token)) return undefined;
  const buckets = once(
    "preview-looks",
    () => new TokenBuckets(looks.rate, { burstSeconds: looks.burstSeconds }),
  );
  if (buckets.take(networkOf(client), 1) > 0) return undefined;
  const sql = database();
  const [row] = await sql.query<Row>(
    `SELECT l.id, t.id AS template, t.template_id AS "templateId", a.appid, a.service_id AS "serviceId", l.version, t.published, d.content AS draft,
       l.expires_at AS "expiresAt"
     FROM preview_link l JOIN template t ON t.id = l.template_id JOIN app a ON a.id = t.app_id JOIN service s ON s.id = a.service_id
       LEFT JOIN template_draft d ON d.template_id = t.id
     WHERE l.token_hash = $1 AND l.revoked_at IS NULL AND l.expires_at > now() AND t.archived_at IS NULL AND s.active`,
    [hashPreviewToken(token)],
  );
  if (!row) return undefined;
  const { serviceId, appid, templateId, expiresAt } = row;
  // Where nothing was changed since, the draft is what is published.
  const version = row.version ?? (row.draft === null ? row.published : null);
  const said = version === null ? row.draft : await readableVersion(sql, row.template, version);
  const apps = await listApps({ actor: { kind: "job", name: "shared preview" } }, { serviceId });
  const app = apps.find((one) => one.appid === appid);
  if (!app || said == null || unreadableDraft(templateId, said) !== undefined) return undefined;
  await noteOpened(sql, row.id);
  return {
    templateId,
    app,
    version: row.version,
    content: said,
    expiresAt: expiresAt.toISOString(),
  };
}

async function noteOpened(tx: Sql, id: string): Promise<void> {
  await tx.query(
    `UPDATE preview_link SET opened = opened + 1, last_opened_at = now()
     WHERE id = $1 AND (last_opened_at IS NULL OR last_opened_at <= now() - interval '1 minute')`,
    [id],
  );
}
