import { testMember } from "@/lib/auth/testing";
import type { Sql } from "@/lib/database/sql";
import { testApp } from "@/lib/directory/app/testing";
import { addRecipients, createAudience, finishAudience } from "@/lib/directory/audience/fill";
import { createService } from "@/lib/directory/service/create";
import type { PushRequestInput } from "@/lib/interface/request";
import { sendDue } from "./run";
import { saveCampaign } from "./save";
import { releaseSend, sendMessage, type Sent } from "./send";

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

/** What {@link testShop} made. */
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
  input: Parameters<typeof sendMessage>[1],
): Promise<Sent> {
  const ordered = await sendMessage(maya, input);
  await releaseSend(maya, { id: ordered.campaignId });
  return ordered;
}

/** Orders what takes one request, and has it accepted: its transid, undefined when it was not. */
export async function sendNow(
  sql: Sql,
  shop: Pick<TestShop, "maya">,
  input: Parameters<typeof sendMessage>[1],
): Promise<string | undefined> {
  const { campaignId } = await orderNow(shop, input);
  // Due a minute ago, so that no look passes it by.
  await sql.query("UPDATE campaign SET due_at = due_at - interval '1 minute' WHERE id = $1", [
    campaignId,
  ]);
  await sendDue();
  const [row] = await sql.query<{ transid: string | null }>(
    "SELECT transid FROM campaign WHERE id = $1",
    [campaignId],
  );
  return row?.transid ?? undefined;
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
  const id = await createAudience(maya, { appid: "shop", name });
  for (let at = 0; at < recipients.length; at += 2_000)
    await addRecipients(maya, { id, recipients: recipients.slice(at, at + 2_000) });
  await finishAudience(maya, { id });
  return id;
}

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
