import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import { serviceIdSchema } from "@/lib/inputs/service";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { callsWith, type KeyCalls } from "./key-callers";

/** A JWT secret as members see it; its value is never shown. */
export interface JwtSecretRow extends KeyCalls {
  id: string;
  /** ISO 8601 UTC, as all times of it. */
  createdAt: string;
  /** Name of the member who created it; null where it came with the service, or is unknown. */
  createdBy: string | null;
  lastUsedAt: string | null;
  /** Empty where the address is unknown. */
  lastUsedFrom: string | null;
  /** When it ends by itself, or ended. */
  expiresAt: string | null;
  /** Another one took its place. */
  replaced: boolean;
  active: boolean;
}

type Row = WithDates<Omit<JwtSecretRow, keyof KeyCalls>, "createdAt" | "lastUsedAt" | "expiresAt">;

const most = 5;

/**
 * The JWT secrets of a service, the one in use first, with who called with tokens of each in the
 * last 24 hours. One that was replaced is left out once it ended.
 */
export const listJwtSecrets = view({
  action: "service.view",
  input: serviceIdSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }): Promise<JwtSecretRow[]> => {
    const rows = await sql.query<Row>(
      `SELECT j.id, j.created_at AS "createdAt", m.name AS "createdBy", j.last_used_at AS "lastUsedAt", j.last_used_from AS "lastUsedFrom", j.expires_at AS "expiresAt",
       j.replaced, j.expires_at IS NULL OR j.expires_at > now() AS active
     FROM jwt_secret j LEFT JOIN member m ON m.id = j.created_by
     WHERE j.service_id = $1 AND (NOT j.replaced OR j.expires_at > now()) ORDER BY j.replaced, j.created_at DESC, j.id LIMIT ${most}`,
      [serviceId],
    );
    const calls = await callsWith(sql, rows);
    return rows.map((row) => ({ ...isoTimes(row), ...calls(row.id) }));
  },
});
