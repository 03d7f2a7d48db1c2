import { spawn } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openServer } from "@/lib/database/server";
import type { Database } from "@/lib/database/sql";
import { asAdmin, brokenMember, openTestDatabase, urlOf } from "@/lib/database/testing";
import { temporaryFolder, undoAtEnd } from "../tools/ending.mjs";
import { freePort } from "../tools/free-port.mjs";
import { pgbouncerFile, pgbouncerUsers } from "./drill/cluster-files";
import { findProgram } from "./drill/programs";

const pgbouncer = findProgram("pgbouncer");
/** Fewer than there are connections of a process: they change hands all the time. */
const poolSize = 3;

describe.skipIf(pgbouncer === undefined)(
  "a database behind PgBouncer in transaction mode (apt-get install pgbouncer)",
  () => {
    let direct: Database;
    let pooled: Database;
    let [url, pooledUrl] = ["", ""];
    const closers: (() => unknown)[] = [];

    beforeAll(async () => {
      direct = await openTestDatabase();
      closers.push(() => direct.close());
      const [row] = await direct.query<{ name: string }>("SELECT current_database() AS name");
      // oxlint-disable-next-line node/no-process-env -- the server that the whole run of tests shares
      url = urlOf(process.env["TEST_DATABASE_URL"] ?? "", row?.name ?? "");
      pooledUrl = await startPooler(url, closers);
      pooled = await openServer(pooledUrl, { directUrl: url });
      closers.push(() => pooled.close());
    });
    afterAll(async () => {
      for (const close of closers.toReversed()) await close();
    });

    it("serves statements, transactions and Prisma Client on changing connections", async () => {
      const pids = new Set<number>();
      const work = async (n: number) => {
        const [row] = await pooled.query<{ n: number }>("SELECT $1::int AS n", [n]);
        await pooled.transaction(async (tx) => {
          // Short statements may all find the first connection free; a transaction occupies one.
          const [backend] = await tx.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
          pids.add(backend?.pid ?? 0);
          await tx.query("INSERT INTO setting (name, value) VALUES ($1, $2)", [`pooled ${n}`, "x"]);
          expect(
            await tx.prisma.setting.findUnique({ where: { name: `pooled ${n}` } }),
          ).toMatchObject({ value: "x" });
          await expect(tx.prisma.member.create(brokenMember(`pooled${n}`))).rejects.toThrow(
            "failed",
          );
        });
        return row?.n;
      };
      const numbers = Array.from({ length: 60 }, (_, n) => n);
      expect(await Promise.all(numbers.map(work))).toEqual(numbers);
      expect(await pooled.prisma.setting.count({ where: { value: "x" } })).toBe(60);
      expect(pids.size).toBeGreaterThan(1);
      expect(pids.size).toBeLessThanOrEqual(poolSize);
    });

    it("has notifications and locks on connections of their own", async () => {
      const payloads: string[] = [];
      const quiet = await pooled.subscribe(
        { pooled: (payload) => payloads.push(payload) },
        () => undefined,
      );
      await pooled.query("SELECT pg_notify('pooled', 'one')");
      await expect.poll(() => payloads).toEqual(["one"]);
      const release = await pooled.hold(71);
      expect(release).toBeDefined();
      expect(await direct.hold(71)).toBeUndefined();
      await release?.();
      await quiet();
    });

    it("is refused without the direct address, and with one of another database", async () => {
      await expect(openServer(pooledUrl)).rejects.toThrow(
        /A connection pooler answers at .* Set DATABASE_DIRECT_URL/,
      );
      const server = new URL(url);
      server.pathname = "/postgres";
      await expect(openServer(pooledUrl, { directUrl: server.href })).rejects.toThrow(
        /DATABASE_URL \(.*\) and DATABASE_DIRECT_URL \(.*\) lead to different databases/,
      );
    });

    it("sets nothing that outlives a transaction", async () => {
      const setting = "SELECT current_setting('idle_in_transaction_session_timeout') AS value";
      await pooled.transaction(async (tx) =>
        expect(await tx.query(setting)).toEqual([{ value: "20s" }]),
      );
      const values = await Promise.all(Array.from({ length: 20 }, () => pooled.query(setting)));
      expect(new Set(values.map((rows) => JSON.stringify(rows)))).toEqual(
        new Set(['[{"value":"0"}]']),
      );
    });

    it("goes on when the server ends the pooler's connections", async () => {
      await pooled.query("SELECT 1");
      await direct.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
      );
      await expect.poll(() => pooled.query("SELECT 1 AS one").catch(() => [])).toHaveLength(1);
    });
  },
);

/** Starts PgBouncer in front of a database and returns how to connect. */
async function startPooler(url: string, closers: (() => unknown)[]): Promise<string> {
  const { hostname, port, pathname, username } = new URL(url);
  const { path: folder, remove } = temporaryFolder("clarion-pooler");
  chmodSync(folder, 0o755);
  const users = join(folder, "users.txt");
  writeFileSync(users, pgbouncerUsers([username]));
  const listen = { host: "127.0.0.1", port: await freePort() };
  const database = { name: pathname.slice(1), host: hostname, port: Number(port || 5432) };
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(file, pgbouncerFile({ listen, database, users, poolSize }));
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(pgbouncer ?? "", [file], { stdio: "ignore", ...account });
  closers.push(
    remove,
    undoAtEnd(() => child.kill("SIGKILL")),
  );
  const pooledUrl = `postgresql://${username}@${listen.host}:${listen.port}${pathname}`;
  await vi.waitFor(() => asAdmin(pooledUrl, "SELECT 1"), { timeout: 30_000 });
  return pooledUrl;
}
