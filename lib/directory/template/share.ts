import { createHash, randomBytes } from "node:crypto";
import { memberIdOf } from "@/lib/auth/member";
import { config } from "@/lib/config/config";
import { newId } from "@/lib/database/id";
import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import { paths } from "@/lib/inputs/paths";
import { idSchema } from "@/lib/inputs/row";
import { shareTemplateSchema } from "@/lib/inputs/template";
import { NotFoundError, rejectInput } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { view } from "@/lib/verb/view";
import { lockTemplate, serviceOfPreviewLink, serviceOfTemplate } from "./row";

/** Links of one template that work at a time. */
const mostLinks = 20;
const tokenBytes = 32;

/** SHA-256 of what a link ends with. It is long and random, so a plain hash is enough. */
export function hashPreviewToken(token: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash("sha256").update(token, "utf8").digest());
}

/**
 * Creates a public link to a version, or to the draft in its present state at each visit, for some
 * days. The link is in the answer and nowhere else: only its hash is stored. Rejects archived
 * templates, and more than 20 links at a time.
 */
export const shareTemplate = verb({
  action: "template.share",
  input: shareTemplateSchema,
  service: serviceOfTemplate,
  run: async ({ tx, actor }, { id: templateRow, version, days }) => {
    const { templateId, archived } = await lockTemplate(tx, templateRow);
    if (archived) rejectInput("An archived template cannot be shared. Restore it first.");
    const isVersion =
      version === null ||
      (await tx.prisma.templateVersion.count({ where: { templateId: templateRow, version } })) > 0;
    if (!isVersion) throw new NotFoundError("This version");
    // The audit log has who created and revoked them.
    await tx.query(
      "DELETE FROM preview_link WHERE template_id = $1 AND (revoked_at IS NOT NULL OR expires_at <= now())",
      [templateRow],
    );
    const live = await tx.prisma.previewLink.count({ where: { templateId: templateRow } });
    if (live >= mostLinks)
      rejectInput(`A template can have ${mostLinks} links at most. Revoke one first.`);
    const [id, token] = [newId(), randomBytes(tokenBytes).toString("base64url")];
    const [link] = await tx.query<{ expiresAt: Date }>(
      `INSERT INTO preview_link (id, template_id, version, token_hash, created_by, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(days => $6)) RETURNING expires_at AS "expiresAt"`,
      [id, templateRow, version, hashPreviewToken(token), memberIdOf(actor), days],
    );
    const expiresAt = link?.expiresAt.toISOString() ?? "";
    const url = `${config().ORIGIN}${paths.preview(token)}`;
    return {
      row: { id, url, expiresAt },
      entity: templateRow,
      event: { templateId, version, expiresAt },
    };
  },
});

/** Ends a link. Nothing is to be done where it has ended by itself. */
export const revokePreviewLink = verb({
  action: "previewLink.revoke",
  input: idSchema,
  service: serviceOfPreviewLink,
  run: async ({ tx }, { id }) => {
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
    const { entity, expiresAt, ...facts } = ended;
    return {
      row: null,
      entity,
      event: { ...facts, expiresAt: expiresAt.toISOString() },
    };
  },
});

/** A link that works, as those see it who may share. */
export interface PreviewLinkRow {
  id: string;
  /** Null for the draft. */
  version: number | null;
  /** Name of the member who created it. */
  by: string | null;
  /** ISO 8601, UTC, as the next two. */
  createdAt: string;
  expiresAt: string;
  /** Null where it was not opened yet. */
  lastOpenedAt: string | null;
}

type Row = WithDates<PreviewLinkRow, "createdAt" | "expiresAt" | "lastOpenedAt">;

/** The links of a template that work, the latest first. */
export const listPreviewLinks = view({
  action: "template.share",
  input: idSchema,
  service: serviceOfTemplate,
  run: async ({ sql }, { id }): Promise<PreviewLinkRow[]> => {
    const rows = await sql.query<Row>(
      `SELECT l.id, l.version, m.name AS by, l.created_at AS "createdAt", l.expires_at AS "expiresAt", l.last_opened_at AS "lastOpenedAt"
     FROM preview_link l LEFT JOIN member m ON m.id = l.created_by
     WHERE l.template_id = $1 AND l.revoked_at IS NULL AND l.expires_at > now() ORDER BY l.id DESC LIMIT ${mostLinks}`,
      [id],
    );
    return rows.map(isoTimes);
  },
});
