import { connect, createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAway } from "./repeat";
import { openServer } from "./server";
import type { Database } from "./sql";
import { openTestDatabase, urlOf } from "./testing";

const fields = ["SFATAL", "C57P01", "Mterminating connection due to unexpected postmaster exit"]
  .map((field) => `${field}\0`)
  .join("");
const fatal = Buffer.concat([Buffer.from("E"), Buffer.alloc(4), Buffer.from(`${fields}\0`)]);
fatal.writeInt32BE(fatal.length - 1, 1);
/**
 * At the end of what a server says when a connection is ready for the next statement, outside a
 * transaction.
 */
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

describe("a connection that the server ends", () => {
  let direct: Database;
  let through: Database;
  let proxy: Server;
  let isDying = false;
  let isCut = false;

  beforeAll(async () => {
    direct = await openTestDatabase();
    const [row] = await direct.query<{ name: string }>("SELECT current_database() AS name");
    // oxlint-disable-next-line node/no-process-env -- the server that the whole run of tests shares
    const url = new URL(urlOf(process.env["TEST_DATABASE_URL"] ?? "", row?.name ?? ""));
    const target = { port: Number(url.port || 5432), host: url.hostname };
    proxy = createServer((client) => {
      const server = connect(target);
      client.on("data", (chunk: Buffer) => {
        if (isCut) client.destroy();
        else server.write(chunk);
      });
      server.on("data", (chunk: Buffer) => {
        if (!isDying || !chunk.subarray(-ready.length).equals(ready)) client.write(chunk);
        else client.end(Buffer.concat([chunk, fatal]));
      });
      for (const socket of [client, server])
        socket
          .on("error", () => undefined)
          .on("close", () => {
            client.destroy();
            server.destroy();
          });
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    url.port = String((proxy.address() as AddressInfo).port);
    url.hostname = "127.0.0.1";
    through = await openServer(url.href);
  });
  afterAll(async () => {
    await through.close();
    proxy.close();
    await direct.close();
  });

  it("fails its statements and ends no process", async () => {
    const work = () => through.transaction((tx) => tx.query("SELECT 1"));
    await Promise.all(Array.from({ length: 10 }, work));
    isDying = true;
    // More than there are connections: each one that becomes free is handed on at once.
    const results = await Promise.allSettled(Array.from({ length: 40 }, work));
    expect(results.some(({ status }) => status === "rejected")).toBe(true);
    isDying = false;
    await expect.poll(() => work().catch(() => undefined)).toHaveLength(1);
  });

  it("is a database that is away, by a statement and by Prisma Client", async () => {
    const failures = async () =>
      Promise.all(
        [through.query("SELECT 1"), through.prisma.setting.findMany()].map((work) =>
          work.then(
            () => "no failure",
            (error: unknown) => error,
          ),
        ),
      );
    await through.prisma.setting.findMany();
    isCut = true;
    const cut = await failures();
    proxy.close();
    const refused = await failures();
    expect(cut.map(isAway)).toEqual([true, true]);
    expect(refused.map(isAway)).toEqual([true, true]);
  });
});
