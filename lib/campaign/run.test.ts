import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Member } from "@/lib/auth/member";
import { ForbiddenError } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { testDatabases } from "@/lib/database/testing";
import { createApp } from "@/lib/directory/app/create";
import { changeCampaign, duplicateCampaign, keepSent } from "./change";
import { findCampaign, listCampaigns } from "@/lib/results/campaign-list";
import { CampaignError, saveCampaign } from "./save";
import { saveCredential } from "@/lib/directory/credential/save";
import { idleCredential } from "@/lib/directory/credential/testing";
import { createService } from "@/lib/directory/service/create";
import { sendDue } from "./run";
import type { Order } from "./plan";
import { scheduleCampaign } from "./schedule";

const maya: Member = { id: newId(), email: "maya@a.example", name: "Maya", role: "marketer" };
const viewer: Member = { ...maya, id: newId(), role: "viewer" };
const body = JSON.stringify({
  deliverychannel: "push",
  appid: "shop",
  destination: [{ userid: ["u"] }],
  channels: { push: { android: { text: "Hello" } } },
});
const order = (text = body): Order => ({ body: text, audienceId: null, moreAppids: [] });
const draft = { id: null, revision: 0, name: "Spring", appid: "shop", draft: "{}" };
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe.each(testDatabases())("campaigns on $name", ({ open }) => {
  let sql: Database;

  beforeAll(async () => {
    sql = await open();
    const actor = { kind: "job" as const, name: "test" };
    await sql.transaction(async (tx) => {
      const { id: serviceId } = await createService(tx, actor, {
        name: "Shop",
        sandbox: true,
        httpsOnly: false,
        key: "sk_campaign_test_0001",
      });
      const app = await createApp(tx, actor, { serviceId, appid: "shop", name: "Shop" });
      await saveCredential(tx, actor, { appId: app.id, serviceId, provider: "fcm", credential: idleCredential("fcm") });
    });
  }, 120_000);
  afterAll(async () => {
    await sql.close();
  }, 120_000);

  const made = async () => {
    const saved = await saveCampaign(maya, draft);
    if (saved.kind !== "saved") throw new Error("not saved");
    return saved.id;
  };
  const stateOf = async (id: string) => (await findCampaign(maya, id))?.state;
  const due = (id: string) => sql.query("UPDATE campaign SET starts_at = now() - interval '1 second' WHERE id = $1", [id]);

  it("keeps drafts, and overwrites nobody's newer version", async () => {
    const id = await made();
    expect(await saveCampaign(maya, { ...draft, id, revision: 1, draft: '{"a":1}' })).toEqual({ kind: "saved", id, revision: 2 });
    expect(await saveCampaign(maya, { ...draft, id, revision: 1, draft: '{"a":2}' })).toMatchObject({ kind: "conflict", revision: 2 });
    expect((await findCampaign(maya, id))?.draft).toBe('{"a":1}');
    expect(await saveCampaign(maya, { ...draft, id: newId(), revision: 1 })).toMatchObject({ kind: "gone" });
    await expect(saveCampaign(viewer, draft)).rejects.toThrow(ForbiddenError);
    expect(await saveCampaign(maya, { ...draft, id: "no id", revision: 1 })).toEqual({ kind: "gone", state: "deleted" });
  });

  it("lists, finds, renames, copies, archives and restores", async () => {
    const id = await made();
    await changeCampaign(maya, id, { kind: "rename", name: "  Find me 100%_ " });
    const copy = await duplicateCampaign(maya, id);
    expect((await listCampaigns(maya, { text: "100%_" })).rows.map((row) => row.name).sort()).toEqual([
      "Find me 100%_",
      "Find me 100%_ (copy)",
    ]);
    await changeCampaign(maya, copy, { kind: "archive" });
    expect((await listCampaigns(maya, { text: "find ME" })).rows.map((row) => row.id)).toEqual([id]);
    expect((await listCampaigns(maya, { state: "archived" })).rows.map((row) => row.id)).toEqual([copy]);
    await changeCampaign(maya, copy, { kind: "restore" });
    expect(await stateOf(copy)).toBe("draft");
    await expect(changeCampaign(maya, copy, { kind: "unschedule" })).rejects.toThrow(CampaignError);
    await expect(changeCampaign(viewer, copy, { kind: "archive" })).rejects.toThrow(ForbiddenError);
  });

  it("keeps what was sent by hand: the draft that it was, or one of its own", async () => {
    const id = await made();
    const transid = newId();
    await keepSent(maya, { ...draft, id, revision: 1, name: "As sent" }, transid);
    expect(await findCampaign(maya, id)).toMatchObject({ state: "sent", transid, name: "As sent" });
    expect(await saveCampaign(maya, { ...draft, id, revision: 2 })).toEqual({ kind: "gone", state: "sent" });
    // Never saved before, and twice the same message.
    const other = newId();
    await keepSent(maya, { ...draft, id: null, name: "In one go" }, other);
    await keepSent(maya, { ...draft, id: null, name: "In one go" }, other);
    expect((await listCampaigns(maya, { text: "In one go" })).rows).toMatchObject([{ state: "sent", transid: other }]);
    // Somebody else went on with the draft: it stays one.
    const shared = await made();
    await saveCampaign(maya, { ...draft, id: shared, revision: 1, name: "Their words" });
    const third = newId();
    await keepSent(maya, { ...draft, id: shared, revision: 1, name: "My words" }, third);
    expect(await findCampaign(maya, shared)).toMatchObject({ state: "draft", name: "Their words" });
    expect((await listCampaigns(maya, { text: "My words" })).rows).toMatchObject([{ state: "sent", transid: third }]);
    await expect(keepSent(viewer, { ...draft, id: null }, newId())).rejects.toThrow(ForbiddenError);
  });

  it("pages by key without losing or repeating one", async () => {
    for (let n = 0; n < 60; n += 1) await made();
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await listCampaigns(maya, after === undefined ? {} : { after });
      seen.push(...page.rows.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after !== undefined);
    const [total] = await sql.query<{ n: number }>("SELECT count(*)::int AS n FROM campaign WHERE state <> 'archived'");
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBe(total?.n);
  });

  it("sends at its time, once, however many workers look", async () => {
    const id = await made();
    expect(await scheduleCampaign(maya, id, { revision: 1, startsAt: inAnHour(), timezone: "Asia/Kolkata", order: order() })).toEqual({
      ok: true,
    });
    await sendDue();
    expect(await stateOf(id)).toBe("scheduled");
    await due(id);
    await Promise.all([sendDue(), sendDue(), sendDue()]);
    const sent = await findCampaign(maya, id);
    expect(sent).toMatchObject({ state: "sent", problem: null });
    // A worker that died before it could write that down: the next one makes no second message.
    await sql.query(
      "UPDATE campaign SET state = 'scheduled', starts_at = now() - interval '1 second', transid = NULL, answered = 0 WHERE id = $1",
      [id],
    );
    await sendDue();
    expect((await findCampaign(maya, id))?.transid).toBe(sent?.transid);
    const [messages] = await sql.query<{ n: number }>("SELECT count(*)::int AS n FROM message");
    expect(messages?.n).toBe(1);
  });

  it("refuses a schedule that cannot work, and tells what failed at its time", async () => {
    const id = await made();
    const schedule = { revision: 1, startsAt: inAnHour(), timezone: "UTC", order: order() };
    await expect(scheduleCampaign(maya, id, { ...schedule, startsAt: "2020-01-01T00:00:00Z" })).rejects.toThrow(CampaignError);
    for (const timezone of ["+05:00", "Europe/Nowhere", "UTC\u0000", "", "x".repeat(200)])
      await expect(scheduleCampaign(maya, id, { ...schedule, timezone })).rejects.toThrow("time zone");
    await expect(scheduleCampaign(maya, id, { ...schedule, startsAt: "9999-12-31T00:00:00Z" })).rejects.toThrow("ten years");
    await expect(scheduleCampaign(maya, id, { ...schedule, revision: 7 })).rejects.toThrow(CampaignError);
    await expect(scheduleCampaign(viewer, id, schedule)).rejects.toThrow(ForbiddenError);
    const soon = new Date(Date.now() + 60_000).toISOString();
    expect(await scheduleCampaign(maya, id, { ...schedule, order: order(body.replace("{", `{"expiry":"${soon}",`)) })).toMatchObject({
      ok: false,
      problems: [{ rule: "expiry.passed" }],
    });
    expect(await scheduleCampaign(maya, id, { ...schedule, order: order(body.replace('"shop"', '"elsewhere"')) })).toMatchObject({
      ok: false,
      problems: [{ rule: "appid.unknown" }],
    });
    expect(await scheduleCampaign(maya, id, schedule)).toEqual({ ok: true });
    // What was right when it was scheduled need not be at its time.
    await sql.query("UPDATE campaign SET request = replace(request, 'Hello', repeat('x', 5000)) WHERE id = $1", [id]);
    await due(id);
    await sendDue();
    expect(await findCampaign(maya, id)).toMatchObject({
      state: "failed",
      problem: "request JSON parameter size exceeded 4 KB",
      transid: null,
    });
  });

  it("is sent after all when what failed was mended", async () => {
    const id = await made();
    const schedule = { startsAt: inAnHour(), timezone: "UTC", order: order() };
    expect(await scheduleCampaign(maya, id, { ...schedule, revision: 1 })).toEqual({ ok: true });
    await sql.query("UPDATE campaign SET request = replace(request, 'Hello', repeat('x', 5000)) WHERE id = $1", [id]);
    await due(id);
    await sendDue();
    expect(await stateOf(id)).toBe("failed");
    await changeCampaign(maya, id, { kind: "archive" });
    await changeCampaign(maya, id, { kind: "restore" });
    const { revision = 0 } = (await findCampaign(maya, id)) ?? {};
    expect(await scheduleCampaign(maya, id, { ...schedule, revision })).toEqual({ ok: true });
    await due(id);
    await sendDue();
    expect(await findCampaign(maya, id)).toMatchObject({ state: "sent", problem: null });
  });

  it("goes back to a draft when it is taken back in time", async () => {
    const id = await made();
    await scheduleCampaign(maya, id, { revision: 1, startsAt: inAnHour(), timezone: "UTC", order: order() });
    await changeCampaign(maya, id, { kind: "unschedule" });
    await sendDue();
    expect(await findCampaign(maya, id)).toMatchObject({ state: "draft", startsAt: null });
  });
});
