import { database } from "@/lib/database/sql";
import type { Actor } from "@/lib/policy/can";
import type { Role } from "@/lib/policy/roles";

/** A service that a member is in. */
export interface OwnService {
  id: string;
  name: string;
  sandbox: boolean;
  /** What the member is in it; an owner of the installation is an owner everywhere. */
  role: Role;
}

const most = 500;

/** The services that a member is in, by name, all of them for an owner of the installation; at most 500. */
export async function listServices({ actor }: { actor: Extract<Actor, { kind: "member" }> }): Promise<OwnService[]> {
  const roles = new Map(Object.entries(actor.services).map(([id, { role }]) => [id, role]));
  const rows = await database().query<Omit<OwnService, "role">>(
    `SELECT id, name, sandbox FROM service WHERE $1::uuid[] IS NULL OR id = ANY($1) ORDER BY lower(name), id LIMIT ${most}`,
    [actor.installationOwner ? null : [...roles.keys()]],
  );
  return rows.map((row) => ({ ...row, role: actor.installationOwner ? "owner" : (roles.get(row.id) ?? "viewer") }));
}
