import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import { forgetCached } from "@/lib/database/cached";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { now, setClock } from "@/lib/runtime/clock";
import { RefusedError } from "@/lib/verb/errors";
import { eventsOf, expectRights } from "@/lib/verb/testing";
import { createService } from "./create";
import { createServiceKey } from "./create-key";
import { serviceOfKey } from "./find";
import { countKeyUse, writeKeyUses } from "./key-use";
import { listServiceKeys } from "./list-keys";
import { rerollServiceKey } from "./reroll-key";
import { revokeServiceKey } from "./revoke-key";

const as = { actor: testOwner() };

describe("keys of a service", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const refusal = async (refused: Promise<unknown>) => {
    const error = await refused.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RefusedError);
    return (error as RefusedError).message;
  };
  /** A service with one key. */
  const newService = async (name: string) => {
    const { id: serviceId, key } = await createService(as, { name });
    const [first] = await listServiceKeys(as, { serviceId });
    return { serviceId, key, keyId: first?.id ?? "" };
  };
  const works = async (key: string) => {
    forgetCached("service-by-key");
    return (await serviceOfKey(key)) !== undefined;
  };
  /** Returns the hours from the creation of a key, or of its successor, until it expires. */
  const hoursOf = async (id: string) => {
    const [row] = await database.query<{ hours: number | null }>(
      `SELECT extract(epoch FROM k.expires_at - coalesce(s.created_at, k.created_at))::float8 / 3600 AS hours
       FROM service_key k LEFT JOIN service_key s ON s.id = k.successor_id WHERE k.id = $1`,
      [id],
    );
    return row?.hours ?? null;
  };

  it("are replaced: the new one has the name and scopes, the old one works for the chosen overlap", async () => {
    const { serviceId, key, keyId } = await newService("Overlap");
    const next = await rerollServiceKey(as, { id: keyId, overlapHours: 6 });
    expect(next.key).toMatch(/^ck_[\w-]{32}$/);
    expect([await works(key), await works(next.key)]).toEqual([true, true]);
    expect(await hoursOf(keyId)).toBe(6);
    const rows = await listServiceKeys(as, { serviceId });
    expect(rows).toMatchObject([
      {
        id: next.id,
        name: "First key",
        scopes: ["send", "status", "devices"],
        active: true,
        expiresAt: null,
        successor: null,
      },
      { id: keyId, active: true, successor: next.key.slice(0, 7) },
    ]);
    expect(JSON.stringify(rows)).not.toContain(next.key);
    // Its time is over, by the clock of the database.
    await database.query("UPDATE service_key SET expires_at = now() WHERE id = $1", [keyId]);
    expect([await works(key), await works(next.key)]).toEqual([false, true]);
    const events = await eventsOf(database, serviceId, "serviceKey.reroll");
    expect(events).toMatchObject([
      {
        entityId: keyId,
        snapshot: {
          name: "First key",
          prefix: key.slice(0, 7),
          successor: next.key.slice(0, 7),
          overlapHours: 6,
        },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain(next.key);
  });

  it("end at once without an overlap, and never later than they would by themselves", async () => {
    const { serviceId, key, keyId } = await newService("At once");
    const next = await rerollServiceKey(as, { id: keyId, overlapHours: 0 });
    expect(await works(key)).toBe(false);
    const short = await createServiceKey(as, { serviceId, name: "Short", days: 7 });
    await database.query(
      "UPDATE service_key SET expires_at = now() + interval '2 hours' WHERE id = $1",
      [short.id],
    );
    const end = async () =>
      (await listServiceKeys(as, { serviceId })).find(({ id }) => id === short.id)?.expiresAt;
    const before = await end();
    await rerollServiceKey(as, { id: short.id, overlapHours: 24 });
    expect(await end()).toBe(before);
    expect(await refusal(rerollServiceKey(as, { id: keyId, overlapHours: 1 }))).toContain(
      "no longer works",
    );
    expect(await works(next.key)).toBe(true);
  });

  it("are fifty at most, a replaced key and its successor counted as one", async () => {
    const { serviceId, keyId } = await newService("Two");
    const next = await rerollServiceKey(as, { id: keyId, overlapHours: 24 });
    const second = await createServiceKey(as, { serviceId, name: "Second" });
    await database.query(
      `INSERT INTO service_key (id, service_id, name, prefix, hash)
       SELECT gen_random_uuid(), $1::uuid, 'Key ' || n, 'sk', sha256(convert_to($1::uuid::text || n, 'UTF8')) FROM generate_series(3, 50) AS n`,
      [serviceId],
    );
    expect(await refusal(createServiceKey(as, { serviceId, name: "Third" }))).toContain(
      "50 active keys",
    );
    expect(await refusal(rerollServiceKey(as, { id: keyId, overlapHours: 24 }))).toContain(
      "was already replaced",
    );
    expect(await refusal(rerollServiceKey(as, { id: next.id, overlapHours: 24 }))).toContain(
      "still works",
    );
    await revokeServiceKey(as, { id: second.id });
    // What is left of the pair counts for itself once its successor is gone.
    await revokeServiceKey(as, { id: next.id });
    await createServiceKey(as, { serviceId, name: "Again" });
    expect(await refusal(createServiceKey(as, { serviceId, name: "Third" }))).toContain(
      "50 active keys",
    );
    // A stored time is rounded to milliseconds: that of now may be in the future.
    await database.query(
      "UPDATE service_key SET expires_at = now() - interval '1 second' WHERE id = $1",
      [keyId],
    );
    await createServiceKey(as, { serviceId, name: "Third" });
  });

  it("expire by the clock of the database, also while they are cached in memory", async () => {
    const { serviceId } = await newService("Ends");
    const { id, key } = await createServiceKey(as, { serviceId, name: "For a week", days: 7 });
    expect(await hoursOf(id)).toBe(7 * 24);
    expect(await works(key)).toBe(true);
    const [before, at] = [now(), performance.now()];
    // Nothing is asked of the database: it is the copy that ends.
    setClock(before + 7 * 86_400_000 + 1_000, at);
    expect(await serviceOfKey(key)).toBeUndefined();
    setClock(before, at);
    expect(await serviceOfKey(key)).toBeDefined();
    expect(
      (await eventsOf(database, serviceId, "serviceKey.create")).at(-1)?.snapshot,
    ).toMatchObject({
      expiresAt: expect.stringMatching(/^\d{4}-/) as string,
    });
  });

  it("are revoked once, by those who may alone", async () => {
    const { serviceId, key, keyId } = await newService("Revoked");
    await expectRights(
      database,
      "serviceKey.revoke",
      revokeServiceKey,
      { id: keyId },
      { own: serviceId, foreign: newId() },
    );
    await expectRights(
      database,
      "serviceKey.reroll",
      rerollServiceKey,
      { id: keyId },
      { own: serviceId, foreign: newId() },
    );
    await revokeServiceKey(as, { id: keyId });
    await revokeServiceKey(as, { id: keyId });
    expect(await works(key)).toBe(false);
    expect(await eventsOf(database, serviceId, "serviceKey.revoke")).toMatchObject([
      { snapshot: { name: "First key" } },
    ]);
    expect(await listServiceKeys(as, { serviceId })).toMatchObject([
      { id: keyId, active: false, revokedAt: expect.any(String) as string },
    ]);
  });

  it("list who called with them in a day, of what is counted in memory and written together", async () => {
    const { serviceId, keyId } = await newService("Called");
    const began = now();
    for (let n = 0; n < 7; n += 1)
      for (let calls = 0; calls <= n; calls += 1) countKeyUse(keyId, `192.0.2.${n}`);
    countKeyUse(keyId);
    // Of a key that is gone meanwhile.
    countKeyUse(newId(), "192.0.2.1");
    expect(await listServiceKeys(as, { serviceId })).toMatchObject([
      { calls: 0, lastUsedAt: null },
    ]);
    await writeKeyUses();
    const [row] = await listServiceKeys(as, { serviceId });
    expect(row).toMatchObject({
      calls: 29,
      callers: [6, 5, 4, 3, 2].map((n) => ({ address: `192.0.2.${n}`, calls: n + 1 })),
      moreCallers: 3,
    });
    expect(Date.parse(row?.lastUsedAt ?? "")).toBeGreaterThanOrEqual(began);
    await database.query(
      "UPDATE service_key_use SET hour = hour - interval '1 day' WHERE key_id = $1",
      [keyId],
    );
    expect(await listServiceKeys(as, { serviceId })).toMatchObject([{ calls: 0 }]);
    await database.query(
      "UPDATE service_key_use SET hour = hour - interval '2 days' WHERE key_id = $1",
      [keyId],
    );
    countKeyUse(keyId, "192.0.2.1");
    await writeKeyUses();
    // Old ones do not count, and when it was last used is not written again within a minute.
    expect(await listServiceKeys(as, { serviceId })).toMatchObject([
      { calls: 1, callers: [{ address: "192.0.2.1", calls: 1 }] },
    ]);
    expect(await listServiceKeys(as, { serviceId })).toMatchObject([
      { lastUsedAt: row?.lastUsedAt },
    ]);
  });

  it("count a hundred addresses an hour apart, and all others together", async () => {
    const { keyId } = await newService("From everywhere");
    const from = (n: number) => `2001:db8::${n.toString(16)}`;
    for (const batch of [0, 1]) {
      for (let n = 0; n < 150; n += 1) countKeyUse(keyId, from(batch * 150 + n));
      await writeKeyUses();
    }
    const rows = await database.query<{ address: string; calls: number }>(
      "SELECT address, calls FROM service_key_use WHERE key_id = $1 ORDER BY address",
      [keyId],
    );
    expect(rows).toHaveLength(101);
    expect(rows[0]).toEqual({ address: "", calls: 200 });
  });

  it("lose no count while the database is away, and hold no more for it than they may", async () => {
    const { serviceId, keyId } = await newService("Away");
    countKeyUse(keyId, "192.0.2.1");
    await database.query("ALTER TABLE service_key_use RENAME TO hidden");
    await writeKeyUses();
    await database.query("ALTER TABLE hidden RENAME TO service_key_use");
    countKeyUse(keyId, "192.0.2.1");
    await writeKeyUses();
    expect(await listServiceKeys(as, { serviceId })).toMatchObject([{ calls: 2 }]);
    for (let n = 0; n < 6_000; n += 1) countKeyUse(keyId, `2001:db8:1::${n.toString(16)}`);
    await writeKeyUses();
    expect(await listServiceKeys(as, { serviceId })).toMatchObject([{ calls: 6_002 }]);
  });

  it("are shown to a viewer, and not created without the right", async () => {
    const { serviceId } = await newService("Seen");
    const viewer = testMember({ [serviceId]: { role: "viewer" } });
    expect(await listServiceKeys({ actor: viewer }, { serviceId })).toHaveLength(1);
    await expectRights(
      database,
      "serviceKey.create",
      createServiceKey,
      { serviceId, name: "By right" },
      { own: serviceId, foreign: newId() },
    );
  });
});
