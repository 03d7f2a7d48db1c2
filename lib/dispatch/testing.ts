import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import type { Database } from "@/lib/database/sql";
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
