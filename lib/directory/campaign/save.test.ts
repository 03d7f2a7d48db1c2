import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Member } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { testDatabases } from "@/lib/database/testing";
import { createApp } from "../app/create";
import { createService } from "../service/create";
import { changeCampaign, keepSent } from "./change";
import { findCampaign, listCampaigns } from "./list";
import { saveCampaign } from "./save";

const maya: Member = { id: newId(), email: "maya@a.example", name: "Maya", role: "marketer" };
const draft = { id: null, revision: 0, name: "Spring", appid: "shop", draft: "{}" };

describe.each(testDatabases())("drafts on $name that cannot be kept", ({ open }) => {
  let sql: Database;

  beforeAll(async () => {
    sql = await open();
    const actor = { kind: "job" as const, name: "test" };
    await sql.transaction(async (tx) => {
      const { id: serviceId } = await createService(tx, actor, {
        name: "Shop",
        sandbox: true,
        httpsOnly: false,
        key: "sk_campaign_test_0002",
      });
      await createApp(tx, actor, { serviceId, appid: "shop", name: "Shop" });
    });
  }, 120_000);
  afterAll(async () => sql.close(), 60_000);

  it.each([
    ["a draft that is too large", { draft: "x".repeat(262_145) }, /262,145 bytes/],
    ["U+0000 in the draft", { draft: '{"text":"a\0"}' }, /U\+0000/],
    ["an app that nobody knows", { appid: "nope" }, /under Audience/],
    ["an app whose name no database takes", { appid: "sh\0op" }, /under Audience/],
  ])("are refused with the reason: %s", async (_, part, reason) => {
    expect(await saveCampaign(maya, { ...draft, ...part })).toEqual({ kind: "refused", message: expect.stringMatching(reason) });
  });

  it("keeps a name without what no database takes", async () => {
    const saved = await saveCampaign(maya, { ...draft, name: "Two\0words" });
    const id = saved.kind === "saved" ? saved.id : "";
    expect((await findCampaign(maya, id))?.name).toBe("Two words");
    await changeCampaign(maya, id, { kind: "rename", name: "Other\0words" });
    expect((await findCampaign(maya, id))?.name).toBe("Other words");
    expect((await listCampaigns(maya, { text: "other words\0" })).rows.map((row) => row.id)).toEqual([id]);
  });

  it("has no error for a message that was sent", async () => {
    const [large, named] = [newId(), newId()];
    await keepSent(maya, { ...draft, draft: "x".repeat(262_145) }, large);
    await keepSent(maya, { ...draft, name: "Sent\0now" }, named);
    const { rows } = await listCampaigns(maya, { state: "sent" });
    expect(rows).toMatchObject([{ name: "Sent now", transid: named }]);
  });
});
