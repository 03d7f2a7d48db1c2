import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { listen } from "@/lib/runtime/bus";
import { newTransid } from "@/lib/runtime/transid";
import { NotFoundError } from "@/lib/verb/errors";
import { eventsOf, expectRights, tried } from "@/lib/verb/testing";
import { enqueueUpdates } from "./enqueue";
import { replayUpdates } from "./replay";
import { resumeWebhook } from "./resume-webhook";
import { testService, testSource, testWebhook, updatesOf } from "./testing";

describe("sending updates again", () => {
  let sql: Database;
  let own: string;
  let foreign: string;
  let woken: string[] = [];
  let deaf: () => void;

  beforeAll(async () => {
    sql = await openTestDatabase();
    own = await testService(sql, { notifyurl: "https://a.example/x" });
    foreign = await testService(sql, { notifyurl: "https://b.example/x" });
    deaf = listen("wake", (lane) => woken.push(lane));
  }, 120_000);
  afterEach(() => {
    woken = [];
  });
  afterAll(async () => {
    deaf();
    await sql.close();
  }, 60_000);

  /** A message of a service with one parked update. */
  const parked = async (serviceId: string) => {
    const messageId = newTransid();
    await sql.query(
      `INSERT INTO message (id, service_id, app_id, request, effective_hash, accepted_at) VALUES ($1, $2, $2, ''::bytea, ''::bytea, now())`,
      [messageId, serviceId],
    );
    await enqueueUpdates(sql, [testSource(serviceId, "submitted", { messageId })]);
    const [update] = await sql.query<{ id: string }>(
      `UPDATE "update" SET state = 'parked', next_at = NULL WHERE message_id = $1 RETURNING id`,
      [messageId],
    );
    return { transid: messageId, id: update?.id ?? "" };
  };
  const everything = { from: "2026-01-01T00:00:00Z", to: "2999-01-01T00:00:00Z" };

  it("replays for members with the right, with an event", async () => {
    const { transid, id } = await parked(own);
    for (const input of [
      { transid },
      { serviceId: own, transid },
      { serviceId: own, ids: [id] },
      { serviceId: own, ...everything },
    ])
      await expectRights(sql, "update.replay", replayUpdates, input, { own, foreign });
    const key = { kind: "serviceKey", serviceId: own, scopes: ["status"] } as const;
    expect(await replayUpdates({ actor: key }, { serviceId: own, ids: [id] })).toBe(1);
    expect(woken).toContain("update");
    expect((await eventsOf(sql, own)).at(-1)).toEqual({
      action: "update.replay",
      actorKind: "serviceKey",
      actorId: own,
      entityId: id,
      snapshot: { count: 1 },
    });
    const sending = { ...key, scopes: ["send"] } as const;
    expect(
      (await tried(sql, replayUpdates, sending, { serviceId: own, ids: [id] }, own)).error,
    ).toBeInstanceOf(ForbiddenError);
  });

  it("replays nothing of another service, even by its ids", async () => {
    const theirs = await parked(foreign);
    const actor = testMember({ [own]: { role: "admin" } });
    for (const what of [{ ids: [theirs.id] }, { transid: theirs.transid }])
      expect(await tried(sql, replayUpdates, actor, { serviceId: own, ...what }, own)).toEqual({
        answer: 0,
        events: [],
      });
    expect(
      (await tried(sql, replayUpdates, actor, { transid: theirs.transid }, foreign)).error,
    ).toBeInstanceOf(NotFoundError);
    expect(
      (await tried(sql, replayUpdates, actor, { transid: newId() }, own)).error,
    ).toBeInstanceOf(NotFoundError);
    expect((await updatesOf(sql, foreign)).map(({ state }) => state)).toEqual(["parked"]);
    await replayUpdates({ actor }, { serviceId: own, ids: [theirs.id] });
    expect(woken).toEqual([]);
  });

  it("resumes a webhook for members with the right, once", async () => {
    const id = await testWebhook(sql, own, "https://a.example/hook", ["submitted"]);
    await sql.query("UPDATE webhook SET disabled_at = now() WHERE id = $1", [id]);
    await expectRights(sql, "webhook.resume", resumeWebhook, { id }, { own, foreign });
    for (const lost of [newId(), "no id"])
      expect(
        (await tried(sql, resumeWebhook, testOwner(), { id: lost }, own)).error,
      ).toBeInstanceOf(NotFoundError);
    const actor = testMember({ [own]: { role: "admin" } });
    expect(await resumeWebhook({ actor }, { id })).toBe(0);
    const after = await eventsOf(sql, own);
    expect(after.at(-1)).toMatchObject({
      action: "webhook.resume",
      actorId: actor.id,
      entityId: id,
      snapshot: { count: 0 },
    });
    expect(await resumeWebhook({ actor }, { id })).toBe(0);
    expect(await eventsOf(sql, own)).toHaveLength(after.length);
  });
});
