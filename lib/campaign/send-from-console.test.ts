import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Member } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { testDatabases } from "@/lib/database/testing";
import { createApp } from "@/lib/directory/app/create";
import { listCampaigns } from "@/lib/results/campaign-list";
import { saveCredential } from "@/lib/directory/credential/save";
import { idleCredential } from "@/lib/directory/credential/testing";
import { createService } from "@/lib/directory/service/create";
import { saveCampaign } from "@/lib/campaign/save";
import { scheduleCampaign } from "@/lib/campaign/schedule";
import { sendDue } from "@/lib/campaign/run";
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
    const actor = { kind: "job" as const, name: "test" };
    await sql.transaction(async (tx) => {
      const { id: serviceId } = await createService(tx, actor, {
        name: "Shop",
        sandbox: true,
        httpsOnly: false,
        key: "sk_console_test_0001",
      });
      const app = await createApp(tx, actor, { serviceId, appid: "shop", name: "Shop" });
      await saveCredential(tx, actor, { appId: app.id, serviceId, provider: "fcm", credential: idleCredential("fcm") });
    });
  }, 120_000);
  afterAll(async () => {
    await sql.close();
  }, 120_000);

  it.each([
    ["is too large", { draft: "x".repeat(262_145) }, 0],
    ["holds U+0000", { draft: "a\0b" }, 0],
    ["is of an app that no database takes", { appid: "sh\0op" }, 0],
    ["has a name with U+0000", { name: "Spring\0sale" }, 0],
    ["can be kept", {}, 1],
  ])("sends whether or not the draft can be kept: it %s", async (what, part, kept) => {
    const reply = await sendFromConsole(maya, { body: JSON.stringify(request), audienceId: null, moreAppids: [] }, what, {
      ...draft,
      ...part,
    });
    expect(reply).toMatchObject({ ok: true });
    const { rows } = await listCampaigns(maya, { state: "sent" });
    expect(rows.filter(({ transid }) => reply.ok && "transid" in reply && transid === reply.transid)).toHaveLength(kept);
  });

  it("accepts the very bytes it was given, now and at a later time", async () => {
    // Nothing here outlives being read and written again.
    const tags = String.raw`{"a":1.10,"b":"\u00e9\/","10":1E5,"9":-0}`;
    const body = `{ "channels":{"push":{"android":{"text":"Hello","extras":{"customtags":${tags}}}}}, "deliverychannel":"push",\n"appid":"shop","destination":[{"userid":["u"]}]}`;
    const order = { body, audienceId: null, moreAppids: [] };
    const stored = async (transid: string | undefined) => {
      const rows = await sql.query<{ request: Uint8Array }>("SELECT request FROM message WHERE id = $1", [transid]);
      return Buffer.from(rows[0]?.request ?? []).toString("utf8");
    };
    const reply = await sendFromConsole(maya, order, "exact");
    if (!reply.ok || !("transid" in reply)) throw new Error(JSON.stringify(reply));
    expect(await stored(reply.transid)).toBe(body);

    const saved = await saveCampaign(maya, draft);
    if (saved.kind !== "saved") throw new Error(JSON.stringify(saved));
    const startsAt = new Date(Date.now() + 3_600_000).toISOString();
    expect(await scheduleCampaign(maya, saved.id, { revision: saved.revision, startsAt, timezone: "UTC", order })).toEqual({ ok: true });
    await sql.query("UPDATE campaign SET starts_at = now() WHERE id = $1", [saved.id]);
    await sendDue();
    const [row] = await sql.query<{ transid: string }>("SELECT transid FROM campaign WHERE id = $1", [saved.id]);
    expect(await stored(row?.transid)).toBe(body);
  });
});
