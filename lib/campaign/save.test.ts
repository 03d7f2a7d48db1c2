import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Member } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { testDatabases } from "@/lib/database/testing";
import { createApp } from "@/lib/directory/app/create";
import { createService } from "@/lib/directory/service/create";
import { changeCampaign, keepSent } from "./change";
import { findCampaign, listCampaigns } from "@/lib/results/campaign-list";
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
    ["U+0000 in the name", { name: "Two\0words" }, /^Its name holds .*U\+0000/],
    ["half of a surrogate pair in the name", { name: "Two\ud83dwords" }, /^Its name holds .*surrogate/],
  ])("are refused with the reason: %s", async (_, part, reason) => {
    expect(await saveCampaign(maya, { ...draft, ...part })).toEqual({ kind: "refused", message: expect.stringMatching(reason) });
  });

  it("refuses a new name that no database takes, and finds nothing by one", async () => {
    const saved = await saveCampaign(maya, { ...draft, name: "Two words" });
    const id = saved.kind === "saved" ? saved.id : "";
    await expect(changeCampaign(maya, id, { kind: "rename", name: "Other\0words" })).rejects.toThrow(/Its name holds/);
    expect((await findCampaign(maya, id))?.name).toBe("Two words");
    expect((await listCampaigns(maya, { text: "two words" })).rows.map((row) => row.id)).toEqual([id]);
    for (const text of ["two words\0", "\ud800"]) expect((await listCampaigns(maya, { text })).rows).toEqual([]);
  });

  it.each(["1e20_", "Infinity_", "-1_", "99999999999999999_", "x_", "\0"])("begins at the first page for the place %j", async (place) => {
    expect((await listCampaigns(maya, { after: `${place}${newId()}` })).rows.length).toBeGreaterThan(0);
  });

  it("has no error for a message that was sent", async () => {
    const sent = newId();
    await keepSent(maya, { ...draft, draft: "x".repeat(262_145) }, newId());
    await keepSent(maya, { ...draft, name: "Sent\0now" }, newId());
    await keepSent(maya, { ...draft, name: "Sent now" }, sent);
    const { rows } = await listCampaigns(maya, { state: "sent" });
    expect(rows).toMatchObject([{ name: "Sent now", transid: sent }]);
  });
});
