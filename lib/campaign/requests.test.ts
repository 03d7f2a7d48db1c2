import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Member } from "@/lib/auth/member";
import { ForbiddenError } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { testDatabases } from "@/lib/database/testing";
import { addRecipients, createAudience, finishAudience } from "@/lib/directory/audience/fill";
import { forgetCached } from "@/lib/database/cached";
import { publishTemplate } from "@/lib/directory/template/publish";
import { createApp } from "@/lib/directory/app/create";
import { changeCampaign, stoppedProblem } from "./change";
import { findCampaign } from "@/lib/results/campaign-list";
import { saveCampaign } from "./save";
import { saveCredential } from "@/lib/directory/credential/save";
import { idleCredential } from "@/lib/directory/credential/testing";
import { createService } from "@/lib/directory/service/create";
import type { PushRequestInput } from "@/lib/interface/request";
import { sendDue, startCampaigns } from "./run";
import { orderCampaign } from "./order";
import { planCampaign, type Order } from "./plan";
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

describe.each(testDatabases())("campaigns of many requests on $name", ({ open }) => {
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
      const kiosk = await createApp(tx, actor, { serviceId, appid: "kiosk", name: "Kiosk" });
      await saveCredential(tx, actor, { appId: kiosk.id, serviceId, provider: "fcm", credential: idleCredential("fcm") });
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
  const due = (id: string) => sql.query("UPDATE campaign SET starts_at = now() - interval '1 second' WHERE id = $1", [id]);

  const filled = async (name: string, recipients: { type: "userid"; id: string; parameters?: Record<string, string> }[]) => {
    const id = await createAudience(maya, { appid: "shop", name });
    for (let at = 0; at < recipients.length; at += 2_000) await addRecipients(maya, id, recipients.slice(at, at + 2_000));
    await finishAudience(maya, id);
    return id;
  };
  const people = (count: number) => Array.from({ length: count }, (_, n) => ({ type: "userid" as const, id: `customer-${n}` }));
  const messagesOf = async (id: string) => {
    const rows = await sql.query<{ request: Uint8Array; appid: string }>(
      "SELECT m.request, a.appid FROM message m JOIN app a ON a.id = m.app_id WHERE m.campaign_id = $1 ORDER BY m.id",
      [id],
    );
    return rows.map(({ request, appid }) => ({ appid, request: JSON.parse(new TextDecoder().decode(request)) as PushRequestInput }));
  };
  const usersOf = (messages: Awaited<ReturnType<typeof messagesOf>>, appid = "shop") =>
    messages.filter((one) => one.appid === appid).flatMap(({ request }) => request.destination.flatMap(({ userid }) => userid ?? []));

  it("sends to a whole list, on two apps, each recipient once on each, and counts what was answered", async () => {
    const audienceId = await filled("Everybody", people(3_000));
    const wanted: Order = { ...order(), audienceId, moreAppids: ["kiosk"] };
    const plan = await planCampaign(maya, wanted, Date.now());
    expect(plan).toMatchObject({ recipients: 3_000, appids: ["shop", "kiosk"], audience: "Everybody", problems: [], unfit: [] });
    const id = await made();
    const ordered = await orderCampaign(maya, wanted, "n1", { ...draft, id, revision: 1 });
    expect(ordered).toEqual({ ok: true, campaignId: id, requests: plan.requests, recipients: 3_000 });
    // The second half of a double click, and a second try after a line that broke.
    expect(await orderCampaign(maya, wanted, "n1", { ...draft, id, revision: 1 })).toEqual(ordered);
    await Promise.all([sendDue(), sendDue()]);
    expect(await findCampaign(maya, id)).toMatchObject({ state: "sent", answered: plan.requests, refused: 0, problem: null });
    const messages = await messagesOf(id);
    expect(messages).toHaveLength(plan.requests);
    for (const appid of ["shop", "kiosk"])
      expect(usersOf(messages, appid).toSorted()).toEqual(
        people(3_000)
          .map((one) => one.id)
          .toSorted(),
      );
    for (const { request } of messages) expect(JSON.stringify(request).length).toBeLessThanOrEqual(4_096);
  });

  it("goes on where a worker died, and sends nothing twice", async () => {
    const audienceId = await filled("Again", people(6_000));
    const ordered = await orderCampaign(maya, { ...order(), audienceId }, "n2", draft);
    if (!ordered.ok) throw new Error("refused");
    let groups = 0;
    await sendDue(() => (groups += 1) === 1);
    const left = await findCampaign(maya, ordered.campaignId);
    expect(left).toMatchObject({ state: "sending", answered: 16 });
    // It had them accepted, but died before it could write that down.
    await sql.query("UPDATE campaign SET answered = 0, starts_at = now() - interval '1 second' WHERE id = $1", [ordered.campaignId]);
    await sendDue();
    expect(await findCampaign(maya, ordered.campaignId)).toMatchObject({ state: "sent", answered: ordered.requests });
    const users = usersOf(await messagesOf(ordered.campaignId));
    expect(users).toHaveLength(6_000);
    expect(new Set(users).size).toBe(6_000);
  });

  it("waits for the rate of its service, and makes no request more when it is stopped", async () => {
    const audienceId = await filled("Slow", people(2_000));
    await sql.query("UPDATE service SET ids_per_second = 400");
    forgetCached("service");
    const ordered = await orderCampaign(maya, { ...order(), audienceId }, "n3", draft);
    if (!ordered.ok) throw new Error("refused");
    // Those that the rate lets through need not be the first ones at once.
    const held = await vi.waitFor(
      async () => {
        await due(ordered.campaignId);
        await sendDue();
        const found = await findCampaign(maya, ordered.campaignId);
        expect(found?.answered).toBeGreaterThan(0);
        return found;
      },
      { timeout: 30_000, interval: 100 },
    );
    expect(held?.state).toBe("sending");
    expect(held?.answered).toBeLessThan(ordered.requests);
    await changeCampaign(maya, ordered.campaignId, { kind: "stop" });
    await due(ordered.campaignId);
    await sendDue();
    const stopped = await findCampaign(maya, ordered.campaignId);
    expect(stopped).toMatchObject({ state: "sent", answered: held?.answered });
    expect(stopped?.problem).toBe(stoppedProblem);
    await sql.query("UPDATE service SET ids_per_second = NULL");
    forgetCached("service");
  });

  it("counts what was under way when somebody stopped it", async () => {
    const audienceId = await filled("Stopped", people(6_000));
    const ordered = await orderCampaign(maya, { ...order(), audienceId }, "n9", draft);
    if (!ordered.ok) throw new Error("refused");
    const sending = sendDue();
    await vi.waitFor(async () => expect((await messagesOf(ordered.campaignId)).length).toBeGreaterThan(0), 30_000);
    await changeCampaign(maya, ordered.campaignId, { kind: "stop" });
    await sending;
    const stopped = await findCampaign(maya, ordered.campaignId);
    expect(stopped).toMatchObject({ state: "sent", answered: (await messagesOf(ordered.campaignId)).length });
    expect(stopped?.transid).not.toBeNull();
  });

  it("sends a small one while a large one is under way", async () => {
    const audienceId = await filled("Large", people(40_000));
    const stop = startCampaigns();
    const large = await orderCampaign(maya, { ...order(), audienceId }, "n10", draft);
    const small = await orderCampaign(maya, { ...order(), moreAppids: ["kiosk"] }, "n11", draft);
    if (!large.ok || !small.ok) throw new Error("refused");
    await vi.waitFor(async () => expect((await findCampaign(maya, small.campaignId))?.state).toBe("sent"), { timeout: 30_000 });
    expect((await findCampaign(maya, large.campaignId))?.state).toBe("sending");
    await changeCampaign(maya, large.campaignId, { kind: "stop" });
    await stop();
  });

  it("gives each recipient the values of its own, and tells beforehand whose do not fit", async () => {
    const actor = { kind: "job" as const, name: "test" };
    const [app] = await sql.query<{ id: string; serviceId: string }>(`SELECT id, service_id AS "serviceId" FROM app WHERE appid = 'shop'`);
    await sql.transaction((tx) =>
      publishTemplate(tx, actor, {
        appId: app?.id ?? "",
        serviceId: app?.serviceId ?? "",
        templateId: "hello",
        name: "Hello",
        blocks: { android: { text: "Hello ${name}" } },
        parameters: [{ name: "name", required: true, maxLength: 5 }],
      }),
    );
    const pattern = {
      deliverychannel: "push",
      appid: "shop",
      destination: [],
      message: { template: "hello" },
    } as unknown as PushRequestInput;
    const audienceId = await filled("Named", [
      { type: "userid", id: "a", parameters: { name: "Ann", city: "Rome" } },
      { type: "userid", id: "b" },
      { type: "userid", id: "c", parameters: { name: "Christopher" } },
    ]);
    const wanted: Order = { body: JSON.stringify(pattern), audienceId, moreAppids: [] };
    const plan = await planCampaign(maya, wanted, Date.now());
    expect(plan.unfit).toEqual([
      { parameter: "name", why: "missing", recipients: 1 },
      { parameter: "name", why: "too long", recipients: 1 },
    ]);
    await expect(orderCampaign(maya, wanted, "n4", draft)).rejects.toThrow("1 recipient of “Named” has no value for name");
    const mended = await filled("Mended", [
      { type: "userid", id: "a", parameters: { name: "Ann", city: "Rome" } },
      { type: "userid", id: "b" },
    ]);
    const withFallback = {
      ...wanted,
      audienceId: mended,
      body: JSON.stringify({ ...pattern, message: { template: "hello", parameters: { name: "you" } } }),
    };
    const ordered = await orderCampaign(maya, withFallback, "n5", draft);
    if (!ordered.ok) throw new Error("refused");
    await sendDue();
    expect((await messagesOf(ordered.campaignId)).map(({ request }) => [request.destination, request.message?.parameters])).toEqual([
      [[{ userid: ["a"] }], { name: "Ann" }],
      [[{ userid: ["b"] }], { name: "you" }],
    ]);
  });

  it("keeps its cuts although the template changes while it is under way", async () => {
    const publish = (parameters: { name: string }[]) =>
      sql.transaction(async (tx) => {
        const [app] = await tx.query<{ id: string; serviceId: string }>(
          `SELECT id, service_id AS "serviceId" FROM app WHERE appid = 'shop'`,
        );
        await publishTemplate(
          tx,
          { kind: "job", name: "test" },
          {
            appId: app?.id ?? "",
            serviceId: app?.serviceId ?? "",
            templateId: "changing",
            name: "Changing",
            blocks: { android: { text: "Hello" } },
            parameters,
          },
        );
      });
    await publish([{ name: "name" }]);
    const named = people(40).map((one, n) => ({ ...one, parameters: { name: `N${n}`, city: `C${n % 2}` } }));
    const audienceId = await filled("Changing", named);
    const pattern = {
      deliverychannel: "push",
      appid: "shop",
      destination: [],
      message: { template: "changing" },
    } as unknown as PushRequestInput;
    const ordered = await orderCampaign(maya, { body: JSON.stringify(pattern), audienceId, moreAppids: [] }, "n8", draft);
    if (!ordered.ok) throw new Error("refused");
    expect(ordered.requests).toBe(40);
    let groups = 0;
    await sendDue(() => (groups += 1) === 1);
    await publish([{ name: "name" }, { name: "city" }]);
    await due(ordered.campaignId);
    await sendDue();
    expect(await findCampaign(maya, ordered.campaignId)).toMatchObject({ state: "sent", answered: 40, refused: 0 });
    expect(usersOf(await messagesOf(ordered.campaignId))).toEqual(named.map((one) => one.id));
  });

  it("cuts typed recipients that are too many for one request", async () => {
    const many = people(600).map((one) => one.id);
    const wanted = order(body.replace('["u"]', JSON.stringify(many)));
    const plan = await planCampaign(maya, wanted, Date.now());
    expect(plan).toMatchObject({ recipients: 600, problems: [] });
    expect(plan.requests).toBeGreaterThan(1);
    const id = await made();
    expect(await scheduleCampaign(maya, id, { revision: 1, startsAt: inAnHour(), timezone: "UTC", order: wanted })).toEqual({ ok: true });
    await due(id);
    await sendDue();
    expect(await findCampaign(maya, id)).toMatchObject({ state: "sent", answered: plan.requests, recipients: 600 });
    expect(usersOf(await messagesOf(id))).toEqual(expect.arrayContaining(many));
  });

  it("says what is wrong before anything is sent", async () => {
    const audienceId = await filled("Checked", people(3));
    const problemsOf = async (wanted: Order) => (await planCampaign(maya, wanted, Date.now())).problems.map(({ rule }) => rule);
    expect(await problemsOf({ ...order(), audienceId: newId() })).toEqual(["destination.ids.required"]);
    expect(await problemsOf({ ...order(), audienceId, moreAppids: ["nope"] })).toEqual(["appid.unknown"]);
    expect(await problemsOf({ ...order(body.replace("Hello", "x".repeat(4_090))), audienceId })).toEqual(["body.size"]);
    expect(await orderCampaign(maya, { ...order(body.replace('"text"', '"txt"')), audienceId }, "n6", draft)).toMatchObject({
      ok: false,
    });
    await expect(orderCampaign(viewer, { ...order(), audienceId }, "n7", draft)).rejects.toThrow(ForbiddenError);
  });
});
