import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { updateCodes } from "@/lib/interface/codes";
import { testService } from "@/lib/updates/testing";
import type { Change } from "./change";
import { foldActivity } from "./fold-activity";
import { record } from "./record";
import { removeActivity } from "./remove-expired";
import { activityDifferences } from "./testing";

const hourMs = 3_600_000;
const began = Math.floor(Date.now() / hourMs) * hourMs - 72 * hourMs;

describe("the activity of users", () => {
  let sql: Database;
  let serviceId: string;

  beforeAll(async () => {
    sql = await openTestDatabase();
    serviceId = await testService(sql);
    await sql.query(
      "INSERT INTO service_user (id, service_id, userid) SELECT gen_random_uuid(), $1, 'user-' || n FROM generate_series(0, 999) n",
      [serviceId],
    );
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  async function newMessage(source: string): Promise<string> {
    const id = newId();
    await sql.query(
      `INSERT INTO message (id, service_id, app_id, campaign_id, source, request, effective_hash, accepted_at) VALUES ($1, $2, $2, $3, $4, ''::bytea, ''::bytea, now())`,
      [id, serviceId, newId(), source],
    );
    return id;
  }

  /** The first outcome of a delivery to a user, or to a device by its push id. */
  function submitted(
    messageId: string,
    destination: string,
    at: Date,
    destinationType: "userid" | "ios_pushid" = "userid",
  ): Change {
    const id = newId();
    return {
      messageId,
      deliveryId: id,
      at,
      attempted: true,
      to: "submitted",
      code: "7501",
      description: updateCodes["7501"],
      delivery: {
        messageId,
        id,
        serviceId,
        appId: serviceId,
        target: id,
        deviceId: null,
        kind: "ios",
        destination,
        destinationWritten: null,
        destinationType,
        pushid: id,
        deviceid: "",
        language: "",
        correlationid: "",
        priority: 0,
        queuedAt: at,
      },
    };
  }

  const pressed = ({ messageId, deliveryId }: Change, at: Date): Change => ({
    messageId,
    deliveryId,
    at,
    attempted: false,
    to: "read",
    code: "7502",
    description: updateCodes["7502"],
    button: "YES",
  });
  const recordAll = (changes: readonly Change[]) => sql.transaction((tx) => record(tx, changes));
  const rows = () =>
    sql.query<{ deed: string; users: number }>(
      `SELECT deed, cardinality(users) AS users FROM user_activity WHERE service_id = $1 ORDER BY users DESC, deed`,
      [serviceId],
    );
  const bitmaps = () =>
    sql.query<{ deed: string; hour: Date; users: number }>(
      `SELECT deed, hour, length(replace(bits::text, '0', '')) AS users FROM activity_bitmap WHERE service_id = $1 ORDER BY hour, users DESC, deed`,
      [serviceId],
    );

  it("is one row for a thousand deliveries of a message, with each user once", async () => {
    const message = await newMessage("console");
    const twice = Array.from({ length: 1_000 }, (_, n) =>
      submitted(message, `user-${n % 900}`, new Date(began)),
    );
    await recordAll(twice);
    expect(await rows()).toEqual([{ deed: "sent", users: 900 }]);
    expect(await activityDifferences(sql)).toBe(0);
  });

  it("has what a button says as read and got, too", async () => {
    const change = submitted(await newMessage("api"), "user-1", new Date(began));
    await recordAll([change]);
    await recordAll([pressed(change, new Date(began + hourMs))]);
    const [, ...few] = await rows();
    expect(few.map(({ deed }) => deed)).toEqual(["delivered", "pressed", "read", "sent"]);
    expect(await activityDifferences(sql)).toBe(0);
  });

  it("leaves out tests, unknown users, and devices by their push ids", async () => {
    const before = await rows();
    const [tested, message] = [await newMessage("test"), await newMessage("api")];
    await recordAll([
      submitted(tested, "user-1", new Date(began)),
      submitted(message, "unknown", new Date(began)),
      submitted(message, "user-2", new Date(began), "ios_pushid"),
    ]);
    expect(await rows()).toEqual(before);
  });

  it("says the same once it is folded, but for the hours of now", async () => {
    const message = await newMessage("api");
    for (let n = 0; n < 40; n += 1)
      await recordAll([
        submitted(message, `user-${n % 30}`, new Date(began + (n % 4) * hourMs)),
        submitted(message, `user-${n}`, new Date()),
      ]);
    await Promise.all([foldActivity(), foldActivity()]);
    await foldActivity();
    expect(await rows()).toEqual(Array.from({ length: 40 }, () => ({ deed: "sent", users: 1 })));
    const [large, ...others] = await bitmaps();
    expect(large).toEqual({ deed: "sent", hour: new Date(began), users: 900 });
    // Each message, hour and deed has its own.
    expect(others.map(({ users }) => users).toSorted((one, other) => other - one)).toEqual([
      10, 10, 10, 10, 1, 1, 1, 1,
    ]);
    expect(await activityDifferences(sql)).toBe(0);
  });

  it("adds what is late to the bitmap of its hour", async () => {
    const before = (await bitmaps()).length;
    const message = await newMessage("api");
    for (const userid of ["user-950", "user-3", "user-950"]) {
      await recordAll([submitted(message, userid, new Date(began))]);
      await foldActivity();
    }
    const after = await bitmaps();
    expect(after).toHaveLength(before + 1);
    expect(after.filter(({ users }) => users === 2)).toHaveLength(1);
    expect(await activityDifferences(sql)).toBe(0);
  });

  it("goes with the deliveries of its hour", async () => {
    const hours = async () =>
      (
        await sql.query<{ hour: Date }>(
          "SELECT hour FROM user_activity WHERE service_id = $1 UNION SELECT hour FROM activity_bitmap WHERE service_id = $1 ORDER BY hour",
          [serviceId],
        )
      ).map(({ hour }) => Math.round((hour.getTime() - began) / hourMs));
    await removeActivity(serviceId, null);
    expect(await hours()).toEqual(expect.arrayContaining([0, 1, 2, 3]));
    await removeActivity(serviceId, began + 3 * hourMs);
    expect((await hours())[0]).toBe(2);
  });
});
