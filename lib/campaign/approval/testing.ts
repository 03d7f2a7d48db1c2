import { testMember } from "@/lib/auth/testing";
import type { Sql } from "@/lib/database/sql";
import { changeService } from "@/lib/directory/service/change";
import { publishForTest } from "@/lib/directory/template/testing";
import { findCampaign } from "@/lib/results/campaign-list";
import { readApprovals } from "@/lib/results/read-approval";
import { askApproval } from "../ask";
import { decideApproval } from "../decide";
import { sendDue } from "../run";
import { scheduleCampaign } from "../schedule";
import { sendCampaign } from "../send";
import { body, draft, inAnHour, messagesOfCampaign, newDraft, reach, testShop } from "../testing";

const job = { actor: { kind: "job" as const, name: "test" } };
let nonces = 0;
/** Another one each time. */
export const nonce = () => `try ${(nonces += 1)}`;

/** The bytes of a request by the template that the desk publishes. */
export const templated = JSON.stringify({
  deliverychannel: "push",
  appid: "shop",
  destination: [{ userid: ["u"] }],
  message: { template: "news" },
});

type ApprovalInput = Partial<Parameters<typeof askApproval>[1]>;

/**
 * A shop in which every send needs a second person, who is there for that, and what they do. For
 * tests.
 */
export async function testDesk(sql: Sql) {
  const shop = await testShop(sql);
  const admin = { actor: testMember({ [shop.serviceId]: { role: "admin" } }) };
  const other = { actor: testMember({ [shop.serviceId]: { role: "admin" } }) };
  for (const [who, email] of [
    [admin, "ada@a.example"],
    [other, "otto@a.example"],
  ] as const)
    await sql.query("INSERT INTO member (id, email, name, password_hash) VALUES ($1, $2, $2, '')", [
      who.actor.id,
      email,
    ]);
  const rules = (part: { approvalAbove?: number; approvalScheduled: boolean }) =>
    changeService(job, { serviceId: shop.serviceId, part: "approval", approvalHours: 72, ...part });
  let version = 0;
  const publish = async () => {
    const [app] = await sql.query<{ id: string }>("SELECT id FROM app WHERE appid = 'shop'");
    const blocks = { android: { text: `Text ${version}` } };
    ({ version } = await publishForTest(job, {
      appId: app?.id ?? "",
      templateId: "news",
      name: "News",
      blocks,
      parameters: [],
    }));
  };

  const ask = async (
    part: ApprovalInput = {},
    by: { actor: ReturnType<typeof testMember> } = shop.maya,
  ) => {
    const id = await newDraft(shop);
    await askApproval(by, {
      request: body,
      reach,
      campaign: { ...draft, id, revision: 1 },
      ...part,
    });
    return id;
  };
  const latest = async (id: string) => (await readApprovals(shop.maya, { id })).latest;
  const decide = async (id: string, by = admin, approve = true) => {
    const approval = await latest(id);
    await decideApproval(by, {
      id: approval?.id ?? "",
      sha256: approval?.sha256 ?? "",
      approve,
      reason: approve ? "" : "Too early",
    });
  };
  const approved = async (part: ApprovalInput = {}) => {
    const id = await ask(part);
    await decide(id);
    return id;
  };
  const revisionOf = async (id: string) => (await findCampaign(shop.maya, { id })).revision;
  const now = async (id: string) => ({ ...draft, id, revision: await revisionOf(id) });
  const sendAs = async (id: string, part: Partial<Parameters<typeof sendCampaign>[1]> = {}) =>
    sendCampaign(shop.maya, {
      request: body,
      nonce: nonce(),
      reach,
      campaign: await now(id),
      ...part,
    });
  const scheduleAs = async (
    id: string,
    part: Partial<Parameters<typeof scheduleCampaign>[1]> = {},
  ) =>
    scheduleCampaign(shop.maya, {
      id,
      revision: await revisionOf(id),
      startsAt: inAnHour(),
      timezone: "UTC",
      request: body,
      reach,
      ...part,
    });
  const due = async (id: string) => {
    await sql.query(
      "UPDATE campaign_order SET due_at = now() - interval '1 second' WHERE campaign_id = $1 AND due_at IS NOT NULL",
      [id],
    );
    await sendDue();
  };
  const sent = async (id: string) => (await messagesOfCampaign(sql, id)).length;
  const stateOf = async (id: string) => (await findCampaign(shop.maya, { id })).state;
  await rules({ approvalAbove: 0, approvalScheduled: true });
  await publish();
  return {
    shop,
    admin,
    other,
    version: () => version,
    rules,
    publish,
    ask,
    latest,
    decide,
    approved,
    revisionOf,
    now,
    sendAs,
    scheduleAs,
    due,
    sent,
    stateOf,
  };
}

/** Result of {@link testDesk}. Maya of its shop may send, but not approve; the two admins may. */
export type TestDesk = Awaited<ReturnType<typeof testDesk>>;
