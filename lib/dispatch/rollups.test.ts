import fc, { type GeneratorValue } from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/database/id";
import { repeatRolledBack } from "@/lib/database/repeat";
import type { Database, Sql } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { cleanMessages } from "@/lib/directory/person/messages";
import { updateCodes } from "@/lib/interface/codes";
import { breakdownOf } from "@/lib/results/campaign-breakdown";
import { hoursOf } from "@/lib/results/campaign-hours";
import { countsOf, countsOfCampaigns } from "@/lib/results/counts";
import { fillRollups, rollupDifferences } from "@/lib/results/testing";
import { testService } from "@/lib/updates/testing";
import type { Change, NewDelivery } from "./change";
import { recordEarlyReceipts, storeEarlyReceipts } from "./early-receipts";
import { foldRollups } from "./fold-rollups";
import { record } from "./record";
import { activityDifferences } from "./testing";

const hourMs = 3_600_000;
const none = { ofMessages: 0, ofAll: 0 };
const users = 40;
const [turns, writers, changesOfOne] = [20, 3, 200];

interface TestMessage {
  transid: string;
  serviceId: string;
  campaignId: string | null;
}

/** A delivery as its worker has it, and how it was first recorded. */
interface TestDelivery {
  delivery: NewDelivery;
  leaseToken: string;
}

function oneOf<T>(g: GeneratorValue, values: readonly [T, ...T[]]): T {
  return values[g(fc.nat, values.length - 1)] ?? values[0];
}

describe("roll-ups", () => {
  let sql: Database;
  let messages: [TestMessage, ...TestMessage[]];
  const campaignId = newId();
  const deliveries: TestDelivery[] = [];
  const began = Date.now() - 72 * hourMs;

  beforeAll(async () => {
    sql = await openTestDatabase();
    const [serviceId, other] = [await testService(sql), await testService(sql)];
    const message = async (
      of: string,
      source: string,
      campaign: string | null = null,
      part = false,
    ) => {
      const transid = newId();
      await sql.query(
        `INSERT INTO message (id, service_id, app_id, campaign_id, source, part, request, effective_hash, accepted_at)
         VALUES ($1, $2, $2, $3, $4, $5, '{}'::bytea, ''::bytea, $6)`,
        [transid, of, campaign, source, part, new Date(began)],
      );
      return { transid, serviceId: of, campaignId: campaign };
    };
    messages = [
      await message(serviceId, "console", campaignId),
      await message(serviceId, "console", campaignId, true),
      await message(serviceId, "console", newId()),
      await message(serviceId, "api"),
      await message(other, "api"),
      await message(serviceId, "test"),
    ];
    await fillRollups(sql);
    for (const of of [serviceId, other])
      await sql.query(
        "INSERT INTO service_user (id, service_id, userid) SELECT gen_random_uuid(), $1, 'user-' || n FROM generate_series(0, $2::int, 2) n",
        [of, users],
      );
  });
  afterAll(() => sql.close());

  function newOne(g: GeneratorValue): TestDelivery {
    const { transid, serviceId } = oneOf(g, messages);
    const id = newId();
    const delivery: NewDelivery = {
      messageId: transid,
      id,
      serviceId,
      appId: serviceId,
      target: id,
      deviceId: null,
      kind: oneOf(g, ["android", "ios", "chrome", ""] as const),
      destination: `user-${g(fc.nat, users)}`,
      destinationWritten: null,
      destinationType: "userid",
      pushid: `token-${id}`,
      deviceid: "",
      language: "",
      correlationid: "",
      priority: 0,
      queuedAt: new Date(began + g(fc.nat, 5) * hourMs),
    };
    return { delivery, leaseToken: newId() };
  }

  function reported(
    g: GeneratorValue,
    { delivery }: TestDelivery,
  ): Pick<Change, "to" | "code" | "description"> & Partial<Change> {
    const to = oneOf(g, [
      "waiting",
      "submitted",
      "delivered",
      "read",
      "failed",
      "expired",
    ] as const);
    if (to === "waiting")
      return { to, code: "7517", description: "busy", dueAt: performance.now() + 60_000 };
    if (to === "expired") return { to, code: "7503", description: updateCodes["7503"] };
    if (to === "failed") {
      const said = oneOf(g, ["Suppressed", `Not registered: ${delivery.pushid}`, "Odd"]);
      return { to, code: oneOf(g, ["7404", "7513"] as const), description: said };
    }
    const button = to === "read" && oneOf(g, [undefined, "yes", "no"]);
    const code = ({ submitted: "7501", delivered: "7500", read: "7502" } as const)[to];
    return { to, code, description: updateCodes[code], ...(button ? { button } : {}) };
  }

  /** The first change of a delivery: its outcome, or that it waits or is being sent. */
  function firstChange(g: GeneratorValue, one: TestDelivery): Change {
    const { delivery, leaseToken } = one;
    const facts = { messageId: delivery.messageId, deliveryId: delivery.id, delivery };
    const at = { at: delivery.queuedAt, attempted: true };
    if (g(fc.nat, 9) === 0)
      return { ...facts, ...at, leaseToken, to: "waiting", code: "", description: "" };
    const report = reported(g, one);
    const isReceipt = report.to === "delivered" || report.to === "read";
    return {
      ...facts,
      ...at,
      ...(isReceipt ? { to: "submitted", code: "7501", description: updateCodes["7501"] } : report),
    };
  }

  function randomChange(g: GeneratorValue): Change {
    const one = deliveries[g(fc.nat, Math.max(0, deliveries.length - 1))];
    const choice = g(fc.nat, 9);
    if (!one || choice < 4) {
      const next = newOne(g);
      deliveries.push(next);
      return firstChange(g, next);
    }
    // Another worker sent it, too.
    if (choice === 4) {
      const again = { ...one, delivery: { ...one.delivery, id: newId() } };
      return firstChange(g, again);
    }
    const lease = oneOf(g, [undefined, undefined, one.leaseToken, newId()]);
    return {
      messageId: one.delivery.messageId,
      deliveryId: one.delivery.id,
      ...reported(g, one),
      ...(lease === undefined ? {} : { leaseToken: lease }),
      at: new Date(began + g(fc.nat, 72 * 60) * 60_000),
      attempted: true,
    };
  }

  const inTransaction = (run: (tx: Sql) => Promise<unknown>) =>
    repeatRolledBack(() => sql.transaction(run));

  it("are equal to a recount after tens of thousands of random changes, in any order and at once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (g) => {
        for (let turn = 0; turn < turns; turn += 1) {
          const groups = Array.from({ length: writers }, () =>
            Array.from({ length: 1 + g(fc.nat, changesOfOne * 2) }, () => randomChange(g)),
          );
          // A receipt that is quicker than its delivery.
          const early = newOne(g);
          await inTransaction((tx) =>
            storeEarlyReceipts(tx, [
              {
                appId: early.delivery.appId,
                receipt: {
                  transid: early.delivery.messageId,
                  pushid: early.delivery.pushid,
                  event: "read",
                  button: "yes",
                  at: new Date(began + g(fc.nat, 72) * hourMs),
                },
              },
            ]),
          );
          await Promise.all([
            ...groups.map((changes) => inTransaction((tx) => record(tx, changes))),
            ...(turn % 3 === 0 ? [foldRollups(), foldRollups()] : []),
          ]);
          deliveries.push(early);
          await inTransaction((tx) => record(tx, [firstChange(g, early)]));
          await inTransaction((tx) =>
            recordEarlyReceipts(
              tx,
              messages.map(({ transid }) => transid),
            ),
          );
          expect(await rollupDifferences(sql)).toEqual(none);
          expect(await activityDifferences(sql)).toBe(0);
        }
      }),
      { numRuns: 1, endOnFailure: true },
    );
    const states = await sql.query<{ state: string }>("SELECT DISTINCT state FROM delivery");
    expect(states).toHaveLength(6);
    expect(await rollupDifferences(sql)).toEqual(none);
  });

  it("stay the same at each moment while they are folded, and are few rows after that", async () => {
    const ids = messages.map(({ transid }) => transid);
    const read = async () => [await countsOf(sql, ids), await breakdownOf(sql, campaignId)];
    const before = await read();
    let isFolding = true;
    const folding = foldRollups().finally(() => (isFolding = false));
    do expect(await read()).toEqual(before);
    while (isFolding);
    await folding;
    expect(await read()).toEqual(before);
    expect(await rollupDifferences(sql)).toEqual(none);
    const [rows] = await sql.query<{ deltas: number; late: number }>(
      `SELECT (SELECT count(*) FROM rollup_delta)::int AS deltas, (SELECT count(*) FROM message_rollup WHERE late)::int AS late`,
    );
    expect(rows).toEqual({ deltas: 0, late: 0 });
  });

  it("cost one row and a few for a thousand deliveries of a message", async () => {
    const countRows = async () => {
      const [row] = await sql.query<{ deltas: number; ofMessages: number }>(
        `SELECT (SELECT count(*) FROM rollup_delta)::int AS deltas, (SELECT count(*) FROM message_rollup)::int AS "ofMessages"`,
      );
      return row ?? { deltas: 0, ofMessages: 0 };
    };
    const before = await countRows();
    const [{ transid, serviceId }] = messages;
    const at = new Date(began);
    const submitted = Array.from({ length: 1_000 }, (_, n): Change => {
      const id = newId();
      const delivery: NewDelivery = {
        messageId: transid,
        id,
        serviceId,
        appId: serviceId,
        target: id,
        deviceId: null,
        kind: n % 2 === 0 ? "android" : "ios",
        destination: "user-0",
        destinationWritten: null,
        destinationType: "userid",
        pushid: id,
        deviceid: "",
        language: "",
        correlationid: "",
        priority: 0,
        queuedAt: at,
      };
      const facts = { messageId: transid, deliveryId: id, delivery, at, attempted: true };
      return { ...facts, to: "submitted", code: "7501", description: updateCodes["7501"] };
    });
    await inTransaction((tx) => record(tx, submitted));
    const after = await countRows();
    expect(after).toEqual({ deltas: before.deltas + 2, ofMessages: before.ofMessages + 1 });
    await foldRollups();
  });

  it("of a migrated database are those that were counted all along", async () => {
    const read = () =>
      sql.query(
        `SELECT service_id, hour, cell, app_id, campaign_id, source, measure, kind, state, code, description, button, last_message_id, n
         FROM rollup WHERE n <> 0 ORDER BY service_id, measure, hour, cell`,
      );
    const counted = await read();
    await fillRollups(sql);
    expect(await read()).toEqual(counted);
    expect(await rollupDifferences(sql)).toEqual(none);
  });

  it("have no device token, and stay when a person is removed", async () => {
    const tokens = await sql.query(
      "SELECT 1 FROM rollup r WHERE strpos(r.description, 'token-') > 0",
    );
    expect(tokens).toEqual([]);
    const read = () => sql.query("SELECT * FROM rollup ORDER BY service_id, measure, hour, cell");
    const before = await read();
    await sql.query("UPDATE message SET state = 'done'");
    await sql.query("UPDATE delivery SET next_at = NULL");
    const person = {
      serviceId: messages[0].serviceId,
      userid: "user-1",
      tokens: [],
      deviceids: [],
    };
    const cleaned = await sql.transaction((tx) => cleanMessages(tx, person));
    expect(cleaned["deliveries"]).toBeGreaterThan(0);
    await foldRollups();
    expect(await read()).toEqual(before);
    expect(await rollupDifferences(sql)).toMatchObject({ ofMessages: 0 });
  });

  it("answer for a campaign whose deliveries and messages are removed", async () => {
    const read = async () => ({
      inLists: (await countsOfCampaigns(sql, [campaignId])).get(campaignId),
      ...(await breakdownOf(sql, campaignId)),
      hours: await hoursOf(sql, campaignId),
    });
    const before = await read();
    expect(before.counts.read).toBeGreaterThan(0);
    await sql.script("DELETE FROM delivery; DELETE FROM message;");
    expect(await read()).toEqual(before);
  });
});
