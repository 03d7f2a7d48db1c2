import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database, Sql } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { listDevices } from "./list";

const actor = testOwner();
const [large, small] = [newId(), newId()];
/** Devices of each app: those of the small service are the oldest of all. */
const apps = [
  { serviceId: small, appid: "small", devices: 3 },
  { serviceId: large, appid: "phones", devices: 20_000 },
  { serviceId: large, appid: "tablets", devices: 10_000 },
  { serviceId: large, appid: "web", devices: 10_000 },
];
const pageSize = 25;

type ListQuery = Omit<Parameters<typeof listDevices>[1], "serviceId">;

/** A step of a plan, as `EXPLAIN (FORMAT JSON)` returns it. */
interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
}

describe("the list of devices", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
    for (const id of [small, large])
      await database.query("INSERT INTO service (id, name) VALUES ($1, 'S')", [id]);
    let first = 0;
    for (const { serviceId, appid, devices } of apps) {
      const appId = newId();
      await database.query(
        "INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1, $2, $3, $3, $3)",
        [appId, serviceId, appid],
      );
      await database.query(
        `INSERT INTO device (id, app_id, kind, pushid, push_hash, simulated)
         SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, 'android', n::text, sha256(n::text::bytea), $4
         FROM generate_series($2::int, $3::int) n`,
        [appId, first, first + devices - 1, appid === "small"],
      );
      await database.query(
        `INSERT INTO device_user (app_id, userid, device_id) SELECT $1, 'user ' || (pushid::int % 10000), id FROM device WHERE app_id = $1`,
        [appId],
      );
      first += devices;
    }
    await database.script("ANALYZE device; ANALYZE device_user; ANALYZE app");
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  /** Every node of the plans of what a list reads, as they ran. */
  async function plansOf(serviceId: string, query: ListQuery): Promise<PlanNode[]> {
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
    await listDevices({ actor, tx }, { serviceId, limit: pageSize, ...query });
    return nodes;
  }

  it("is newest first in all apps of the service, page by page", async () => {
    const list = (query: ListQuery) =>
      listDevices({ actor }, { serviceId: large, limit: pageSize, ...query });
    const numbers = ({ rows }: Awaited<ReturnType<typeof list>>) =>
      rows.map(({ pushid }) => Number(pushid));
    const down = (from: number) => Array.from({ length: pageSize }, (_, n) => from - n);
    const newest = apps.reduce((sum, { devices }) => sum + devices, 0) - 1;
    const first = await list({});
    expect(numbers(first)).toEqual(down(newest));
    expect(first.total).toBe(1_001);
    const second = await list({ after: first.next ?? "" });
    expect(numbers(second)).toEqual(down(newest - pageSize));
    expect(numbers(await list({ before: second.previous ?? "" }))).toEqual(down(newest));
    expect(numbers(await list({ appid: "phones" }))).toEqual(down(20_002));
    // From one app into the next older one.
    const [across] = await database.query<{ id: string }>(
      "SELECT id FROM device WHERE pushid = '20013'",
    );
    expect(numbers(await list({ after: across?.id ?? "" }))).toEqual(down(20_012));
    expect(
      (await listDevices({ actor }, { serviceId: small, limit: pageSize })).rows.map(
        ({ pushid }) => pushid,
      ),
    ).toEqual(["2", "1", "0"]);
  });

  it.each<[string, string, ListQuery]>([
    ["the first page", large, {}],
    ["a page in the middle", large, { after: "00000000-0000-7000-8000-000000005000" }],
    ["the page before", large, { before: "00000000-0000-7000-8000-000000005000" }],
    ["one app's", large, { appid: "tablets" }],
    ["registered ones", large, { simulated: false }],
    ["simulated ones, where there are none", large, { simulated: true }],
    ["those of a small service", small, {}],
    ["one user's", large, { userid: "user 7" }],
    ["those chosen", large, { ids: ["00000000-0000-7000-8000-000000000007"] }],
  ])("reads what it shows and counts, and no more: %s", async (_, serviceId, query) => {
    const nodes = await plansOf(serviceId, query);
    const ofDevices = nodes.filter((node) => node["Relation Name"] === "device");
    expect(ofDevices.length).toBeGreaterThan(0);
    expect(ofDevices.map((node) => node["Node Type"])).not.toContain("Seq Scan");
    const read = ofDevices.reduce(
      (sum, node) =>
        sum + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
      0,
    );
    // A page and one row more of each app, and as many as are counted.
    expect(read).toBeLessThanOrEqual(apps.length * (pageSize + 1) + 1_001);
    for (const node of nodes.filter((one) => one["Node Type"].includes("Sort")))
      expect(node["Actual Rows"]).toBeLessThanOrEqual(apps.length * (pageSize + 1));
  });
});

function flat(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flat)];
}
