import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { callResource, errorsOf, openInterface, type TestInterface } from "./testing";

const leaf = { field: "devices", op: "gte", value: 1 };

describe("segments over the interface", () => {
  let sql: Database;
  let served: TestInterface;
  const call = (method: string, path: string, body?: object | string) =>
    callResource(served, method, path, body);

  beforeAll(async () => {
    sql = await openTestDatabase();
    served = await openInterface(sql);
    await call("PUT", "/users/maya", { attributes: { plan: "gold", age: 31 } });
    await call("PUT", "/users/noah", { attributes: { plan: "silver" } });
  }, 120_000);
  afterAll(() => served.close());

  it("are stored, read, changed with their revision, counted and removed", async () => {
    const rule = {
      all: [{ field: "attribute.plan", op: "is", value: "gold" }, { didNot: "read" }],
    };
    const post = await call("POST", "/segments", { name: "Gold", rule });
    expect(post).toMatchObject({ status: 201, body: { name: "Gold", rule, revision: 1 } });
    const path = `/segments/${String(post.body["id"])}`;
    expect(await call("GET", path)).toMatchObject({
      status: 200,
      body: {
        name: "Gold",
        rule,
        revision: 1,
        words: "users whose plan is “gold” and who did not read anything",
        faults: [],
      },
    });
    expect((await call("GET", `${path}/count`)).body).toEqual({
      users: 1,
      devices: 0,
      at: expect.stringMatching(/Z$/) as unknown,
      exact: true,
    });
    expect(await call("PATCH", path, { revision: 1, name: "Golden" })).toMatchObject({
      status: 200,
      body: { name: "Golden", rule, revision: 2 },
    });
    const stale = await call("PATCH", path, { revision: 1, rule: leaf });
    expect([stale.status, errorsOf(stale)]).toEqual([
      409,
      [["/revision", "segment.conflict", "7004"]],
    ]);
    const blind = await call("PATCH", path, { name: "Blind" });
    expect([blind.status, errorsOf(blind)]).toEqual([
      400,
      [["/revision", "member.required", "7003"]],
    ]);
    expect(await call("DELETE", path)).toMatchObject({ status: 200, body: { removed: true } });
    const gone = await call("GET", path);
    expect([gone.status, errorsOf(gone)]).toEqual([404, [["", "segment.unknown", "7004"]]]);
  });

  it("are refused without what is mandatory, in the order of the body", async () => {
    const unnamed = await call("POST", "/segments", { rule: leaf });
    expect([unnamed.status, errorsOf(unnamed)]).toEqual([
      400,
      [["/name", "member.required", "7003"]],
    ]);
    expect(unnamed.text).toContain("param 'name' missing");
    const incomplete = await call("POST", "/segments", {
      rule: { any: [{ field: "platform" }, { op: "is", value: "ios" }, { field: "os", op: "is" }] },
      name: "x".repeat(201),
    });
    expect([incomplete.status, errorsOf(incomplete)]).toEqual([
      400,
      [
        ["/rule/any/0/op", "member.required", "7003"],
        ["/rule/any/1/field", "member.required", "7003"],
        ["/rule/any/2/field", "segment.field", "7004"],
        ["/name", "segment.name", "7004"],
      ],
    ]);
    const empty = await call("POST", "/segments", { name: "No rule" });
    expect(errorsOf(empty)).toEqual([["/rule", "member.required", "7003"]]);
  });

  it("are not found by an id that nothing can have", async () => {
    for (const id of ["x".repeat(101), "none"])
      for (const method of ["GET", "DELETE"]) {
        const answer = await call(method, `/segments/${id}`);
        expect([answer.status, errorsOf(answer)]).toEqual([404, [["", "segment.unknown", "7004"]]]);
      }
  });

  it("are refused with every fault of the rule at its pointer", async () => {
    const answer = await call("POST", "/segments", {
      name: "",
      rule: {
        all: [
          { field: "platfrom", op: "is", value: "ios" },
          { field: "devices", op: "contains", value: "1" },
          { none: [] },
          { did: "read", within: "30 days" },
        ],
      },
    });
    expect([answer.status, errorsOf(answer)]).toEqual([
      400,
      [
        ["/name", "segment.name", "7004"],
        ["/rule/all/0/field", "segment.field", "7004"],
        ["/rule/all/1/op", "segment.op.field", "7004"],
        ["/rule/all/2/none", "segment.group", "7004"],
        ["/rule/all/3/within", "segment.duration", "7004"],
      ],
    ]);
    const attribute = await call("POST", "/segments", {
      name: "Misfit",
      rule: { any: [leaf, { field: "attribute.plam", op: "is", value: "gold" }] },
    });
    expect(errorsOf(attribute)).toEqual([["/rule/any/1/field", "segment.attribute", "7004"]]);
    expect(attribute.text).toContain("did you mean plan?");
    await call("POST", "/segments", { name: "Twice", rule: leaf });
    const twice = await call("POST", "/segments", { name: "twice", rule: leaf });
    expect([twice.status, errorsOf(twice)]).toEqual([400, [["/name", "segment.name", "7004"]]]);
  });

  it("are listed by name, a page at a time", async () => {
    for (let n = 0; n < 60; n += 1)
      await call("POST", "/segments", { name: `List ${String(n).padStart(2, "0")}`, rule: leaf });
    const names: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`;
      const { body } = await call("GET", `/segments${query}`);
      names.push(...(body["segments"] as { name: string }[]).map(({ name }) => name));
      cursor = body["cursor"] as string | null;
    } while (cursor !== null);
    expect(names.filter((name) => name.startsWith("List"))).toHaveLength(60);
    expect(names).toEqual(
      names.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)),
    );
  });

  it("are not listed from a cursor that is damaged", async () => {
    const cursor = String((await call("GET", "/segments")).body["cursor"]);
    for (const damaged of [cursor.slice(0, -1), cursor.slice(-36), "x", `${cursor}0`, "\0"]) {
      const answer = await call("GET", `/segments?cursor=${encodeURIComponent(damaged)}`);
      expect([answer.status, errorsOf(answer)]).toEqual([
        400,
        [["/cursor", "member.type", "7004"]],
      ]);
    }
    const answer = await call("GET", "/segments?cursor=x");
    expect(answer.text).toContain(
      "cursor must be the `cursor` of the previous page, unchanged; leave it out for the first page",
    );
    expect((await call("GET", "/segments?cursor=")).status).toBe(200);
  });

  it("are stored without unknown members, each with a warning", async () => {
    const unknown = (name: string) => ({ pointer: `/${name}`, rule: "member.unknown" });
    const post = await call("POST", "/segments", { name: "Warned", rule: leaf, descripton: "…" });
    expect(post).toMatchObject({ status: 201, body: { warnings: [unknown("descripton")] } });
    const path = `/segments/${String(post.body["id"])}`;
    const patch = await call("PATCH", path, { revision: 1, nmae: "Other", rule: leaf });
    expect(patch).toMatchObject({
      status: 200,
      body: { name: "Warned", warnings: [unknown("nmae")] },
    });
    expect(patch.text).toContain("did you mean 'name'?");
  });

  it("of another service do not exist", async () => {
    const [other] = await sql.query<{ id: string }>(
      `WITH s AS (INSERT INTO service (id, name) VALUES (gen_random_uuid(), 'other') RETURNING id)
       INSERT INTO segment (id, service_id, name, rule) SELECT gen_random_uuid(), s.id, 'Theirs', $1::jsonb FROM s RETURNING id`,
      [JSON.stringify(leaf)],
    );
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["GET", "/count", undefined],
      ["PATCH", "", { revision: 1, name: "Mine" }],
      ["DELETE", "", undefined],
    ] as const)
      expect((await call(method, `/segments/${other?.id ?? ""}${path}`, body)).status).toBe(404);
    expect((await call("GET", "/segments")).text).not.toContain("Theirs");
  });
});
