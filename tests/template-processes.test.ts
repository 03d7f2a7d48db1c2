import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { unscheduleCampaign } from "@/lib/campaign/change";
import { scheduleCampaign } from "@/lib/campaign/schedule";
import { inAnHour, newDraft, reach, testShop } from "@/lib/campaign/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { testApp } from "@/lib/directory/app/testing";
import { createService } from "@/lib/directory/service/create";
import { restoreTemplate } from "@/lib/directory/template/archive";
import { publishForTest } from "@/lib/directory/template/testing";
import { RefusedError } from "@/lib/verb/errors";
import { freePort } from "../tools/free-port.mjs";
import type { ArchiveOutcome, ArchiveCall } from "./archive-process";
import { ServerProcess } from "./server-process";

const actor = { kind: "job" as const, name: "test" };
const key = "sk_two_processes_test_001";
/**
 * How long a process keeps a version without a notification (ms): what comes sooner was notified.
 */
const cacheMs = 5_000;

/** Where another process finds a database of the tests. */
async function urlOf(database: Database): Promise<string> {
  const [row] = await database.query<{ name: string }>("SELECT current_database() AS name");
  const url = new URL(process.env["TEST_DATABASE_URL"] ?? "");
  url.pathname = `/${row?.name ?? ""}`;
  return url.href;
}

describe("templates of two processes", () => {
  const folder = mkdtempSync(join(tmpdir(), "clarion-two-"));
  const closers: (() => Promise<unknown>)[] = [
    () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
  ];
  afterAll(async () => {
    for (const close of closers.toReversed()) await close();
  }, 60_000);

  it("follow at once where another process publishes an older version again", async () => {
    // Both sides seal by it.
    vi.stubEnv("APP_SECRET", "a secret of the tests of two processes");
    const database: Database = await openTestDatabase();
    closers.push(() => database.close());
    await database.transaction(async (tx) => {
      const { id } = await createService(
        { actor, tx },
        { name: "Two", sandbox: true, httpsOnly: false, key },
      );
      await testApp(tx, id, "shop");
    });
    const url = await urlOf(database);
    const servers = await Promise.all(
      ["a", "b"].map(async () => {
        const server = new ServerProcess(await freePort(), "api", {
          DATA_DIR: folder,
          DATABASE_URL: url,
        });
        await server.start();
        closers.push(() => server.stop());
        return server.origin;
      }),
    );
    const [one = "", other = ""] = servers;
    const call = async (origin: string, method: string, path: string, body: object) => {
      const answer = await fetch(`${origin}/resources/v1${path}`, {
        method,
        headers: { key },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBeLessThan(300);
      return (await answer.json()) as { response?: [{ transid: string }]; revision?: number };
    };
    const at = "/apps/shop/templates/shared";
    for (const text of ["First", "Second"]) {
      const { revision } = await call(one, "PUT", at, {
        name: "Shared",
        blocks: { android: { text } },
      });
      await call(one, "POST", `${at}/publish`, { revision });
    }
    const message = {
      deliverychannel: "push",
      appid: "shop",
      destination: [{ userid: ["u"] }],
      message: { template: "shared" },
    };
    const used = async () => {
      const { response } = await call(other, "POST", "/messaging", message);
      const [sent] = await database.query<{ version: number }>(
        "SELECT v.version FROM message m JOIN template_version v ON v.id = m.template_version_id WHERE m.id = $1",
        [response?.[0].transid],
      );
      return sent?.version;
    };
    await vi.waitFor(async () => expect(await used()).toBe(2), { timeout: 20_000 });
    await call(one, "POST", `${at}/publish`, { version: 1, expectedPublished: 2 });
    await vi.waitFor(async () => expect(await used()).toBe(1), {
      timeout: cacheMs - 500,
      interval: 20,
    });
  }, 120_000);

  it("are archived by one process or named by an order at another, never both", async () => {
    const database: Database = await openTestDatabase();
    closers.push(() => database.close());
    const shop = await testShop(database);
    const [app] = await database.query<{ id: string }>("SELECT id FROM app WHERE appid = 'shop'");
    await publishForTest(
      { actor },
      {
        appId: app?.id ?? "",
        templateId: "contested",
        name: "Contested",
        blocks: { android: { text: "Hi" } },
        parameters: [],
      },
    );
    const [{ id } = { id: "" }] = await database.query<{ id: string }>(
      "SELECT id FROM template WHERE template_id = 'contested'",
    );
    const other = fork(join(import.meta.dirname, "archive-process.ts"), [await urlOf(database)], {
      execArgv: ["--import", "tsx"],
    });
    closers.push(() => Promise.resolve(other.kill()));
    const heard = async () => (await once(other, "message"))[0] as ArchiveOutcome;
    expect(await heard()).toBe("ready");
    const owner = { actor: testOwner() };
    const request = JSON.stringify({
      deliverychannel: "push",
      appid: "shop",
      destination: [{ userid: ["u"] }],
      message: { template: "contested" },
    });
    for (let attempt = 0; attempt < 25; attempt += 1) {
      const campaign = await newDraft(shop);
      const order = {
        id: campaign,
        revision: 1,
        request,
        reach,
        startsAt: inAnHour(),
        timezone: "UTC",
      };
      const at = Date.now() + 20;
      other.send({ id, at } satisfies ArchiveCall);
      const said = heard();
      // Now this one is first and now that one.
      while (Date.now() < at + (attempt % 5) - 2);
      const scheduled = await scheduleCampaign(shop.maya, order).then(
        () => true,
        (error: unknown) =>
          error instanceof RefusedError ? false : Promise.reject(error as Error),
      );
      const archived = (await said) === "archived";
      expect({ scheduled, archived }).toEqual({ scheduled: !archived, archived });
      if (scheduled) await unscheduleCampaign(shop.maya, { id: campaign });
      if (archived) await restoreTemplate(owner, { id });
    }
  }, 120_000);
});
