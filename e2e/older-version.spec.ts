import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { openKept } from "../tests/kept/open-kept";
import { temporaryPostgres } from "../tools/postgres.mjs";
import { signIn } from "./support/fixtures";
import { startServer } from "./support/server";

/** Everything that an installation has open, by what it is. */
const openRows = `SELECT
  (SELECT count(*)::int FROM message WHERE state <> 'done') AS messages,
  (SELECT count(*)::int FROM delivery WHERE next_at IS NOT NULL) AS deliveries,
  (SELECT count(*)::int FROM "update" WHERE next_at IS NOT NULL) AS updates`;

/** A notify URL that remembers what it heard of whom, by correlationid and status. */
async function startHearing(url: string) {
  const heard = new Map<string, Set<string>>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { deliveryInfoNotification: told } = JSON.parse(Buffer.concat(chunks).toString()) as {
        deliveryInfoNotification: {
          correlationid: string;
          transid: string;
          deliveryInfo: Record<"deliveryStatus" | "pushId" | "destination", string>;
        };
      };
      const { deliveryStatus, pushId, destination } = told.deliveryInfo;
      const name = `${told.correlationid} ${deliveryStatus}`;
      heard.set(name, (heard.get(name) ?? new Set()).add(`${told.transid} ${pushId || destination}`));
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(Number(new URL(url).port), "127.0.0.1", resolve);
  });
  return {
    of: (correlationid: string, status: string) => heard.get(`${correlationid} ${status}`)?.size ?? 0,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A new database of its own. */
async function emptyPostgres() {
  const server = await temporaryPostgres();
  if (!server) return undefined;
  const name = `clarion_kept_${Date.now()}`;
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const run = async (statement: string) => {
    const client = new pg.Client(server.url);
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`CREATE DATABASE ${name}`);
  return {
    url: url.href,
    stop: async () => {
      await run(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.stop();
    },
  };
}

for (const on of ["the embedded database", "PostgreSQL"])
  test(`a start on the data of an older version, on ${on}, loses nothing`, async ({ page }) => {
    test.setTimeout(240_000);
    const postgres = on === "PostgreSQL" ? await emptyPostgres() : undefined;
    test.skip(on === "PostgreSQL" && !postgres, "No PostgreSQL on this machine.");
    const opened = await openKept("f1dd65d", postgres?.url);
    const { kept } = opened;
    const before = await opened.look((sql) => sql.query<Record<string, number>>(openRows));
    expect(before[0], "the installation was killed in the middle of things").toEqual({
      messages: expect.any(Number),
      deliveries: expect.any(Number),
      updates: expect.any(Number),
    });
    expect(Math.min(...Object.values(before[0] ?? {}))).toBeGreaterThan(0);
    const hearing = await startHearing(kept.notifyurl);
    const server = await startServer({
      DATA_DIR: opened.dataDir,
      LAB_PORT: String(kept.labPort),
      SERVICE_KEY: kept.serviceKey,
      ...(postgres ? { DATABASE_URL: postgres.url } : {}),
      ...(kept.appSecret === undefined ? {} : { APP_SECRET: kept.appSecret }),
    });
    try {
      const key = kept.serviceKey;
      const address = `${server.origin}/resources/v1/messaging`;
      for (const transid of Object.values(kept.messages))
        await expect
          .poll(async () => ((await (await fetch(`${address}/${transid}`, { headers: { key } })).json()) as { state: string }).state, {
            timeout: 90_000,
          })
          .toBe("done");
      for (const [name, devices, nobody] of [
        ["waiting", 6, 1],
        ["sending", 6, 1],
        ["accepted", 4, 0],
        ["Due while stopped", 4, 0],
        ["under way", 6, 57],
      ] as const)
        await expect
          .poll(() => ["Submitted", "Delivered", "Failed"].map((status) => hearing.of(name, status)), { message: name, timeout: 90_000 })
          .toEqual([devices, devices, nobody]);

      const again = await fetch(address, { method: "POST", headers: { key, "idempotency-key": "kept told" }, body: kept.toldBody });
      expect(await again.text(), "the first reply, byte for byte").toBe(kept.toldReply);

      await signIn(page, { ...server, email: kept.email, password: kept.password });
      await page.goto(`${server.origin}/campaigns/${kept.campaigns.underWay}`);
      // Sent, whatever became of it on its devices.
      await expect(page.getByText(/^(Sent|Partly failed|Mostly failed|None arrived)$/).first()).toBeVisible({ timeout: 90_000 });
      await page.goto(`${server.origin}/campaigns`);
      for (const name of ["A draft", "Scheduled for later", "Due while stopped"])
        await expect(page.getByText(name, { exact: true })).toBeVisible();
    } finally {
      await server.stop();
    }
    const after = await opened.look(async (sql) => ({
      open: (await sql.query<Record<string, number>>(openRows))[0],
      campaigns: Object.fromEntries(
        (await sql.query<{ id: string; state: string }>("SELECT id, state FROM campaign")).map(({ id, state }) => [id, state]),
      ),
      sent: (
        await sql.query<{ answered: number; refused: number; messages: number }>(
          "SELECT answered, refused, (SELECT count(*)::int FROM message WHERE campaign_id = c.id) AS messages FROM campaign c WHERE id = $1",
          [kept.campaigns.underWay],
        )
      )[0],
      list: (
        await sql.query<{ n: number }>("SELECT count(*)::int AS n FROM audience_recipient WHERE audience_id = $1", [kept.lists.values])
      )[0]?.n,
      parked: (
        await sql.query<{ n: number }>(`SELECT count(*)::int AS n FROM "update" WHERE message_id = $1 AND state = 'parked'`, [
          kept.messages.parked,
        ])
      )[0]?.n,
    }));
    expect(after.open).toEqual({ messages: 0, deliveries: 0, updates: 0 });
    const { draft, later, due, underWay: many, underWayRequests } = kept.campaigns;
    expect(after.campaigns).toEqual({ [draft]: "draft", [later]: "scheduled", [due]: "sent", [many]: "sent" });
    expect(after.sent).toEqual({ answered: underWayRequests, refused: 0, messages: underWayRequests });
    expect(after.list).toBe(60);
    expect(after.parked, "what was parked is still there to be sent again").toBeGreaterThanOrEqual(13);
    hearing.stop();
    await postgres?.stop();
    rmSync(opened.dataDir, { recursive: true, force: true });
  });
