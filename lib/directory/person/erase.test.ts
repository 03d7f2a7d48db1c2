import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { testMember, testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, storeCampaign } from "@/lib/database/testing";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { listSuppressions } from "../suppression/list";
import { suppressedAmong } from "../suppression/suppressed";
import { contentHash } from "../template/store-draft";
import { erasePerson, type ErasureProgress } from "./erase";
import { lookForPerson } from "./look";
import { pseudonymOf } from "./person";
import { listErasures, readErasure } from "./receipts";
import { foundAnywhere, personEverywhere } from "./testing";

const as = { actor: testOwner() };
type PersonTraces = Awaited<ReturnType<typeof personEverywhere>>;

async function erase(serviceId: string, userid: string): Promise<ErasureProgress> {
  for (;;) {
    const erased = await erasePerson(as, { serviceId, userid, confirmation: userid });
    if (erased.done || erased.waiting !== null) return erased;
  }
}

describe("the removal of a person's data", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  describe.each([["maya-7f3a"], ["m.a+y(a)@shop.example"], ['ü"ser\\1']])(
    "who is called %s",
    (who) => {
      let stored: PersonTraces;
      beforeAll(async () => {
        stored = await personEverywhere(database, who);
      });

      it("is found nowhere afterwards, and leaves an anonymous receipt", async () => {
        // The test sees what it has to see.
        expect(await foundAnywhere(database, [who])).toEqual(
          expect.arrayContaining(
            [
              "audience_recipient.destination",
              "campaign.name",
              "delivery.destination",
              "delivery.reply",
              "device_user.userid",
              "frequency_count.userid",
              "idempotency_record.key",
              "message.callback_data",
              "suppression.value",
              "template_version.note",
            ].map((column) => `${column}: ${who}`),
          ),
        );
        const before = await lookForPerson(as, { serviceId: stored.service, userid: who });
        const counts = {
          users: 1,
          devices: 3,
          recipients: 3,
          messages: 2,
          deliveries: 4,
          updates: 4,
          campaigns: 2,
          templates: 1,
          suppressions: 2,
        };
        expect(before).toMatchObject({ counts, waiting: { messages: 0, campaigns: 0 } });
        const erased = await erase(stored.service, who);
        expect(erased).toMatchObject({ done: true, counts });
        const texts = stored.traces.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]);
        expect(await foundAnywhere(database, [...new Set(texts)])).toEqual([]);
        const receipt = await readErasure(as, { id: erased.id });
        expect(receipt).toMatchObject({ counts, pseudonym: pseudonymOf(stored.service, who) });
        expect(receipt.finishedAt).not.toBeNull();
        expect(
          (await listErasures(as, { serviceId: stored.service })).rows.map(({ id }) => id),
        ).toEqual([erased.id]);
        const events = await eventsOf(database, stored.service, "person.erase");
        expect(events.map(({ entityId, snapshot }) => [entityId, snapshot])).toEqual([
          [erased.id, { pseudonym: receipt.pseudonym, finished: false, counts: {} }],
          [erased.id, { pseudonym: receipt.pseudonym, finished: true, counts }],
        ]);
      });

      it("leaves nothing approved that is not what was approved any more", async () => {
        const rows = await database.query<{ state: string; subject: string }>(
          "SELECT state, subject FROM approval WHERE service_id = $1 ORDER BY state DESC",
          [stored.service],
        );
        expect(rows.map(({ state }) => state)).toEqual(["void", "used"]);
        for (const { subject } of rows) expect(subject).toContain("other-user");
      });

      it("leaves everybody else as they were", async () => {
        const [request] = await database.query<{ text: string }>(
          "SELECT convert_from(request, 'UTF8') AS text FROM message WHERE id = $1",
          [stored.shared],
        );
        expect(JSON.parse(request?.text ?? "")).toEqual({
          deliverychannel: "push",
          appid: expect.any(String) as unknown,
          destination: [{ userid: ["erased", "other-user"] }, { android_pushid: ["erased"] }],
          correlationid: "for-erased",
          channels: { push: { android: { title: "Hello erased!", text: "Text" } } },
          message: { parameters: { name: "all" } },
        });
        const others = await database.query<{
          pushid: string;
          reply: string;
          body: string;
          error: string;
        }>(
          `SELECT d.pushid, d.reply, convert_from(u.body, 'UTF8') AS body, t.error FROM delivery d JOIN "update" u ON u.delivery_id = d.id JOIN update_attempt t ON t.update_id = u.id
         WHERE d.service_id = $1 AND d.destination = 'other-user'`,
          [stored.service],
        );
        expect(others).toEqual([
          {
            pushid: "others-token",
            reply: "I am other-user",
            body: '{"destination":"other-user","pushid":"others-token"}',
            error: "answered other-user others-token",
          },
        ]);
        const devices = await database.query<{ deviceid: string; userid: string }>(
          "SELECT d.deviceid, u.userid FROM device d JOIN device_user u ON u.device_id = d.id WHERE d.app_id = $1 ORDER BY 1",
          [stored.app],
        );
        expect(devices).toEqual([
          { deviceid: "others-device", userid: "other-user" },
          { deviceid: "shared-device", userid: "other-user" },
        ]);
      });

      it("closes the gaps in lists, and goes on suppressing them", async () => {
        const members = await database.query<{ destination: string; position: number }>(
          "SELECT destination, position FROM audience_recipient WHERE audience_id = $1 ORDER BY position",
          [stored.list],
        );
        expect(members.map(({ position }) => position)).toEqual([0, 1]);
        expect(members.map(({ destination }) => destination).toSorted()).toEqual([
          "other-user",
          "third-user",
        ]);
        const lists = await database.query<{
          recipients: number;
          removed: boolean;
          summary: unknown;
        }>(
          "SELECT recipients, removed_at IS NOT NULL AS removed, summary FROM audience WHERE service_id = $1 ORDER BY recipients",
          [stored.service],
        );
        expect(lists.map(({ recipients, removed }) => ({ recipients, removed }))).toEqual([
          { recipients: 0, removed: true },
          { recipients: 2, removed: false },
        ]);
        const states = await database.query<{ state: string; n: number }>(
          `SELECT state, count(*)::int AS n FROM "update" WHERE service_id = $1 GROUP BY state ORDER BY state`,
          [stored.service],
        );
        expect(states).toEqual([
          { state: "dropped", n: 2 },
          { state: "sent", n: 3 },
        ]);
        expect(
          (
            await suppressedAmong(database, stored.service, {
              userids: [who],
              pushids: [],
              iosPushids: [],
              devices: [],
            })
          ).userids,
        ).toEqual(new Set([who]));
        expect(
          (await listSuppressions(as, { serviceId: stored.service })).rows
            .map(({ label }) => label)
            .toSorted(),
        ).toEqual(["Removed person", "Removed person", "other-user"]);
        const [draft] = await database.query<{ revision: number; draft: string }>(
          "SELECT revision, draft FROM campaign WHERE id = $1",
          [stored.draft],
        );
        expect(draft?.revision).toBe(4);
        expect(draft?.draft).toContain(
          '"destination":[{"userid":["other-user"]},{"android_pushid":[]}]',
        );
      });

      it("leaves the sample sets of others, and what versions send", async () => {
        const others = [{ name: "Long", values: { user: "other-user", name: "Maximiliana" } }];
        const blocks = { android: { text: "Dear ${name}" } };
        const content = JSON.stringify({ blocks, parameters: [], samples: others });
        const hash = Buffer.from(contentHash(JSON.parse(content))).toString("hex");
        expect(
          await database.query(
            "SELECT content, encode(content_hash, 'hex') AS hash, revision FROM template_draft WHERE template_id = $1",
            [stored.template],
          ),
        ).toEqual([{ content, hash, revision: 4 }]);
        expect(
          await database.query(
            "SELECT content, encode(content_hash, 'hex') AS hash, note FROM template_version WHERE template_id = $1",
            [stored.template],
          ),
        ).toEqual([{ content, hash, note: "Asked for by erased" }]);
      });

      it("leaves a reply to each idempotency key that does not name them, which says no more than what is left", async () => {
        const rows = await database.query<{ key: string; reply: string }>(
          "SELECT key, convert_from(reply, 'UTF8') AS reply FROM idempotency_record WHERE service_id = $1 ORDER BY key",
          [stored.service],
        );
        expect(rows.map(({ key }) => key)).toEqual(["others", "own", "refused"]);
        const [others, own, refused] = rows.map(
          ({ reply }) => (JSON.parse(reply) as { response: unknown }).response,
        );
        expect(others).toMatchObject([{ code: "1001", correlationid: "" }]);
        expect(own).toEqual([{ code: "1001", transid: stored.own, description: "Queued" }]);
        expect(refused).toMatchObject({ code: "7004", description: "“erased” is given twice" });
      });

      it("finds nothing to do the second time", async () => {
        expect(await erase(stored.service, who)).toMatchObject({ done: true, counts: {} });
      });
    },
  );

  it("waits for what is being sent or scheduled, and goes on with the same receipt", async () => {
    const stored = await personEverywhere(database, "waiting-1");
    await database.query("UPDATE message SET state = 'sending' WHERE id = $1", [stored.own]);
    await database.query("UPDATE campaign_order SET state = 'scheduled' WHERE campaign_id = $1", [
      stored.sent,
    ]);
    await database.query("DELETE FROM campaign WHERE id = $1", [stored.draft]);
    await storeCampaign(database, {
      id: stored.draft,
      serviceId: stored.service,
      name: "To a list",
      order: { state: "sending", audience_id: stored.list },
    });
    const waiting = { messages: 1, campaigns: 2 };
    expect(
      (await lookForPerson(as, { serviceId: stored.service, userid: "waiting-1" })).waiting,
    ).toEqual(waiting);
    const first = await erase(stored.service, "waiting-1");
    expect(first).toMatchObject({ done: false, waiting });
    const [untouched] = await database.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM device_user WHERE userid = 'waiting-1'",
    );
    expect(untouched?.n).toBe(3);
    await database.query("UPDATE message SET state = 'done' WHERE id = $1", [stored.own]);
    await database.query("UPDATE campaign_order SET state = 'sent' WHERE service_id = $1", [
      stored.service,
    ]);
    const second = await erase(stored.service, "waiting-1");
    expect(second).toMatchObject({ id: first.id, done: true });
    expect(await foundAnywhere(database, stored.traces)).toEqual([]);
  });

  it("removes them from a draft that is nested too deep to be read", async () => {
    const stored = await personEverywhere(database, "customer-77");
    const draft = (who: string) => `{"u":"${who}","x":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    await database.query("UPDATE campaign SET draft = $2 WHERE id = $1", [
      stored.draft,
      draft("customer-77"),
    ]);
    expect(
      (await lookForPerson(as, { serviceId: stored.service, userid: "customer-77" })).counts
        .campaigns,
    ).toBe(2);
    expect(await erase(stored.service, "customer-77")).toMatchObject({ done: true });
    expect(
      await database.query("SELECT draft FROM campaign WHERE id = $1", [stored.draft]),
    ).toEqual([{ draft: draft("erased") }]);
    expect(await foundAnywhere(database, stored.traces)).toEqual([]);
  });

  it("leaves a person of the same name in another service alone", async () => {
    const [one, other] = [
      await personEverywhere(database, "twin-one"),
      await personEverywhere(database, "twin-two"),
    ];
    await erase(one.service, "twin-two");
    expect(
      (await lookForPerson(as, { serviceId: other.service, userid: "twin-two" })).counts.deliveries,
    ).toBe(4);
  });

  it("is for owners, who type the user id once more", async () => {
    const { service } = await personEverywhere(database, "guarded-1");
    const input = { serviceId: service, userid: "guarded-1", confirmation: "guarded-1" };
    for (const role of ["viewer", "marketer", "admin"] as const)
      await expect(
        erasePerson({ actor: testMember({ [service]: { role } }) }, input),
      ).rejects.toThrow(ForbiddenError);
    const stranger = {
      actor: testMember({
        [(await personEverywhere(database, "else-1")).service]: { role: "owner" },
      }),
    };
    await expect(erasePerson(stranger, input)).rejects.toThrow(NotFoundError);
    await expect(
      lookForPerson(stranger, { serviceId: service, userid: "guarded-1" }),
    ).rejects.toThrow(NotFoundError);
    await expect(erasePerson(as, { ...input, confirmation: "guarded" })).rejects.toThrow(
      RefusedError,
    );
  });
});
