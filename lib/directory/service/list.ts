import { database } from "@/lib/database/sql";
import type { Actor, Membership } from "@/lib/policy/can";

/**
 * A service that a member is in, and what the member is in it; an owner of the installation is an
 * owner everywhere.
 */
export interface OwnService extends Membership {
  id: string;
  name: string;
  sandbox: boolean;
}

const owner: Membership = { role: "owner", maySend: true, mayApprove: true };
const nothing: Membership = { role: "viewer", maySend: false, mayApprove: false };

const most = 500;

/**
 * The services that a member is in, by name, all of them for an owner of the installation; at most
 * 500.
 */
export async function listServices({
  actor,
}: {
  actor: Extract<Actor, { kind: "member" }>;
}): Promise<OwnService[]> {
  const memberships = new Map(Object.entries(actor.services));
  const rows = await database().query<Omit<OwnService, keyof Membership>>(
    `SELECT id, name, sandbox FROM service WHERE $1::uuid[] IS NULL OR id = ANY($1) ORDER BY lower(name), id LIMIT ${most}`,
    [actor.installationOwner ? null : [...memberships.keys()]],
  );
  return rows.map((row) => ({
    ...row,
    ...(actor.installationOwner ? owner : (memberships.get(row.id) ?? nothing)),
  }));
}
