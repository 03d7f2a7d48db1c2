import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { testDatabases } from "@/lib/database/testing";
import { createApp } from "@/lib/directory/app/create";
import { startReceiver, type Receiver } from "@/lib/lab/receiver";
import { listen } from "@/lib/runtime/bus";
import { newTransid } from "@/lib/runtime/transid";
import { enqueueUpdates } from "@/lib/updates/enqueue";
import { testService, testSource, testWebhook, updatesOf } from "@/lib/updates/testing";
import { ForbiddenError } from "@/lib/auth/member";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { eventsOf, expectRights, tried } from "@/lib/verb/testing";
import { checkNotifyurlOf } from "./check-notifyurl";
import { replay } from "./replay";
import { resume } from "./resume-webhook";

vi.stubEnv("NOTIFY_ALLOW", "127.0.0.1");

describe.each(testDatabases())("sending updates again and checking where they go, on $name", ({ open }) => {
  let sql: Database;
  let own: string;
  let foreign: string;
  let woken: string[] = [];
  let deaf: () => void;

  beforeAll(async () => {
    sql = await open();
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

  it("replays for members with the right, by message, update and time, with an event of the service", async () => {
    const { transid, id } = await parked(own);
    for (const input of [{ transid }, { serviceId: own, transid }, { serviceId: own, ids: [id] }, { serviceId: own, ...everything }])
      await expectRights(sql, "update.replay", replay, input, { own, foreign });
    const key = { kind: "serviceKey", serviceId: own, scopes: ["status"] } as const;
    expect(await replay({ actor: key }, { serviceId: own, ids: [id] })).toBe(1);
    expect(woken).toContain("update");
    expect((await eventsOf(sql, own)).at(-1)).toEqual({
      action: "update.replay",
      actorKind: "serviceKey",
      actorId: own,
      entityId: id,
      snapshot: { count: 1 },
    });
    const sending = { ...key, scopes: ["send"] } as const;
    expect((await tried(sql, replay, sending, { serviceId: own, ids: [id] }, own)).error).toBeInstanceOf(ForbiddenError);
  });

  it("replays nothing of another service, for any known ids", async () => {
    const theirs = await parked(foreign);
    const actor = testMember({ [own]: { role: "admin" } });
    for (const what of [{ ids: [theirs.id] }, { transid: theirs.transid }])
      expect(await tried(sql, replay, actor, { serviceId: own, ...what }, own)).toEqual({ answer: 0, events: [] });
    expect((await tried(sql, replay, actor, { transid: theirs.transid }, foreign)).error).toBeInstanceOf(NotFoundError);
    expect((await tried(sql, replay, actor, { transid: newId() }, own)).error).toBeInstanceOf(NotFoundError);
    expect((await updatesOf(sql, foreign)).map(({ state }) => state)).toEqual(["parked"]);
    await replay({ actor }, { serviceId: own, ids: [theirs.id] });
    expect(woken).toEqual([]);
  });

  it("resumes a webhook for members with the right; once it is on, nothing is done and nothing said", async () => {
    const id = await testWebhook(sql, own, "https://a.example/hook", ["submitted"]);
    await sql.query("UPDATE webhook SET disabled_at = now() WHERE id = $1", [id]);
    await expectRights(sql, "webhook.resume", resume, { id }, { own, foreign });
    for (const lost of [newId(), "no id"])
      expect((await tried(sql, resume, testOwner(), { id: lost }, own)).error).toBeInstanceOf(NotFoundError);
    const actor = testMember({ [own]: { role: "admin" } });
    expect(await resume({ actor }, { id })).toBe(0);
    const after = await eventsOf(sql, own);
    expect(after.at(-1)).toMatchObject({ action: "webhook.resume", actorId: actor.id, entityId: id, snapshot: { count: 0 } });
    expect(await resume({ actor }, { id })).toBe(0);
    expect(await eventsOf(sql, own)).toHaveLength(after.length);
  });

  describe("a notify URL", () => {
    let at: Receiver;
    let appid: string;
    beforeAll(async () => {
      at = await startReceiver();
      appid = "checked";
      await createApp({ actor: testOwner() }, { serviceId: own, appid, name: "Checked" });
      await sql.query("UPDATE service SET https_only = false WHERE id = ANY($1::uuid[])", [[own, foreign]]);
    });
    afterAll(() => at.stop());

    it("is called for marketers of its service, and that leaves an event; for others it is not called", async () => {
      const marketer = testMember({ [own]: { role: "marketer" } });
      const before = await eventsOf(sql, own);
      const input = { appid, notifyurl: at.url, callbackData: "c" };
      await expect(checkNotifyurlOf({ actor: testMember({ [own]: { role: "viewer" } }) }, input)).rejects.toThrow(ForbiddenError);
      await expect(checkNotifyurlOf({ actor: testMember({ [foreign]: { role: "owner" } }) }, input)).rejects.toThrow(NotFoundError);
      await expect(checkNotifyurlOf({ actor: marketer }, { ...input, appid: "none" })).rejects.toThrow(NotFoundError);
      expect(at.requests).toEqual([]);
      expect(await checkNotifyurlOf({ actor: marketer }, input)).toMatchObject({ url: at.url, taken: true, status: 200 });
      expect(at.requests).toHaveLength(1);
      expect((await eventsOf(sql, own)).slice(before.length)).toEqual([
        {
          action: "notifyurl.check",
          actorKind: "member",
          actorId: marketer.id,
          entityId: appid,
          snapshot: { notifyurl: at.url, notifyurlAuthId: "" },
        },
      ]);
    });

    it("is refused in the endpoint's words, at its field, and then nothing was called or kept", async () => {
      const before = await eventsOf(sql, own);
      const problems = async (input: { appid: string; notifyurl?: string }) => {
        const error = await checkNotifyurlOf({ actor: testOwner() }, input).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(RefusedError);
        return (error as RefusedError).problems.map(({ pointer }) => pointer);
      };
      expect(await problems({ appid, notifyurl: "mailto:a" })).toEqual(["/notifyurl"]);
      const bare = "bare";
      const silent = await testService(sql);
      await createApp({ actor: testOwner() }, { serviceId: silent, appid: bare, name: "Bare" });
      expect(await problems({ appid: bare })).toEqual(["/notifyurl"]);
      expect(await eventsOf(sql, own)).toEqual(before);
    });
  });
});
