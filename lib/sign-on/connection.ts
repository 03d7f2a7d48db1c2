import { unseal } from "@/lib/auth/seal";
import { signOnSecretPlace } from "@/lib/auth/sealed-places";
import { config } from "@/lib/config/config";
import { isId, newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import type { Membership } from "@/lib/policy/can";

/** What a group is in a service. */
export interface GroupRole extends Membership {
  group: string;
  serviceId: string;
}

/** A connection as it is stored, without its secret. */
export interface Connection {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  domains: string[];
  trustsEmails: boolean;
  groupsClaim: string;
  enforced: boolean;
  breakGlassId: string | null;
  provenAt: Date | null;
  /** Another one with each change. */
  updatedAt: Date;
  groups: GroupRole[];
}

/** The service of what concerns the whole installation: none. */
export const inNoService = () => null;

/** A connection by its id, with what opens its secret; undefined where there is none. */
export async function connectionNamed(
  sql: Sql,
  id: string,
): Promise<(Connection & { secret: () => string }) | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await sql.query<Omit<Connection, "groups"> & { secretSealed: Uint8Array }>(
    `SELECT id, name, issuer, client_id AS "clientId", secret_sealed AS "secretSealed", coalesce(domains, '{}') AS domains, trusts_emails AS "trustsEmails", groups_claim AS "groupsClaim",
       enforced, break_glass_id AS "breakGlassId", proven_at AS "provenAt", updated_at AS "updatedAt" FROM sign_on_connection WHERE id = $1`,
    [id],
  );
  if (!row) return undefined;
  const { secretSealed, ...fields } = row;
  return {
    ...fields,
    groups: await groupsOf(sql, id),
    secret: () => unseal(secretSealed, signOnSecretPlace(id)),
  };
}

function groupsOf(sql: Sql, id: string): Promise<GroupRole[]> {
  return sql.query<GroupRole>(
    `SELECT group_name AS "group", service_id AS "serviceId", role::text AS role, may_send AS "maySend", may_approve AS "mayApprove"
     FROM sign_on_group WHERE connection_id = $1 ORDER BY group_name, service_id`,
    [id],
  );
}

/**
 * Returns where a provider sends people back to: another address for each connection, so that an
 * answer of one provider never counts as another's (RFC 9700, 4.4).
 */
export function redirectUriOf(connectionId: string): string {
  return `${config().ORIGIN}/api/sign-on/${connectionId}/callback`;
}

/**
 * Returns the id of a connection that is about to be created: the requested one, where it can be
 * one; else a new one.
 */
export function newConnectionId(requestedId: string | undefined): string {
  return requestedId !== undefined && isId(requestedId) ? requestedId.toLowerCase() : newId();
}
