import { memberIdOf } from "@/lib/auth/member";
import { database } from "@/lib/database/sql";
import { idSchema, nothingSchema } from "@/lib/inputs/row";
import { triedSchema } from "@/lib/inputs/sign-on";
import { NotFoundError } from "@/lib/verb/errors";
import { view } from "@/lib/verb/view";
import { connectionNamed, inNoService, type Connection } from "./connection";
import type { Trial } from "./enter";
import { readTrial } from "./trials";

/** A connection in the list of owners. */
export interface ConnectionRow extends Pick<
  Connection,
  "id" | "name" | "issuer" | "domains" | "enforced"
> {
  /** A user has signed in by it as it is. */
  proven: boolean;
  /** Members who have signed in by its issuer. */
  members: number;
}

/** All connections, by name: ten at most. */
export const listConnections = view({
  action: "connection.save",
  input: nothingSchema,
  service: inNoService,
  run: async ({ sql }): Promise<ConnectionRow[]> =>
    sql.query<ConnectionRow>(
      `SELECT c.id, c.name, c.issuer, coalesce(c.domains, '{}') AS domains, c.enforced, c.proven_at IS NOT NULL AS proven,
         (SELECT count(*)::int FROM sign_on_account a WHERE a.issuer = c.issuer) AS members
       FROM sign_on_connection c ORDER BY lower(c.name), c.id`,
    ),
});

/** A connection as owners change it: all but its secret. */
export interface OpenedConnection extends Omit<Connection, "provenAt" | "updatedAt"> {
  proven: boolean;
  /** Another one with each change. */
  version: string;
}

/** One connection. Throws `NotFoundError`. */
export const openConnection = view({
  action: "connection.save",
  input: idSchema,
  service: inNoService,
  run: async ({ sql }, { id }): Promise<OpenedConnection> => {
    const connection = await connectionNamed(sql, id);
    if (!connection) throw new NotFoundError("This connection");
    // By name: what is added to a connection later reaches no page by itself.
    const {
      name,
      issuer,
      clientId,
      domains,
      trustsEmails,
      groupsClaim,
      groups,
      enforced,
      breakGlassId,
    } = connection;
    const state = {
      proven: connection.provenAt !== null,
      version: connection.updatedAt.toISOString(),
    };
    return {
      id,
      name,
      issuer,
      clientId,
      domains,
      trustsEmails,
      groupsClaim,
      groups,
      enforced,
      breakGlassId,
      ...state,
    };
  },
});

/**
 * Owners of the installation who have a password, by name: who may sign in even if single sign-on
 * is enforced. At most 200.
 */
export const listBreakGlass = view({
  action: "connection.save",
  input: nothingSchema,
  service: inNoService,
  run: async ({ sql }): Promise<{ id: string; name: string; email: string }[]> =>
    sql.query(
      "SELECT id, name, email FROM member WHERE installation_owner AND disabled_at IS NULL AND password_hash <> '' ORDER BY lower(name), id LIMIT 200",
    ),
});

/** What a test run of the signed-in member showed; undefined once it is over, ten minutes later. */
export const readTried = view({
  action: "connection.save",
  input: triedSchema,
  service: inNoService,
  run: async ({ sql, actor }, { id, tryId }): Promise<Trial | undefined> => {
    const testerId = memberIdOf(actor);
    return testerId === null
      ? undefined
      : ((await readTrial(sql, tryId, id, testerId)) as Trial | undefined);
  },
});

/** A way to sign in, as everybody sees it who comes to do so. */
export interface Door {
  id: string;
  name: string;
}

/** The connections, for the pages to sign in at: by name, ten at most. */
export async function listDoors(): Promise<Door[]> {
  return database().query<Door>("SELECT id, name FROM sign_on_connection ORDER BY lower(name), id");
}
