import { randomInt } from "node:crypto";
import pg from "pg";
import { StartError } from "@/lib/config/start-error";

const oldest = 15;
/** So long may connecting, and the first answer, each take. Milliseconds. */
const patienceMs = 10_000;

/** What a connection leads to. */
export interface ServerFacts {
  /** Whether a pooler answers in place of the server: it has a process of another number. */
  isPooled: boolean;
  /** Whether the server compiles statements just in time. */
  hasJit: boolean;
}

/**
 * Asks the server once, before anything is built on it. Throws {@link StartError}: what is wrong,
 * with the address but never the password.
 *
 * @param setting that names the server, for errors
 */
export async function assertServer(
  options: pg.ClientConfig,
  setting = "DATABASE_URL",
): Promise<ServerFacts> {
  try {
    return await ask(options);
  } catch (error) {
    throw error instanceof StartError
      ? new StartError(error.message.replaceAll("DATABASE_URL", setting), { cause: error })
      : error;
  }
}

/**
 * Throws {@link StartError} unless both addresses lead to one database: a lock that is set through
 * the one is closed to the other.
 */
export async function assertSameDatabase(
  pooled: pg.ClientConfig,
  direct: pg.ClientConfig,
): Promise<void> {
  const lockId = randomInt(2 ** 31);
  const clients = [patientClient(direct), patientClient(pooled)] as const;
  const [holder, other] = clients;
  try {
    for (const client of clients) await client.connect();
    await holder.query("SELECT pg_advisory_lock($1)", [lockId]);
    const { rows } = await other.query<{ isFree: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1) AS "isFree"',
      [lockId],
    );
    if (rows[0]?.isFree)
      throw new StartError(
        `DATABASE_URL (${addressOf(other)}) and DATABASE_DIRECT_URL (${addressOf(holder)}) lead to different databases. Correct one of them.`,
      );
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(sentence(error, other));
  } finally {
    for (const client of clients) void client.end().catch(() => undefined);
  }
}

/** A connection that gives up soon. */
function patientClient(options: pg.ClientConfig): pg.Client {
  const client = clientOf({
    ...options,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  });
  // The pending query reports a broken connection.
  client.on("error", () => undefined);
  return client;
}

async function ask(options: pg.ClientConfig): Promise<ServerFacts> {
  const client: pg.Client & { processID?: number | null } = patientClient(options);
  let version: number;
  let facts: ServerFacts;
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; pid?: number; jit?: string }>(
      "SELECT current_setting('server_version_num')::int AS version, pg_backend_pid() AS pid, current_setting('jit') AS jit",
    );
    const [row] = rows;
    version = row?.version ?? 0;
    facts = {
      isPooled: row?.pid !== undefined && row.pid !== client.processID,
      hasJit: row?.jit === "on",
    };
  } catch (error) {
    throw new StartError(sentence(error, client));
  } finally {
    // What does not answer would not say goodbye either.
    void client.end().catch(() => undefined);
  }
  const major = Math.floor(version / 10_000);
  if (major < oldest)
    throw new StartError(
      `The PostgreSQL server at ${addressOf(client)} is version ${major}, but Clarion needs ${oldest} or newer. Upgrade it, or set DATABASE_URL to a newer server.`,
    );
  return facts;
}

function clientOf(options: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client(options);
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    throw new StartError(
      `DATABASE_URL cannot be used${path === undefined ? "" : ` (${code}: ${path})`}: correct its parameters.`,
    );
  }
}

function addressOf({ host, port }: pg.Client): string {
  return host.startsWith("/") ? host : `${host}:${port}`;
}

const unreachable = ["EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT", "EADDRNOTAVAIL"];
const untrusted = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;

function sentence(error: unknown, client: pg.Client): string {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  const at = addressOf(client);
  const name = `${client.database ?? ""}`;
  switch (code) {
    case "ECONNREFUSED":
    case "ENOENT":
      return `No PostgreSQL server listens at ${at}. Start it, or correct the address in DATABASE_URL.`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `The host ${client.host} cannot be found (${code}). Correct the address in DATABASE_URL; #, /, @, : and % in its password must be percent-encoded.`;
    case "28P01":
    case "28000":
      return `The PostgreSQL server at ${at} does not accept user "${client.user ?? ""}". Correct the user and password in DATABASE_URL, or allow the user in pg_hba.conf.`;
    case "3D000":
      return `The PostgreSQL server at ${at} has no database "${name}". Create it, or correct the name in DATABASE_URL.`;
    case "42501":
      return `User "${client.user ?? ""}" may not connect to database "${name}" at ${at}. Grant CONNECT, or correct DATABASE_URL.`;
    case "08P01":
      if (!/unsupported startup parameter/.test(message)) break;
      return `A connection pooler answers at ${at} (DATABASE_URL). Set DATABASE_DIRECT_URL to the address of the PostgreSQL server behind it.`;
    case "53300":
      return `The PostgreSQL server at ${at} has no free connections. Raise its max_connections, or set DATABASE_URL to another server.`;
    case "57P03":
      return `The PostgreSQL server at ${at} (DATABASE_URL) is starting or shutting down. Start Clarion again when it is ready.`;
  }
  if (unreachable.includes(code) || /timeout/i.test(message))
    return `The server at ${at} did not answer within ${patienceMs / 1_000} seconds. Correct the address in DATABASE_URL, or check the server and the network.`;
  if (/password must be a string/.test(message))
    return `The PostgreSQL server at ${at} requires a password. Add it to DATABASE_URL.`;
  if (/does not support SSL/.test(message))
    return `The PostgreSQL server at ${at} does not support TLS. Remove ssl and sslmode from DATABASE_URL, or enable TLS on the server.`;
  if (untrusted.test(code))
    return `The certificate of the PostgreSQL server at ${at} is not trusted (${code}). Correct sslmode or sslrootcert in DATABASE_URL.`;
  if (/^[0-9A-Z]{5}$/.test(code) && "severity" in (error as object))
    return `The PostgreSQL server at ${at} (DATABASE_URL) refused the connection (${code}: ${message}). Correct DATABASE_URL, or check the server.`;
  return `The server at ${at} is not a PostgreSQL server. Correct the address in DATABASE_URL.`;
}
