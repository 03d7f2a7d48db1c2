import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import type { Database, Sql } from "@/lib/database/sql";
import { serviceOfKey, type KeyedService } from "@/lib/directory/service/find";
import { startLab, type Lab } from "@/lib/lab/lab";
import { messageStatus, type StatusBody } from "@/lib/results/status";
import { seedSandbox } from "@/prisma/seed";
import { acceptRequest, type AcceptInput, type AcceptReply } from "./accept";
import { startWorker } from "./worker";

/** A sandbox of its own: the seeded service and app, and the lab that its credentials point at. */
export interface TestSandbox {
  database: Database;
  lab: Lab;
  service: KeyedService;
  /** Accepts a request of a program: an object, or the text of its bytes. */
  accept: (
    request: object | string,
    more?: Pick<AcceptInput, "idempotencyKey" | "language"> & Partial<Pick<AcceptInput, "source">>,
  ) => Promise<AcceptReply>;
  /** The state of a message once `want` says yes to it. Throws after twenty seconds. */
  settled: (transid: string, want: (status: StatusBody) => boolean) => Promise<StatusBody>;
  /** Ends what was opened, the database too. */
  close: () => Promise<void>;
}

const key = "sk_sandbox_test_key_00001";

/**
 * Opens a sandbox on an empty database. For tests.
 *
 * @param lean the lab keeps nothing of what arrives
 * @param working a worker delivers what is accepted
 */
export async function openSandbox(
  database: Database,
  { lean = false, working = false } = {},
): Promise<TestSandbox> {
  const folder = mkdtempSync(join(tmpdir(), "clarion-sandbox-"));
  const lab = await startLab({ dataDir: folder, ports: 0, lean });
  await seedSandbox(database, lab, key);
  const service = await serviceOfKey(key);
  if (!service) throw new Error("There is no sandbox.");
  const stop = working ? await startWorker() : async () => undefined;
  return {
    database,
    lab,
    service,
    accept: (request, more) => {
      const text = typeof request === "string" ? request : JSON.stringify(request);
      return acceptRequest({ service, bytes: Buffer.from(text), source: "api", ...more });
    },
    settled: (transid, want) =>
      vi.waitFor(
        async () => {
          const status = await messageStatus({ actor: { kind: "job", name: "test" } }, { transid });
          if (!want(status)) throw new Error(`not yet: ${JSON.stringify(status)}`);
          return status;
        },
        { timeout: 20_000, interval: 20 },
      ),
    close: async () => {
      await stop();
      await lab.stop();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Counts what in `user_activity` and `activity_bitmap` differs from the deliveries that are stored:
 * 0 where each user is in them exactly for what became of messages to them. For tests.
 */
export async function activityDifferences(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ n: number }>(
    `WITH stored AS (
       SELECT e.service_id, e.deed, e.hour, e.campaign_id, e.template_version_id, e.button, x.number FROM user_activity e CROSS JOIN LATERAL unnest(e.users) AS x(number)
       UNION SELECT e.service_id, e.deed, e.hour, e.campaign_id, e.template_version_id, e.button, e.part * 32768 + x.place
       FROM activity_bitmap e CROSS JOIN LATERAL generate_series(0, 32767) AS x(place) WHERE get_bit(e.bits, x.place) = 1
     ), recount AS (
       SELECT DISTINCT d.service_id, x.deed, date_trunc('hour', x.at, 'UTC') AS hour, m.campaign_id, m.template_version_id, x.button, u.number
       FROM delivery d JOIN message m ON m.id = d.message_id AND m.source <> 'test' JOIN service_user u ON u.service_id = d.service_id AND u.userid = d.destination
       CROSS JOIN LATERAL (VALUES ('sent', d.submitted_at, ''), ('delivered', d.delivered_at, ''), ('read', d.read_at, ''),
         ('pressed', CASE WHEN d.button <> '' THEN d.read_at END, d.button)) AS x(deed, at, button)
       WHERE d.destination_type = 'userid' AND x.at IS NOT NULL
     )
     SELECT count(*)::int AS n FROM ((SELECT * FROM stored EXCEPT SELECT * FROM recount) UNION ALL (SELECT * FROM recount EXCEPT SELECT * FROM stored)) x`,
  );
  return row?.n ?? 0;
}
