import { afterAll, beforeAll, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, storeCampaign } from "@/lib/database/testing";
import { createService } from "../service/create";
import { storeTestSegment } from "./testing";
import { countSegmentUses, readSegmentUsers } from "./used-by";

const as = { actor: testOwner() };
let sql: Database;
let serviceId: string;

beforeAll(async () => {
  sql = await openTestDatabase();
  ({ id: serviceId } = await createService(as, { name: "Shop" }));
}, 120_000);
afterAll(() => sql.close(), 60_000);

const campaign = (name: string, more: Omit<Parameters<typeof storeCampaign>[1], "serviceId">) =>
  storeCampaign(sql, { serviceId, name, ...more });

it("is each campaign that goes to a segment and is still to be sent, drafts last", async () => {
  const id = await storeTestSegment(sql, { serviceId, name: "Gold" });
  const draft = JSON.stringify({ reach: { segment: { id, evaluation: "send" } } });
  await campaign("Draft", { draft });
  await campaign("Archived draft", { draft, archived: true });
  await campaign("Scheduled", { order: { state: "scheduled", segment_id: id } });
  await campaign("Sent", { order: { state: "sent", segment_id: id } });
  await campaign("To others", { order: { state: "scheduled" } });
  const users = await readSegmentUsers(as, { id });
  expect(users.map(({ name, state }) => [name, state])).toEqual([
    ["Scheduled", "scheduled"],
    ["Draft", "draft"],
  ]);
});

it("counts what is scheduled to each of some segments, or being sent", async () => {
  const [used, unused] = [
    await storeTestSegment(sql, { serviceId, name: "Used" }),
    await storeTestSegment(sql, { serviceId, name: "Unused" }),
  ];
  for (const state of ["scheduled", "sending", "sent"])
    await campaign(state, { order: { state, segment_id: used } });
  expect(await countSegmentUses(as, { serviceId, ids: [used, unused, "none"] })).toEqual([
    { id: used, campaigns: 2 },
  ]);
});
