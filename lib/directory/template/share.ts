import { createHash, randomBytes } from "node:crypto";
import { memberIdOf } from "@/lib/auth/member";
import { config } from "@/lib/config/config";
import { newId } from "@/lib/database/id";
import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import { idSchema } from "@/lib/inputs/id";
import { shareTemplateSchema } from "@/lib/inputs/template";
import { NotFoundError, refuse } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { view } from "@/lib/verb/view";
import { lockTemplate } from "./lock";
import { serviceOfPreviewLink, serviceOfTemplate } from "./service-of";

/** Links of one template that work at a time. */
const mostLinks = 20;
const tokenBytes = 32;

/** SHA-256 of what a link ends with. It is long and random, so a plain hash is enough. */
export function hashPreviewToken(token: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash("sha256").update(token, "utf8").digest());
}

/**
 * Makes a link by which anybody looks at a version, or at the draft as it is then, for some days.
 * The link is in the answer and nowhere else: only its hash is kept. Refused for what is archived,
 * and for more than 20 links at a time.
 */
export const shareTemplate = verb(
  "template.share",
  shareTemplateSchema,
  serviceOfTemplate,
  async ({ tx, actor }, { id: templateRow, version, days }) => {
    const { templateId, archived } = await lockTemplate(tx, templateRow);
    if (archived) refuse("An archived template cannot be shared. Restore it first.");
    const known =
      version === null ||
      (await tx.prisma.templateVersion.count({ where: { templateId: templateRow, version } })) > 0;
    if (!known) throw new NotFoundError("This version");
    // Who made and revoked them is on record in the audit log.
    await tx.query(
      "DELETE FROM preview_link WHERE template_id = $1 AND (revoked_at IS NOT NULL OR expires_at <= now())",
      [templateRow],
    );
    const live = await tx.prisma.previewLink.count({ where: { templateId: templateRow } });
    if (live >= mostLinks)
      refuse(`A template can have ${mostLinks} links at most. Revoke one first.`);
    const [id, token] = [newId(), randomBytes(tokenBytes).toString("base64url")];
    const [made] = await tx.query<{ expiresAt: Date }>(
      `INSERT INTO preview_link (id, template_id, version, token_hash, created_by, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(days => $6)) RETURNING expires_at AS "expiresAt"`,
      [id, templateRow, version, hashPreviewToken(token), memberIdOf(actor), days],
    );
    const expiresAt = made?.expiresAt.toISOString() ?? "";
    const url = `${config().ORIGIN}/preview/${token}`;
    return {
      row: { id, url, expiresAt },
      entity: templateRow,
      event: { templateId, version, expiresAt, shared: true },
    };
  },
);

/** Ends a link. Nothing is to be done where it has ended by itself. */
export const revokePreviewLink = verb(
  "template.share",
  idSchema,
  serviceOfPreviewLink,
  async ({ tx }, { id }) => {
    const [ended] = await tx.query<{
      entity: string;
      templateId: string;
      version: number | null;
      expiresAt: Date;
    }>(
      `UPDATE preview_link l SET revoked_at = now() FROM template t
     WHERE t.id = l.template_id AND l.id = $1 AND l.revoked_at IS NULL AND l.expires_at > now()
     RETURNING t.id AS entity, t.template_id AS "templateId", l.version, l.expires_at AS "expiresAt"`,
      [id],
    );
    if (!ended) return { unchanged: null };
    const { entity, expiresAt, ...told } = ended;
    return {
      row: null,
      entity,
      event: { ...told, expiresAt: expiresAt.toISOString(), shared: false },
    };
  },
);

/** A link that works, as those see it who may share. */
export interface PreviewLinkRow {
  id: string;
  /** Null for the draft. */
  version: number | null;
  /** Name of who made it. */
  by: string | null;
  /** ISO 8601, UTC, as the next two. */
  createdAt: string;
  expiresAt: string;
  /** Null where it was not opened yet. */
  lastOpenedAt: string | null;
}

type Row = WithDates<PreviewLinkRow, "createdAt" | "expiresAt" | "lastOpenedAt">;

/** The links of a template that work, the latest first. */
export const listPreviewLinks = view(
  "template.share",
  idSchema,
  serviceOfTemplate,
  async ({ sql }, { id }): Promise<PreviewLinkRow[]> => {
    const rows = await sql.query<Row>(
      `SELECT l.id, l.version, m.name AS by, l.created_at AS "createdAt", l.expires_at AS "expiresAt", l.last_opened_at AS "lastOpenedAt"
     FROM preview_link l LEFT JOIN member m ON m.id = l.created_by
     WHERE l.template_id = $1 AND l.revoked_at IS NULL AND l.expires_at > now() ORDER BY l.id DESC LIMIT ${mostLinks}`,
      [id],
    );
    return rows.map(isoTimes);
  },
);
