import { testMember } from "@/lib/auth/testing";
import type { Sql } from "@/lib/database/sql";
import { testApp } from "@/lib/directory/app/testing";
import { createService } from "@/lib/directory/service/create";
import type { PushRequestInput } from "@/lib/interface/request";
import { saveCampaign } from "./save";

/** A service "Shop" with the apps `shop` and `kiosk`, which send to Android, and who is in it. For tests. */
export async function testShop(sql: Sql) {
  const actor = { kind: "job" as const, name: "test" };
  const { id: serviceId } = await createService({ actor, tx: sql }, { name: "Shop", sandbox: true, httpsOnly: false });
  for (const appid of ["shop", "kiosk"]) await testApp(sql, serviceId, appid);
  const maya = testMember({ [serviceId]: { role: "marketer" } });
  await sql.query("INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'maya@a.example', 'Maya', '')", [maya.id]);
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

/** To nobody but those that the request names. */
export const reach = { audienceId: null, moreAppids: [] };

/** ISO 8601 UTC. */
export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Saves a new draft as Maya does. Its id; its revision is 1. */
export async function newDraft({ maya }: TestShop, part: Partial<typeof draft> = {}): Promise<string> {
  const saved = await saveCampaign(maya, { campaign: { ...draft, ...part } });
  if (saved.kind !== "saved") throw new Error(JSON.stringify(saved));
  return saved.id;
}
