import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, storeCampaign } from "@/lib/database/testing";
import { createServiceKey } from "@/lib/directory/service/create-key";
import { eventsOf } from "@/lib/verb/testing";
import { callResource, openInterface, type ReadAnswer, type TestInterface } from "./testing";

describe("campaigns under way, for programs", () => {
  let sql: Database;
  let served: TestInterface;
  const call = (id: string, what: string) =>
    callResource(served, "POST", `/campaigns/${id}/${what}`);
  const rulesIn = ({ body }: ReadAnswer) =>
    (body["response"] as { errors: { pointer: string; rule: string }[] }).errors.map(
      ({ pointer, rule }) => [pointer, rule],
    );
  const sending = async (state = "sending") => {
    const [app] = await sql.query<{ id: string }>("SELECT id FROM app WHERE appid = 'shop'");
    const { id } = await storeCampaign(sql, {
      serviceId: served.serviceId,
      appId: app?.id ?? null,
      order: { state, requests: 5, answered: 2 },
    });
    return id;
  };

  beforeAll(async () => {
    sql = await openTestDatabase();
    served = await openInterface(sql);
  }, 120_000);
  afterAll(() => served.close());

  it("are paused, resumed and stopped, with the state as the answer", async () => {
    const id = await sending();
    const states = [];
    for (const what of ["pause", "resume", "pause", "stop"]) states.push(await call(id, what));
    expect(states.map(({ status, body }) => [status, body])).toEqual([
      [200, { state: "paused" }],
      [200, { state: "sending" }],
      [200, { state: "paused" }],
      [200, { state: "stopped" }],
    ]);
    const events = await eventsOf(sql, served.serviceId, "campaign.pause");
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({ actorKind: "serviceKey", entityId: id });
  });

  it.each([
    ["resume", "sending"],
    ["pause", "scheduled"],
    ["pause", "sent"],
    ["pause", "paused"],
    ["stop", "stopped"],
    ["stop", "scheduled"],
  ])("answer 409 with the rule where %s is no way out of being %s", async (what, state) => {
    const id = await sending(state);
    const answer = await call(id, what);
    expect([answer.status, rulesIn(answer)]).toEqual([409, [["", `campaign.${what}`]]]);
    const [row] = await sql.query<{ state: string }>(
      "SELECT state FROM campaign_order WHERE campaign_id = $1",
      [id],
    );
    expect(row?.state).toBe(state);
  });

  it("answer 404 where there is none by the id, and for keys of another service", async () => {
    for (const id of [newId(), "none", "%00"]) {
      const answer = await call(id, "pause");
      expect(answer.status).toBe(404);
      expect(rulesIn(answer)).toEqual([["", "campaign.unknown"]]);
    }
  });

  it("need the scope", async () => {
    const id = await sending();
    const { key } = await createServiceKey(
      { actor: { kind: "job", name: "test" } },
      { serviceId: served.serviceId, name: "Sends", scopes: ["send"] },
    );
    const answer = await fetch(`${served.origin}/resources/v1/campaigns/${id}/pause`, {
      method: "POST",
      headers: { key },
    });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("campaigns");
  });
});
