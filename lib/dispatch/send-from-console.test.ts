import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Member } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { testDatabases } from "@/lib/database/testing";
import { createApp } from "@/lib/directory/app/create";
import { listCampaigns } from "@/lib/directory/campaign/list";
import { saveCredential } from "@/lib/directory/credential/save";
import { createService } from "@/lib/directory/service/create";
import { closeQueue, openQueue } from "@/lib/queue/queue";
import { expandJob } from "./jobs";
import { sendFromConsole } from "./send-from-console";

const maya: Member = { id: newId(), email: "maya@a.example", name: "Maya", role: "marketer" };
const request = {
  deliverychannel: "push",
  appid: "shop",
  destination: [{ userid: ["u"] }],
  channels: { push: { android: { text: "Hello" } } },
};
const draft = { id: null, revision: 0, name: "Spring", appid: "shop", draft: "{}" };

describe.each(testDatabases())("sending from the console on $name", ({ open }) => {
  let sql: Database;

  beforeAll(async () => {
    sql = await open();
    await openQueue(sql, [expandJob as never]);
    const actor = { kind: "job" as const, name: "test" };
    await sql.transaction(async (tx) => {
      const { id: serviceId } = await createService(tx, actor, {
        name: "Shop",
        sandbox: true,
        httpsOnly: false,
        key: "sk_console_test_0001",
      });
      const app = await createApp(tx, actor, { serviceId, appid: "shop", name: "Shop" });
      await saveCredential(tx, actor, { appId: app.id, serviceId, provider: "fcm", settings: {}, secret: {} });
    });
  }, 120_000);
  afterAll(async () => {
    await closeQueue();
    await sql.close();
  }, 120_000);

  it.each([
    ["is too large", { draft: "x".repeat(262_145) }, 0],
    ["holds U+0000", { draft: "a\0b" }, 0],
    ["is of an app that no database takes", { appid: "sh\0op" }, 0],
    ["has a name with U+0000", { name: "Spring\0sale" }, 0],
    ["can be kept", {}, 1],
  ])("sends whether or not the draft can be kept: it %s", async (what, part, kept) => {
    const reply = await sendFromConsole(maya, { pattern: request, audienceId: null, moreAppids: [] }, what, { ...draft, ...part });
    expect(reply).toMatchObject({ ok: true });
    const { rows } = await listCampaigns(maya, { state: "sent" });
    expect(rows.filter(({ transid }) => reply.ok && "transid" in reply && transid === reply.transid)).toHaveLength(kept);
  });
});
