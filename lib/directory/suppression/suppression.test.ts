import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { idsOfLines, suppressFormSchema } from "@/lib/inputs/suppression";
import { RefusedError } from "@/lib/verb/errors";
import { eventsOf, expectRights } from "@/lib/verb/testing";
import { createService } from "../service/create";
import { listSuppressions } from "./list";
import { suppress } from "./suppress";
import { suppressedAmong } from "./suppressed";
import { unsuppress } from "./unsuppress";

const as = { actor: testOwner() };

describe("the suppression list", () => {
  let sql: Database;
  let own: string;
  let foreign: string;

  beforeAll(async () => {
    sql = await openTestDatabase();
    [own, foreign] = (await Promise.all(
      ["Own", "Foreign"].map(
        async (name) => (await createService(as, { name, sandbox: false, httpsOnly: false })).id,
      ),
    )) as [string, string];
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  it("takes each id once, finds it in its own service alone, and forgets it when it is taken off", async () => {
    expect(
      await suppress(as, {
        serviceId: own,
        kind: "userid",
        ids: ["maya", "maya", "li"],
        note: "Asked by mail",
      }),
    ).toBe(2);
    expect(await suppress(as, { serviceId: own, kind: "userid", ids: ["maya"] })).toBe(0);
    expect(await suppress(as, { serviceId: own, kind: "pushid", ids: ["token-of-maya"] })).toBe(1);
    const asked = {
      userids: ["maya", "Maya", "token-of-maya"],
      pushids: ["token-of-maya", "li"],
      iosPushids: ["li"],
      devices: [],
    };
    const none = {
      userids: new Set(),
      pushids: new Set(),
      iosPushids: new Set(),
      devices: new Set(),
    };
    expect(await suppressedAmong(sql, own, asked)).toEqual({
      ...none,
      userids: new Set(["maya"]),
      pushids: new Set(["token-of-maya"]),
    });
    expect(await suppressedAmong(sql, foreign, asked)).toEqual(none);
    const { rows } = await listSuppressions(as, { serviceId: own });
    expect(
      rows
        .map(({ kind, shown, note }) => `${kind} ${shown} ${note}`)
        .toSorted((one, other) => (one < other ? -1 : 1)),
    ).toEqual(["pushid …f-maya ", "userid li Asked by mail", "userid maya Asked by mail"]);
    const found = await listSuppressions(as, { serviceId: own, text: " maya " });
    expect(found.rows.map(({ shown }) => shown)).toEqual(["maya"]);
    expect((await listSuppressions(as, { serviceId: own, text: "may" })).rows).toEqual([]);
    await unsuppress(as, { id: found.rows[0]?.id ?? "" });
    expect((await suppressedAmong(sql, own, asked)).userids.size).toBe(0);
  });

  it("lists a token that may be Apple's by any spelling, once", async () => {
    const [serviceId, capitals, small] = [foreign, "BB92124D6F955E7D", "bb92124d6f955e7d"];
    expect(await suppress(as, { serviceId, kind: "pushid", ids: [capitals, capitals] })).toBe(1);
    const found = async (text: string) =>
      (await listSuppressions(as, { serviceId, text })).rows.map(({ shown }) => shown);
    for (const text of [capitals, small, "bb92124d 6f955e7d", `<${capitals}>`])
      expect(await found(text)).toEqual(["…955E7D"]);
    expect(await found("bb92124d")).toEqual([]);
    const { rows } = await listSuppressions(as, { serviceId });
    await unsuppress(as, { id: rows[0]?.id ?? "" });
    expect(await found(small)).toEqual([]);
  });

  it("is on record without saying whom, so that the log can outlive a person's data", async () => {
    const events = await eventsOf(sql, own, "suppression.change");
    expect(events.map(({ snapshot }) => snapshot)).toEqual([
      { kind: "userid", suppressed: true, count: 2 },
      { kind: "pushid", suppressed: true, count: 1 },
      { kind: "userid", suppressed: false, count: 1 },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/maya|Asked/);
  });

  it("is changed by members with the right, in their own service", async () => {
    await expectRights(
      sql,
      "suppression.change",
      suppress,
      { serviceId: own, kind: "userid", ids: ["somebody"] },
      { own, foreign },
    );
    const [entry] = (await listSuppressions(as, { serviceId: own })).rows;
    await expectRights(
      sql,
      "suppression.change",
      unsuppress,
      { id: entry?.id ?? "" },
      { own, foreign },
    );
  });

  it.each([[[]], [[""]], [["a\u0000b"]], [Array.from({ length: 1_001 }, (_, n) => `user-${n}`)]])(
    "refuses %j",
    async (ids) => {
      await expect(suppress(as, { serviceId: own, kind: "userid", ids })).rejects.toThrow(
        RefusedError,
      );
    },
  );
});

it("reads one id a line, each once, and says when there are too many", () => {
  expect(idsOfLines(" a \r\n\nb\ra\n  ")).toEqual(["a", "b"]);
  const many = Array.from({ length: 1_001 }, (_, n) => `user-${n}`).join("\n");
  expect(suppressFormSchema.safeParse({ kind: "userid", lines: many, note: "" }).success).toBe(
    false,
  );
  expect(suppressFormSchema.safeParse({ kind: "userid", lines: "  ", note: "" }).success).toBe(
    false,
  );
});
