import { createHash } from "node:crypto";
import { testMember } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { testApp } from "@/lib/directory/app/testing";
import { addRecipients, beginAudience, createAudience } from "@/lib/directory/audience/fill";
import { createService } from "@/lib/directory/service/create";
import { publishForTest } from "@/lib/directory/template/testing";
import type { AudienceRecipientInput } from "@/lib/inputs/audience";
import { composedOf } from "@/lib/inputs/compose";
import type { TestChoice } from "@/lib/inputs/test-message";
import type { PushRequestInput } from "@/lib/interface/request";
import type { Rule } from "@/lib/segment/rule";
import { planCampaign, type Order } from "./order/plan";
import { sendDue } from "./run";
import { saveCampaign } from "./save";
import { releaseSend, sendCampaign } from "./send";

type SendResult = Awaited<ReturnType<typeof sendCampaign>>;

/**
 * A service "Shop" with the apps `shop` and `kiosk`, which send to Android, and who is in it. For
 * tests.
 */
export async function testShop(sql: Sql) {
  const actor = { kind: "job" as const, name: "test" };
  const { id: serviceId } = await createService(
    { actor, tx: sql },
    { name: "Shop", sandbox: true, httpsOnly: false },
  );
  for (const appid of ["shop", "kiosk"]) await testApp(sql, serviceId, appid);
  const maya = testMember({ [serviceId]: { role: "marketer" } });
  await sql.query(
    "INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'maya@a.example', 'Maya', '')",
    [maya.id],
  );
  return {
    serviceId,
    /** A marketer who may send. */
    maya: { actor: maya },
    /** A marketer who may not. */
    writer: { actor: testMember({ [serviceId]: { role: "marketer", maySend: false } }) },
    viewer: { actor: testMember({ [serviceId]: { role: "viewer" } }) },
    /** An admin of something else. */
    stranger: { actor: testMember({ "01900000-0000-7000-8000-000000000000": { role: "admin" } }) },
  };
}

/** Result of {@link testShop}. */
export type TestShop = Awaited<ReturnType<typeof testShop>>;

/** The bytes of a request to one user. */
export const body = JSON.stringify({
  deliverychannel: "push",
  appid: "shop",
  destination: [{ userid: ["u"] }],
  channels: { push: { android: { text: "Hello" } } },
} satisfies PushRequestInput);

/** A draft that was never saved. */
export const draft = { id: null, revision: 0, name: "Spring", appid: "shop", draft: "{}" };

/** Only to those that the request names. */
export const reach = { audienceId: null, moreAppids: [] };

/** ISO 8601 UTC. */
export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Saves a new draft as Maya does. Its id; its revision is 1. */
export async function newDraft(
  { maya }: TestShop,
  part: Partial<typeof draft> = {},
): Promise<string> {
  const saved = await saveCampaign(maya, { campaign: { ...draft, ...part } });
  if (saved.kind !== "saved") throw new Error(JSON.stringify(saved));
  return saved.id;
}

/** Orders what Maya composed, without an undo window. */
export async function orderNow(
  { maya }: Pick<TestShop, "maya">,
  input: Parameters<typeof sendCampaign>[1],
): Promise<SendResult> {
  const ordered = await sendCampaign(maya, input);
  await releaseSend(maya, { id: ordered.campaignId });
  return ordered;
}

/** Orders what takes one request, and has it accepted: its transid, undefined when it was not. */
export async function sendNow(
  sql: Sql,
  shop: Pick<TestShop, "maya">,
  input: Parameters<typeof sendCampaign>[1],
): Promise<string | undefined> {
  const { campaignId } = await orderNow(shop, input);
  await makeDue(sql, campaignId);
  await sendDue();
  const [row] = await sql.query<{ transid: string | null }>(
    "SELECT transid FROM campaign_order WHERE campaign_id = $1",
    [campaignId],
  );
  return row?.transid ?? undefined;
}

/**
 * Has an order of a campaign that is due now be due since a minute: the clock of this process may
 * be ahead of the database's, by half of what an answer takes, and one look would pass it by. For
 * tests.
 */
export async function makeDue(sql: Sql, campaignId: string): Promise<void> {
  await sql.query(
    "UPDATE campaign_order SET due_at = due_at - interval '1 minute' WHERE campaign_id = $1",
    [campaignId],
  );
}

/** So many users of a list. */
export const people = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ type: "userid" as const, id: `customer-${n}` }));

/** A ready list of the app `shop`. Its id. */
export async function fillList(
  { maya }: Pick<TestShop, "maya">,
  name: string,
  recipients: { type: "userid"; id: string; parameters?: Record<string, string> }[],
): Promise<string> {
  const id = await beginAudience(maya, { appid: "shop", name });
  for (let at = 0; at < recipients.length; at += 2_000)
    await addRecipients(maya, { id, recipients: recipients.slice(at, at + 2_000) });
  await createAudience(maya, { id });
  return id;
}

/** Stores a segment of a shop, and returns its id. For tests. */
export async function storeSegment(
  sql: Sql,
  { serviceId }: Pick<TestShop, "serviceId">,
  rule: Rule,
): Promise<string> {
  const id = newId();
  await sql.query(
    "INSERT INTO segment (id, service_id, name, rule) VALUES ($1, $2, $3, $4::jsonb)",
    [id, serviceId, `Segment ${id}`, JSON.stringify(rule)],
  );
  return id;
}

/** Only to the users of a segment. For tests. */
export const toSegment = (id: string, evaluation: "send" | "confirmation" = "send") => ({
  audienceId: null,
  moreAppids: [],
  segment: { id, evaluation },
});

/** The requests that were accepted for a campaign, in order. */
export async function messagesOfCampaign(
  sql: Sql,
  id: string,
): Promise<{ appid: string; request: PushRequestInput }[]> {
  const rows = await sql.query<{ request: Uint8Array; appid: string }>(
    "SELECT m.request, a.appid FROM message m JOIN app a ON a.id = m.app_id WHERE m.campaign_id = $1 ORDER BY m.id",
    [id],
  );
  return rows.map(({ request, appid }) => ({
    appid,
    request: JSON.parse(new TextDecoder().decode(request)) as PushRequestInput,
  }));
}

/** The users that they go to. */
export const usersOf = (messages: Awaited<ReturnType<typeof messagesOfCampaign>>, appid = "shop") =>
  messages
    .filter((one) => one.appid === appid)
    .flatMap(({ request }) => request.destination.flatMap(({ userid }) => userid ?? []));

/** Returns a user of a list, with values. For tests. */
export const user = (id: string, parameters: Record<string, string> = {}) => ({
  type: "userid" as const,
  id,
  parameters,
});

/** Publishes a template of the app `shop`. For tests. */
export async function publishInShop(
  sql: Sql,
  template: Omit<Parameters<typeof publishForTest>[1], "appId">,
): Promise<void> {
  const [app] = await sql.query<{ id: string }>("SELECT id FROM app WHERE appid = 'shop'");
  await publishForTest(
    { actor: { kind: "job", name: "test" } },
    { appId: app?.id ?? "", ...template },
  );
}

/** Returns an order to those that a request names, in its app alone. For tests. */
export const orderOf = (text = body): Order => ({
  pattern: composedOf(text),
  audienceId: null,
  moreAppids: [],
});

/** Returns what an order of Maya's amounts to. For tests. */
export const planOrder = ({ maya, serviceId }: TestShop, order: Order) =>
  planCampaign({ ...maya, serviceId }, order, Date.now());

/** Orders a campaign as Maya does, without an undo window. For tests. */
export async function orderCampaign(
  shop: TestShop,
  { pattern: { body: request }, ...to }: Order,
  nonce: string,
  campaign: typeof draft | { id: string; revision: number },
): Promise<Omit<SendResult, "undoMs">> {
  const { undoMs: _, ...sent } = await orderNow(shop, {
    request,
    reach: to,
    nonce,
    campaign: { ...draft, ...campaign },
  });
  return sent;
}

/** Orders a campaign, has all of it accepted, and returns its requests. For tests. */
export async function sendOrder(sql: Sql, shop: TestShop, order: Order) {
  const { campaignId } = await orderCampaign(shop, order, newId(), draft);
  await sendDue();
  return messagesOfCampaign(sql, campaignId);
}

/** A test that goes to no one. */
export const noTargets: TestChoice = { groups: [], devices: [], browsers: [], users: [] };

/**
 * Creates the services `shop` and `other`, with an app each that sends to all devices but Huawei's,
 * and their members. For tests.
 */
export async function testServices(sql: Sql) {
  const job = { actor: { kind: "job" as const, name: "test" } };
  const services: string[] = [];
  const appIds: string[] = [];
  for (const appid of ["shop", "other"]) {
    const { id } = await createService(job, { name: appid, sandbox: true, httpsOnly: false });
    services.push(id);
    appIds.push((await testApp(sql, id, appid, ["fcm", "apns", "webpush"])).id);
  }
  const [serviceId = ""] = services;
  const [appId = ""] = appIds;
  return {
    serviceId,
    appId,
    appIds,
    /** A marketer of both, who may send. */
    maya: {
      actor: testMember(
        Object.fromEntries(services.map((id) => [id, { role: "marketer" as const }])),
      ),
    },
    viewer: { actor: testMember({ [serviceId]: { role: "viewer" } }) },
  };
}

/** A device to test on; an active one of Android, of no user, where nothing else is said. */
export interface TestDevice {
  kind?: string;
  pushid?: string;
  model?: string;
  userids?: readonly string[];
  simulated?: boolean;
  state?: string;
}

/** Adds a device to an app, and returns its id. For tests. */
export async function addDevice(
  sql: Sql,
  appId: string,
  {
    kind = "android",
    pushid,
    model,
    userids = [],
    simulated = false,
    state = "active",
  }: TestDevice,
): Promise<string> {
  const id = newId();
  const token = pushid ?? id;
  const hash = createHash("sha256").update(token).digest();
  await sql.query(
    "INSERT INTO device (id, app_id, kind, pushid, push_hash, deviceid, model, simulated, state) VALUES ($1, $2, $3, $4, $5, $4, $6, $7, $8)",
    [id, appId, kind, token, hash, model ?? null, simulated, state],
  );
  for (const userid of userids)
    await sql.query("INSERT INTO device_user (app_id, userid, device_id) VALUES ($1, $2, $3)", [
      appId,
      userid,
      id,
    ]);
  return id;
}

/** Fills a test group, or a list that is none, and returns its id. For tests. */
export async function fillGroup(
  { maya }: Pick<TestShop, "maya">,
  recipients: AudienceRecipientInput[],
  { appid = "shop", test = true } = {},
): Promise<string> {
  const id = await beginAudience(maya, { appid, name: newId(), test });
  await addRecipients(maya, { id, recipients });
  await createAudience(maya, { id });
  return id;
}
