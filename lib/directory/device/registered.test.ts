import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database, Sql } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { now } from "@/lib/runtime/clock";
import { NotFoundError } from "@/lib/verb/errors";
import { listRegistered } from "./registered";
import { deviceValues } from "./values";

const actor = testOwner();
const [service, other] = [newId(), newId()];
const day = 86_400_000;
/**
 * Devices of the service: the higher its number, the longer ago each was seen, by two minutes; all
 * at once for the last hundred.
 */
const devices = 30_000;
const pageSize = 50;

type ListQuery = Omit<Parameters<typeof listRegistered>[1], "serviceId">;

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
}

describe("registered devices", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
    for (const [id, appid] of [
      [service, "shop"],
      [other, "elsewhere"],
    ]) {
      await database.query("INSERT INTO service (id, name) VALUES ($1, 'S')", [id]);
      await database.query(
        "INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1, $1, $2, $2, $2)",
        [id, appid],
      );
      await database.query(
        `INSERT INTO device (id, app_id, kind, pushid, push_hash, deviceid, language, timezone, state, last_seen_at)
         SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, CASE WHEN n % 3 = 0 THEN 'ios' ELSE 'android' END, $2 || n,
           sha256(convert_to($2 || n, 'UTF8')), 'device ' || n, CASE WHEN n % 5000 = 7 THEN 'sv' ELSE 'de-DE' END, 'Europe/Berlin',
           CASE WHEN n % 6000 = 11 THEN 'invalid' ELSE 'active' END, now() - least(n - $3, 29900) * interval '2 minutes'
         FROM generate_series($3::int, $3 + $4::int - 1) n`,
        [id, appid, id === service ? 0 : devices, id === service ? devices : 200],
      );
      await database.query(
        `INSERT INTO device_user (app_id, userid, device_id) SELECT app_id, 'user-' || lpad(deviceid_n::text, 6, '0'), id
         FROM (SELECT app_id, id, split_part(deviceid, ' ', 2)::int AS deviceid_n FROM device WHERE app_id = $1) d`,
        [id],
      );
    }
    await database.script("ANALYZE device; ANALYZE device_user; ANALYZE app");
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const list = (query: ListQuery) => listRegistered({ actor }, { serviceId: service, ...query });
  const numbersOf = async (query: ListQuery) =>
    (await list(query)).rows.map(({ deviceid }) => Number(deviceid.split(" ")[1]));

  it("is sorted by when they were seen, page by page in both directions, and back", async () => {
    const first = await list({});
    const numbers = ({ rows }: typeof first) =>
      rows.map(({ deviceid }) => Number(deviceid.split(" ")[1]));
    const up = (from: number) => Array.from({ length: pageSize }, (_, n) => from + n);
    expect(numbers(first)).toEqual(up(0));
    expect(first.total).toBe(1_001);
    const second = await list({ after: first.next ?? "" });
    expect(numbers(second)).toEqual(up(pageSize));
    expect(numbers(await list({ before: second.previous ?? "" }))).toEqual(up(0));
    // A hundred were seen last at one moment: none is left out or shown twice.
    const oldest = await list({ sort: "seen" });
    const older = await list({ sort: "seen", after: oldest.next ?? "" });
    expect(new Set([...numbers(oldest), ...numbers(older)]).size).toBe(2 * pageSize);
    expect(await numbersOf({ sort: "registered" })).toEqual(up(0));
    expect((await numbersOf({ sort: "-registered" }))[0]).toBe(devices - 1);
  });

  it("shows a fingerprint of each token, never the token", async () => {
    const { rows } = await list({ text: "shop123" });
    expect(rows.map(({ deviceid }) => deviceid)).toEqual(["device 123"]);
    expect(rows[0]?.fingerprint).toMatch(/^[0-9a-f]{12}$/);
    expect(JSON.stringify(rows)).not.toContain("shop123");
    expect(await numbersOf({ text: "shop12" })).toEqual([12]);
  });

  it("finds by user id, device id and token within the service alone", async () => {
    expect(await numbersOf({ text: " user-00001 " })).toEqual([
      10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
    ]);
    expect(await numbersOf({ text: "device 77" })).toEqual([77]);
    expect(await numbersOf({ text: "user-00001", kind: "ios", sort: "seen" })).toEqual([
      18, 15, 12,
    ]);
    expect(await numbersOf({ text: "elsewhere30001" })).toEqual([]);
    expect(await numbersOf({ text: "us%" })).toEqual([]);
    expect(await numbersOf({ text: "a\u0000b" })).toEqual([]);
  });

  it("filters by the attributes of a device", async () => {
    expect(await numbersOf({ language: "sv" })).toEqual([7, 5_007, 10_007, 15_007, 20_007, 25_007]);
    expect(await numbersOf({ state: "invalid", appid: "shop" })).toEqual([
      11, 6_011, 12_011, 18_011, 24_011,
    ]);
    expect(await numbersOf({ timezone: "Asia/Tokyo" })).toEqual([]);
    const late = await list({ seen: "-30d", sort: "-seen" });
    expect(Date.parse(late.rows[0]?.lastSeenAt ?? "")).toBeLessThanOrEqual(now() - 30 * day);
    const requestedAt = now();
    const early = await list({ seen: "24h", sort: "seen" });
    expect(early.rows.every(({ lastSeenAt }) => Date.parse(lastSeenAt) >= requestedAt - day)).toBe(
      true,
    );
    expect(await deviceValues({ actor }, { serviceId: service })).toEqual({
      languages: ["de-DE", "sv"],
      timezones: ["Europe/Berlin"],
    });
  });

  it("is there for viewers, and not for members of another service", async () => {
    const viewer = testMember({ [service]: { role: "viewer" } });
    expect((await listRegistered({ actor: viewer }, { serviceId: service })).rows).toHaveLength(
      pageSize,
    );
    await expect(listRegistered({ actor: viewer }, { serviceId: other })).rejects.toThrow(
      NotFoundError,
    );
  });

  it.each<[string, ListQuery, number]>([
    ["the first page", {}, 2 * (pageSize + 1) + 1_001],
    ["the other way round", { sort: "seen" }, 2 * (pageSize + 1) + 1_001],
    ["one user's", { text: "user-000123" }, 30],
    ["a token", { text: "shop4711" }, 30],
  ])("reads what it shows and counts: %s", async (_, query, most) => {
    const nodes: PlanNode[] = [];
    const tx: Sql = {
      ...database,
      query: async (text, values) => {
        const [explained] = await database.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
          values,
        );
        if (explained) nodes.push(...flat(explained["QUERY PLAN"][0].Plan));
        return database.query(text, values);
      },
    };
    await listRegistered({ actor, tx }, { serviceId: service, ...query });
    const ofDevices = nodes.filter((node) => node["Relation Name"] === "device");
    expect(ofDevices.map((node) => node["Node Type"])).not.toContain("Seq Scan");
    const read = ofDevices.reduce(
      (sum, node) =>
        sum + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
      0,
    );
    expect(read).toBeLessThanOrEqual(most);
  });
});

function flat(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)];
}
