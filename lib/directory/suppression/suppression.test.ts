import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { idsOfLines, suppressFormSchema } from "@/lib/inputs/suppression";
import { RefusedError } from "@/lib/verb/errors";
import { eventsOf, expectRights } from "@/lib/verb/testing";
import { createService } from "../service/create";
import { addSuppressions } from "./add";
import { listSuppressions } from "./list";
import { removeSuppression } from "./remove";
import { suppressedAmong } from "./suppressed";

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

  it("stores each id once, finds it in its own service only, and no longer once it is removed", async () => {
    expect(
      await addSuppressions(as, {
        serviceId: own,
        kind: "userid",
        ids: ["maya", "maya", "li"],
        note: "Asked by mail",
      }),
    ).toBe(2);
    expect(await addSuppressions(as, { serviceId: own, kind: "userid", ids: ["maya"] })).toBe(0);
    expect(
      await addSuppressions(as, { serviceId: own, kind: "pushid", ids: ["token-of-maya"] }),
    ).toBe(1);
    const recipients = {
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
    expect(await suppressedAmong(sql, own, recipients)).toEqual({
      ...none,
      userids: new Set(["maya"]),
      pushids: new Set(["token-of-maya"]),
    });
    expect(await suppressedAmong(sql, foreign, recipients)).toEqual(none);
    const { rows } = await listSuppressions(as, { serviceId: own });
    expect(
      rows
        .map(({ kind, label, note }) => `${kind} ${label} ${note}`)
        .toSorted((one, other) => (one < other ? -1 : 1)),
    ).toEqual(["pushid …f-maya ", "userid li Asked by mail", "userid maya Asked by mail"]);
    const page = await listSuppressions(as, { serviceId: own, text: " maya " });
    expect(page.rows.map(({ label }) => label)).toEqual(["maya"]);
    expect((await listSuppressions(as, { serviceId: own, text: "may" })).rows).toEqual([]);
    await removeSuppression(as, { id: page.rows[0]?.id ?? "" });
    expect((await suppressedAmong(sql, own, recipients)).userids.size).toBe(0);
  });

  it("lists a token that may be Apple's by any spelling, once", async () => {
    const [serviceId, capitals, small] = [foreign, "BB92124D6F955E7D", "bb92124d6f955e7d"];
    expect(
      await addSuppressions(as, { serviceId, kind: "pushid", ids: [capitals, capitals] }),
    ).toBe(1);
    const labels = async (text: string) =>
      (await listSuppressions(as, { serviceId, text })).rows.map(({ label }) => label);
    for (const text of [capitals, small, "bb92124d 6f955e7d", `<${capitals}>`])
      expect(await labels(text)).toEqual(["…955E7D"]);
    expect(await labels("bb92124d")).toEqual([]);
    const { rows } = await listSuppressions(as, { serviceId });
    await removeSuppression(as, { id: rows[0]?.id ?? "" });
    expect(await labels(small)).toEqual([]);
  });

  it("is on record without saying whom, so that the log can outlive a person's data", async () => {
    const events = await eventsOf(sql, own);
    const snapshotsOf = (name: string) =>
      events.flatMap(({ action, snapshot }) => (action === name ? [snapshot] : []));
    expect(snapshotsOf("suppression.add")).toEqual([
      { kind: "userid", count: 2 },
      { kind: "pushid", count: 1 },
    ]);
    expect(snapshotsOf("suppression.remove")).toEqual([{ kind: "userid" }]);
    expect(JSON.stringify(events)).not.toMatch(/maya|Asked/);
  });

  it("is changed by members with the right, in their own service", async () => {
    await expectRights(
      sql,
      "suppression.add",
      addSuppressions,
      { serviceId: own, kind: "userid", ids: ["somebody"] },
      { own, foreign },
    );
    const [entry] = (await listSuppressions(as, { serviceId: own })).rows;
    await expectRights(
      sql,
      "suppression.remove",
      removeSuppression,
      { id: entry?.id ?? "" },
      { own, foreign },
    );
  });

  it.each([[[]], [[""]], [["a\u0000b"]], [Array.from({ length: 1_001 }, (_, n) => `user-${n}`)]])(
    "refuses %j",
    async (ids) => {
      await expect(addSuppressions(as, { serviceId: own, kind: "userid", ids })).rejects.toThrow(
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
