import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { encode } from "next-auth/jwt";
import { cookieName } from "@/lib/auth/cookies";
import { sessionSecret } from "@/lib/auth/next-auth";
import { beginSession } from "@/lib/auth/sessions";
import { testOwner } from "@/lib/auth/testing";
import { readPlan } from "@/lib/campaign/read-plan";
import { startCampaigns } from "@/lib/campaign/run";
import { sendCampaign } from "@/lib/campaign/send";
import { config } from "@/lib/config/config";
import { openDatabase } from "@/lib/database/open";
import { exportAudience } from "@/lib/directory/audience/export";
import { beginAudience, createAudience } from "@/lib/directory/audience/fill";
import { changeInstallationOwner } from "@/lib/directory/member/change-installation-owner";
import { changeService } from "@/lib/directory/service/change";
import { publishForTest } from "@/lib/directory/template/testing";
import { startWorker } from "@/lib/dispatch/worker";
import { createRouter } from "@/lib/http/router";
import { exportResults } from "@/lib/results/export";
import { readCampaign } from "@/lib/results/read-campaign";
import { startUpdates } from "@/lib/updates/send";
import { listenToOthers } from "@/lib/work/wake";
import { seedSandbox } from "@/prisma/seed";
import { postmasterOf, processorMs } from "./processor-time";

/**
 * The engine as a process of its own, without pages: the interface, workers, updates and campaigns
 * on a local database in DATA_DIR. `engine-process` forks it, and asks it by messages.
 */
const job = { actor: { kind: "job", name: "bench" } } as const;
const lab = await new Promise<Parameters<typeof seedSandbox>[1]>((resolve) =>
  process.once("message", (message) => resolve(message as never)),
);
const settings = config();
const database = await openDatabase(settings, process.cwd());
await listenToOthers();
await seedSandbox(database, lab, settings.SERVICE_KEY);
await database.query("UPDATE service SET size_rule = 'message'");
await changeInstallationOwner(job, {
  email: "owner@example.com",
  name: "Owner",
  password: "correct horse battery",
});
const [owner] = await database.query<{ id: string }>("SELECT id FROM member");
const as = { actor: testOwner(owner?.id ?? "") };
await startWorker({ journals: join(settings.DATA_DIR, "answers") });
startUpdates();
startCampaigns();
const [backend] = await database.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
const postmaster = postmasterOf(backend?.pid ?? 0);

const router = createRouter({ ready: async () => true });
const server = createServer(
  (request, response) => void (router(request, response) || response.writeHead(404).end()),
);
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

let peak = 0;
setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50);

/** What the other process may ask. */
const answers = {
  /** Since the last time: the most resident memory, in bytes. In all: processor time. */
  usage: async () => {
    const { user, system } = process.cpuUsage();
    const used = {
      peak,
      engineMs: (user + system) / 1_000,
      databaseMs: processorMs(postmaster),
    };
    peak = process.memoryUsage.rss();
    return used;
  },
  query: ({ text, values }: { text: string; values: unknown[] }) => database.query(text, values),
  script: (text: string) => database.script(text),
  publish: (template: Parameters<typeof publishForTest>[1]) => publishForTest(job, template),
  cookie: async () => {
    const token = { sub: as.actor.id, sid: await beginSession(as.actor.id, 0) };
    return `${cookieName("session")}=${await encode({ token, secret: sessionSecret() })}`;
  },
  begin: (input: Parameters<typeof beginAudience>[1]) => beginAudience(as, input),
  finish: (input: Parameters<typeof createAudience>[1]) => createAudience(as, input),
  plan: (input: Parameters<typeof readPlan>[1]) => readPlan(as, input),
  send: (input: Parameters<typeof sendCampaign>[1]) => sendCampaign(as, input),
  changeService: (input: Parameters<typeof changeService>[1]) => changeService(as, input),
  report: (input: { id: string }) => readCampaign(as, { ...input, breakdown: true }),
  exportList: (input: { id: string }) => bytesOf(exportAudience(as, input)),
  exportResults: (input: { id: string }) => bytesOf(exportResults(as, input)),
};
export type Answers = typeof answers;

process.on("message", ({ id, name, input }: { id: number; name: keyof Answers; input: never }) => {
  answers[name](input).then(
    (value: unknown) => process.send?.({ id, value }),
    (error: Error) => process.send?.({ id, error: error.stack ?? error.message }),
  );
});
process.on("disconnect", () => void database.close().finally(() => process.exit(0)));
process.send?.({ port: (server.address() as AddressInfo).port });

/** Reads a file to its end, as a browser that saves it does. */
async function bytesOf(file: Promise<{ parts: AsyncIterable<string> }>): Promise<number> {
  let bytes = 0;
  for await (const part of (await file).parts) bytes += Buffer.byteLength(part);
  return bytes;
}
