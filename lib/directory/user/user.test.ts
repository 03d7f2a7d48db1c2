import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database, Sql } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { typeOfValue, storedValue, valueOfCell } from "@/lib/inputs/attribute";
import { ConflictError, RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { addAttribute } from "../attribute/add";
import { changeAttribute } from "../attribute/change";
import { listAttributes } from "../attribute/list";
import { removeAttribute, sweepAttributes } from "../attribute/remove";
import { createService } from "../service/create";
import { addSuppressions } from "../suppression/add";
import { clearUser } from "./clear";
import { listUsers } from "./list";
import { importUsers, mergeUsers } from "./merge";
import { openUser } from "./open";
import { patchUser, putUser } from "./put";
import { forgetUser, seeUser, storeUsers } from "./store";

const as = { actor: testOwner() };

describe("types of values", () => {
  it.each([
    ["gold", "text"],
    [31, "number"],
    [true, "boolean"],
    ["1990-05-01", "date"],
    ["2026-02-07T14:52:10+01:00", "date"],
    ["2026-02-07T14:52Z", "date"],
    ["2026-02-07T14:52:10.5+0530", "date"],
    ["2026-02-07T14:52-03", "date"],
    ["2026-02-07T14:52+", "text"],
    ["2026-02-30", "text"],
    ["2026-02-07T14:52:10", "text"],
  ] as const)("%s is of the type %s", (value, type) => {
    expect(typeOfValue(value)).toBe(type);
    expect(storedValue(type, value)).toBeDefined();
  });

  it("dates sort by time as they are stored", () => {
    const dates = ["2026-02-07T00:30:00+01:00", "2026-02-07", "2026-02-07T00:00:00.001Z"];
    const stored = dates.map((date) => String(storedValue("date", date)));
    expect(stored.toSorted()).toEqual([
      "2026-02-06T23:30:00.000Z",
      "2026-02-07",
      "2026-02-07T00:00:00.001Z",
    ]);
  });

  it.each([
    ["number", "12.5", 12.5],
    ["number", "1e3", undefined],
    ["boolean", "YES", true],
    ["boolean", "maybe", undefined],
    ["date", "2026-01-31", "2026-01-31"],
    ["text", "31", "31"],
  ] as const)("a cell of the type %s: %s", (type, cell, value) => {
    expect(valueOfCell(type, cell)).toBe(value);
  });
});

describe("users and attributes", () => {
  let sql: Database;
  let serviceId: string;
  const service = async () =>
    (await createService(as, { name: newId(), sandbox: false, httpsOnly: false })).id;
  const counts = async (id = serviceId) =>
    Object.fromEntries(
      (await listAttributes(as, { serviceId: id })).map(({ name, users }) => [name, users]),
    );

  beforeAll(async () => {
    sql = await openTestDatabase();
    serviceId = await service();
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  it("are counted as they are stored, changed and removed", async () => {
    await putUser(as, { serviceId, userid: "a", attributes: { plan: "gold", age: 3 } });
    await patchUser(as, { serviceId, userid: "b", attributes: { plan: "silver" } });
    await mergeUsers(as, {
      serviceId,
      users: [
        { userid: "a", attributes: { age: null } },
        { userid: "c", attributes: { plan: "x", age: 5 } },
      ],
    });
    expect(await counts()).toEqual({ age: 1, plan: 3 });
    await clearUser(as, { serviceId, userid: "b" });
    await sql.transaction((tx) => forgetUser(tx, serviceId, "c"));
    expect(await counts()).toEqual({ age: 0, plan: 1 });
  });

  it("of two first values of different types at once, one is refused", async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const own = await service();
      const outcomes = await Promise.allSettled(
        [1, "one", true, 2, "two"].map((value, n) =>
          patchUser(as, { serviceId: own, userid: `u${n}`, attributes: { fresh: value } }),
        ),
      );
      const [{ type } = { type: "none" }] = await listAttributes(as, { serviceId: own });
      const fits = [1, "one", true, 2, "two"].map((value) => typeOfValue(value) === type);
      expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual(fits);
      expect(await counts(own)).toEqual({ fresh: fits.filter(Boolean).length });
    }
  });

  it("stay as many as were counted while many write the same users at once", async () => {
    const own = await service();
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        mergeUsers(as, {
          serviceId: own,
          users: Array.from({ length: 40 }, (__, u) => ({
            userid: `u${(u * 7 + n * 3) % 50}`,
            attributes: { [`a${n % 3}`]: n % 4 === 0 ? null : n },
          })).filter(({ userid }, at, all) => all.findIndex((one) => one.userid === userid) === at),
        }),
      ),
    );
    const [truth] = await sql.query<{ counts: Record<string, number> }>(
      `SELECT coalesce(jsonb_object_agg(name, n), '{}') AS counts FROM (
         SELECT a.name, count(u.id) FILTER (WHERE u.attributes ? a.key::text) AS n FROM user_attribute a LEFT JOIN service_user u ON u.service_id = a.service_id
         WHERE a.service_id = $1 GROUP BY a.name) x`,
      [own],
    );
    expect(await counts(own)).toEqual(truth?.counts);
  });

  it("has at most 100 attributes, also where many add at once", async () => {
    const own = await service();
    await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) =>
        patchUser(as, {
          serviceId: own,
          userid: `u${n}`,
          attributes: Object.fromEntries(Array.from({ length: 30 }, (__, a) => [`n${n}_${a}`, a])),
        }),
      ),
    );
    expect((await listAttributes(as, { serviceId: own })).length).toBeLessThanOrEqual(100);
    await expect(
      putUser(as, {
        serviceId: own,
        userid: "more",
        attributes: Object.fromEntries(Array.from({ length: 30 }, (_, a) => [`more_${a}`, a])),
      }),
    ).rejects.toThrow(/100 attributes/);
  });

  it("batches need a number of statements that does not grow with them", async () => {
    const own = await service();
    const statementsFor = (size: number, start: number) =>
      sql.transaction(async (tx) => {
        let statements = 0;
        const query: Sql["query"] = (text, values) => {
          statements += 1;
          return tx.query(text, values);
        };
        const changes = Array.from({ length: size }, (_, n) => ({
          userid: `s${start + n}`,
          attributes: { n },
        }));
        await storeUsers({ ...tx, query }, own, changes, { replaces: false });
        return statements;
      });
    await statementsFor(1, 0);
    expect(await statementsFor(1_000, 10)).toBe(await statementsFor(1, 5_000));
  });

  it("loses an attribute at once, its values in slices, and may have one of another type again", async () => {
    const own = await service();
    const users = Array.from({ length: 30 }, (_, n) => ({
      userid: `u${n}`,
      attributes: { plan: "gold", other: n },
    }));
    await mergeUsers(as, { serviceId: own, users });
    expect(await removeAttribute(as, { serviceId: own, name: "plan" })).toEqual({ users: 30 });
    expect(await counts(own)).toEqual({ other: 30 });
    const [{ id } = { id: "" }] = (await listUsers(as, { serviceId: own })).rows;
    expect((await openUser(as, { id })).attributes.map(({ name }) => name)).toEqual(["other"]);
    await patchUser(as, { serviceId: own, userid: "u0", attributes: { plan: 1 } });
    let slices = 0;
    while ((await sweepAttributes(7)) > 0) slices += 1;
    expect(slices).toBeGreaterThan(4);
    const left = await sql.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM service_user u, jsonb_object_keys(u.attributes) WHERE u.service_id = $1",
      [own],
    );
    expect(left).toEqual([{ n: 31 }]);
    expect(await counts(own)).toEqual({ other: 30, plan: 1 });
    expect((await eventsOf(sql, own, "attribute.remove")).map(({ snapshot }) => snapshot)).toEqual([
      { name: "plan", type: "text", users: 30 },
    ]);
  });

  it("are described, and the later of two members gets a conflict", async () => {
    const own = await service();
    await addAttribute(as, { serviceId: own, name: "born", type: "date" });
    await expect(addAttribute(as, { serviceId: own, name: "born", type: "text" })).rejects.toThrow(
      RefusedError,
    );
    await expect(
      patchUser(as, { serviceId: own, userid: "a", attributes: { born: 7 } }),
    ).rejects.toThrow(/type date, the value is of type number/);
    expect(
      await changeAttribute(as, { serviceId: own, name: "born", revision: 1, description: "Day" }),
    ).toEqual({ revision: 2 });
    await expect(
      changeAttribute(as, { serviceId: own, name: "born", revision: 1, description: "Month" }),
    ).rejects.toThrow(ConflictError);
  });

  it("are listed by the beginning of their ids, page by page, and seen by their devices", async () => {
    const own = await service();
    await mergeUsers(as, {
      serviceId: own,
      users: Array.from({ length: 60 }, (_, n) => ({ userid: `user_${n}`, attributes: { n } })),
    });
    await sql.transaction((tx) => seeUser(tx, own, "user%other"));
    const first = await listUsers(as, { serviceId: own });
    expect([first.rows.length, first.total, first.rows[0]?.userid]).toEqual([50, 61, "user%other"]);
    expect(first.rows[0]?.lastSeenAt).not.toBeNull();
    const second = await listUsers(as, { serviceId: own, after: first.next ?? "" });
    expect(second.rows).toHaveLength(11);
    const named = async (text: string) =>
      (await listUsers(as, { serviceId: own, text })).rows.map(({ userid }) => userid);
    expect(await named("user_5")).toHaveLength(11);
    expect(await named("user%")).toEqual(["user%other"]);
    expect(await named("\0")).toEqual([]);
  });

  it("shows a user with attributes, lists and suppression", async () => {
    const own = await service();
    await addAttribute(as, {
      serviceId: own,
      name: "plan",
      type: "text",
      description: "Paid plan",
    });
    await patchUser(as, { serviceId: own, userid: "maya", attributes: { plan: "gold" } });
    const list = newId();
    await sql.query(
      "INSERT INTO audience (id, service_id, name, recipients, summary, ready_at) VALUES ($1, $2, 'Spring', 1, '{}', now())",
      [list, own],
    );
    await sql.query(
      "INSERT INTO audience_recipient (audience_id, destination_type, destination, hash, position) VALUES ($1, 'userid', 'maya', sha256('maya'), 0)",
      [list],
    );
    await addSuppressions(as, { serviceId: own, kind: "userid", ids: ["maya"] });
    const [{ id } = { id: "" }] = (await listUsers(as, { serviceId: own })).rows;
    expect(await openUser(as, { id })).toMatchObject({
      userid: "maya",
      attributes: [{ name: "plan", type: "text", description: "Paid plan", value: "gold" }],
      devices: [],
      lists: [{ id: list, name: "Spring" }],
      suppression: expect.any(String) as unknown,
    });
  });

  it("from a file are reported by line, and marketers import them, viewers do not", async () => {
    const own = await service();
    const lines = [
      { line: 2, user: { userid: "a", attributes: { age: 3 } } },
      { line: 9, user: { userid: "b", attributes: { age: "x" } } },
    ];
    const marketer = { actor: testMember({ [own]: { role: "marketer" } }) };
    expect(await importUsers(marketer, { serviceId: own, lines })).toEqual({
      stored: 1,
      problems: [
        { line: 9, message: "attribute age is of type number, the value is of type text." },
      ],
    });
    const twice = [
      { line: 12, user: { userid: "c" } },
      { line: 40, user: { userid: " c " } },
    ];
    expect(await importUsers(marketer, { serviceId: own, lines: twice })).toEqual({
      stored: 1,
      problems: [{ line: 40, message: "Line 12 has the same user ID. Remove one of the two." }],
    });
    const viewer = { actor: testMember({ [own]: { role: "viewer" } }) };
    await expect(importUsers(viewer, { serviceId: own, lines })).rejects.toThrow(ForbiddenError);
  });
});
