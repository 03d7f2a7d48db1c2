import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttp } from "node:http";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "@/lib/database/open";
import { setDatabase, type Database } from "@/lib/database/sql";
import { assertAppSecret } from "@/lib/directory/app-secret";
import { freePort } from "../tools/free-port.mjs";
import { temporaryPostgres } from "../tools/postgres";
import { expectSentence, startInVain } from "./failing-start";

const folder = mkdtempSync(join(tmpdir(), "clarion-start-server-"));
const password = "canary-password-9d1c";
const closers: (() => unknown)[] = [];
let postgres: Awaited<ReturnType<typeof temporaryPostgres>>;

beforeAll(async () => {
  // One of its own: who may come in is changed below. The tests share another.
  const { TEST_DATABASE_URL: shared } = process.env;
  delete process.env["TEST_DATABASE_URL"];
  postgres = await temporaryPostgres();
  if (shared !== undefined) process.env["TEST_DATABASE_URL"] = shared;
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = (url: string, settings: Record<string, string> = {}) =>
  startInVain({
    DATABASE_URL: url,
    DATA_DIR: folder,
    APP_SECRET: "a secret of the tests of the start",
    ROLE: "api",
    ...settings,
  });

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}
async function newDatabase(
  change: (database: Database) => Promise<unknown> = () => Promise.resolve(),
): Promise<string> {
  const name = `start_${Math.random().toString(36).slice(2)}`;
  const url = new URL(postgres.url);
  await asAdmin(`CREATE DATABASE ${name}`);
  url.pathname = `/${name}`;
  const opened = await openDatabase(
    { DATABASE_URL: url.href, DATA_DIR: folder },
    join(import.meta.dirname, ".."),
  );
  try {
    await change(opened);
  } finally {
    setDatabase(undefined);
    await opened.close();
  }
  return url.href;
}
async function asAdmin(statement: string, url = postgres.url): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
const changedUrl = (change: (url: URL) => void) => {
  const url = new URL(postgres.url);
  change(url);
  return url.href;
};

describe("a start in vain says what to do: DATABASE_URL", () => {
  it("names a closed port, and an unknown host", async () => {
    const port = await freePort();
    expectSentence(
      await start(`postgresql://u:${password}@127.0.0.1:${port}/d`),
      new RegExp(`^No PostgreSQL server listens at 127.0.0.1:${port}\\. .*DATABASE_URL`),
    );
    const nobody = await start(`postgresql://u:${password}@no-such-host.invalid/d`);
    expectSentence(nobody, /^The host no-such-host.invalid cannot be found .*DATABASE_URL/);
    expect(nobody.all).not.toContain(password);
  });

  it("names something else than a PostgreSQL", async () => {
    const port = await listening(createHttp());
    expectSentence(
      await start(`postgresql://u@127.0.0.1:${port}/d`),
      /is not a PostgreSQL server\. .*DATABASE_URL/,
    );
  });

  it("names what takes the connection and never answers, and ends", async () => {
    const sockets: Socket[] = [];
    const port = await listening(createServer((socket) => sockets.push(socket)));
    expectSentence(
      await start(`postgresql://u@127.0.0.1:${port}/d`),
      /^The server at .* did not answer within 10 seconds\. .*DATABASE_URL/,
    );
    for (const socket of sockets) socket.destroy();
  });

  it("names a PostgreSQL that lets one in and then never answers", async () => {
    const { port, stop } = await speaking();
    expectSentence(
      await start(`postgresql://u@127.0.0.1:${port}/d`),
      /^The server at .* did not answer within 10 seconds\. .*DATABASE_URL/,
    );
    stop();
  });

  it("names a PostgreSQL that is too old", async () => {
    const { port, stop } = await speaking("140011");
    expectSentence(
      await start(`postgresql://u@127.0.0.1:${port}/d`),
      /is version 14, but Clarion needs 15 or newer\. .*DATABASE_URL/,
    );
    stop();
  });

  it("names a file of certificates that is not there", async () => {
    expectSentence(
      await start("postgresql://u@127.0.0.1/d?sslrootcert=/no/such/file"),
      /^DATABASE_URL cannot be used \(ENOENT: \/no\/such\/file\)/,
    );
  });
});

describe("a start in vain says what to do: the PostgreSQL of DATABASE_URL", () => {
  it("has no such user, no such database, or another password", async () => {
    expectSentence(
      await start(changedUrl((url) => (url.username = "nobody"))),
      /does not accept user "nobody"\. .*DATABASE_URL/,
    );
    expectSentence(
      await start(changedUrl((url) => (url.pathname = "/nothing"))),
      /has no database "nothing"\. .*DATABASE_URL/,
    );
    await asAdmin("CREATE ROLE guest LOGIN PASSWORD 'right'");
    const rules = join(postgres.folder ?? "", "data/pg_hba.conf");
    const open = readFileSync(rules, "utf8");
    writeFileSync(rules, `host all guest 127.0.0.1/32 scram-sha-256\n${open}`);
    await asAdmin("SELECT pg_reload_conf()");
    const guest = (guestPassword: string) =>
      changedUrl((url) => Object.assign(url, { username: "guest", password: guestPassword }));
    const refused = await start(guest(password));
    expectSentence(refused, /does not accept user "guest"\. .*password in DATABASE_URL/);
    expect(refused.all).not.toContain(password);
    expectSentence(await start(guest("")), /requires a password\. Add it to DATABASE_URL/);
    // The right one comes in, and may make no tables.
    expectSentence(
      await start(guest("right")),
      /permission denied .*42501\)\. Make the user the owner/,
    );
    expectSentence(
      await start(changedUrl((url) => (url.search = "?ssl=true"))),
      /does not support TLS\. .*DATABASE_URL/,
    );
  });

  it("was used by a newer version, or is another program's", async () => {
    const url = await newDatabase((database) =>
      database.query(
        "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', 'c', '29990101000000_ahead', now())",
      ),
    );
    expectSentence(
      await start(url),
      /does not know \(29990101000000_ahead\).*newer version of Clarion.*DATABASE_URL/,
    );
  });

  it("has something in the way of a migration, or one that another tool left half done", async () => {
    const url = await newDatabase((database) => database.query("DELETE FROM _prisma_migrations"));
    expectSentence(
      await start(url),
      /^Migration \d+_initial failed \(.* already exists, 42\w{3}\) and changed nothing\. .*DATABASE_URL/,
    );
    const half = await newDatabase((database) =>
      database.query(
        "UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%initial'",
      ),
    );
    expectSentence(
      await start(half),
      /^Another tool started migration \d+_initial and did not finish it\. .*DATABASE_URL/,
    );
  });

  it("was sealed with another secret", async () => {
    expectSentence(
      await start(await newDatabase(() => assertAppSecret())),
      /^APP_SECRET is not the one .*: set APP_SECRET/,
    );
  });

  it("can only be read", async () => {
    const url = await newDatabase();
    const name = new URL(url).pathname.slice(1);
    await asAdmin(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    expectSentence(
      await start(url),
      /read-only transaction, 25006\)\. It is a read-only standby; name the primary/,
    );
  });

  it("is well, and the port is in use", async () => {
    const port = await listening(createServer());
    expectSentence(
      await start(postgres.url, { PORT: String(port) }),
      new RegExp(`^Port ${port} is in use\\. .* PORT `),
    );
  });
});

/**
 * Says what a PostgreSQL says that lets anybody in and answers one query with one number
 * (PostgreSQL documentation, "Message Formats"); without a number it answers no query. For versions
 * that no machine of today has.
 */
async function speaking(answer?: string): Promise<{ port: number; stop: () => void }> {
  const message = (kind: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(kind), length, body]);
  };
  const numbers = (...parts: [value: number, bytes: number][]) =>
    Buffer.concat(
      parts.map(([value, bytes]) => {
        const part = Buffer.alloc(bytes);
        part.writeIntBE(value, 0, bytes);
        return part;
      }),
    );
  const ready = message("Z", Buffer.from("I"));
  const sockets: Socket[] = [];
  const port = await listening(
    createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => undefined);
      socket.once("data", () => {
        socket.write(Buffer.concat([message("R", numbers([0, 4])), ready]));
        socket.on("data", (query: Buffer) => {
          if (answer === undefined || query[0] !== 0x51) return;
          const column = Buffer.concat([
            numbers([1, 2]),
            Buffer.from("version\0"),
            numbers([0, 4], [0, 2], [23, 4], [4, 2], [-1, 4], [0, 2]),
          ]);
          const row = Buffer.concat([numbers([1, 2], [answer.length, 4]), Buffer.from(answer)]);
          socket.write(
            Buffer.concat([
              message("T", column),
              message("D", row),
              message("C", Buffer.from("SELECT 1\0")),
              ready,
            ]),
          );
        });
      });
    }),
  );
  return { port, stop: () => sockets.forEach((socket) => socket.destroy()) };
}
