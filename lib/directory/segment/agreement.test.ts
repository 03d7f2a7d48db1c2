import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/database/id";
import type { Database, Sql } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { foldActivity } from "@/lib/dispatch/fold-activity";
import { attributeFaults } from "@/lib/segment/attributes";
import { compileRule } from "@/lib/segment/compile";
import { evaluateRule, type UserDocument } from "@/lib/segment/evaluate";
import { isFieldLeaf, leavesOf, ruleSchema, type Rule } from "@/lib/segment/rule";
import { anyRule, anyUser, testAttributes, testNow, testThings } from "@/lib/segment/testing";
import { testService } from "@/lib/updates/testing";
import { testApp } from "../app/testing";

const [rules, usersOfRule] = [300, 60];
/** So many users have their activity in bitmaps, the others in rows of the last hours. */
const inBitmaps = 30;
const kinds = { android: "hms", ios: "ios", web: "chrome" } as const;

interface Row {
  userid: string;
  matches: boolean;
  misses: number;
  truths: boolean[];
}

describe("compiler and evaluator", () => {
  let sql: Database;
  let serviceId: string;
  const users = fc
    .sample(anyUser, usersOfRule)
    .map((user, n) => ({ id: newId(), userid: `user-${n}`, user }));
  const context = () => ({ serviceId, attributes: testAttributes, now: testNow });

  beforeAll(async () => {
    sql = await openTestDatabase();
    serviceId = await testService(sql);
    await sql.transaction(async (tx) => {
      await storeThings(tx, serviceId);
      for (const one of users.slice(0, inBitmaps)) await storeUser(tx, serviceId, one);
    });
    await foldActivity();
    await sql.transaction(async (tx) => {
      for (const one of users.slice(inBitmaps)) await storeUser(tx, serviceId, one);
    });
    // Of another service nothing may be seen.
    const other = await testService(sql);
    await sql.query("INSERT INTO service_user (id, service_id, userid) VALUES ($1, $2, 'user-0')", [
      newId(),
      other,
    ]);
    await sql.script("ANALYZE");
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  async function compiledRows(rule: Rule, among?: readonly string[]): Promise<Row[]> {
    const { from, where, matches, misses, leaves, values } = compileRule(rule, {
      ...context(),
      ...(among && { among }),
    });
    return sql.query<Row>(
      `SELECT u.userid, ${matches} AS matches, ${misses} AS misses, ARRAY[${leaves.join(", ")}]::boolean[] AS truths FROM ${from} WHERE ${where} ORDER BY u.id`,
      values,
    );
  }

  function evaluatedRows(rule: Rule, of: typeof users): Omit<Row, "truths">[] {
    return of.map(({ userid, user }) => {
      const { matches, misses } = evaluateRule(rule, user, context());
      return { userid, matches, misses };
    });
  }

  it(`agree about each of ${rules * usersOfRule} random rules and users`, async () => {
    await fc.assert(
      fc.asyncProperty(anyRule, async (rule) => {
        const text = JSON.stringify(rule);
        expect(JSON.stringify(ruleSchema.parse(JSON.parse(text)))).toBe(text);
        const rows = await compiledRows(rule);
        expect(rows.map(verdictIn)).toEqual(evaluatedRows(rule, users));
        for (const [at, { truths }] of rows.entries())
          for (const [leafAt, { leaf }] of leavesOf(rule).entries())
            expect([leaf, truths[leafAt]]).toEqual([
              leaf,
              evaluateRule(leaf, users[at]?.user ?? blank, context()).matches,
            ]);
      }),
      { numRuns: rules },
    );
  }, 300_000);

  it("agree about some users alone", async () => {
    const some = users.filter((_, at) => at % 3 === 0);
    const ids = some.map(({ userid }) => userid);
    const withoutDeeds = anyRule.filter((rule) =>
      leavesOf(rule).every(({ leaf }) => isFieldLeaf(leaf)),
    );
    await fc.assert(
      fc.asyncProperty(withoutDeeds, async (rule) => {
        const rows = await compiledRows(rule, ids);
        expect(rows.map(verdictIn)).toEqual(evaluatedRows(rule, some));
      }),
      { numRuns: 50 },
    );
  }, 120_000);

  it("a segment is the users that its rule is true of, each once", async () => {
    const rule: Rule = { any: [{ field: "platform", op: "exists" }, { did: "sent" }] };
    const { from, where, matches, values } = compileRule(rule, context());
    const rows = await sql.query<{ userid: string }>(
      `SELECT u.userid FROM ${from} WHERE ${where} AND ${matches} ORDER BY u.userid`,
      values,
    );
    const expected = evaluatedRows(rule, users).filter(({ matches }) => matches);
    expect(rows.map(({ userid }) => userid)).toEqual(
      expected.map(({ userid }) => userid).toSorted(),
    );
  });

  it("random rules fit the attributes, but for the one that is gone", () => {
    fc.assert(
      fc.property(anyRule, (rule) => {
        const faults = attributeFaults(rule, testAttributes);
        expect(faults.filter((one) => one.rule !== "segment.attribute")).toEqual([]);
      }),
    );
  });
});

function verdictIn({ userid, matches, misses }: Row): Omit<Row, "truths"> {
  return { userid, matches, misses };
}

const blank: UserDocument = {
  attributes: {},
  language: null,
  timezone: null,
  firstSeen: null,
  lastSeen: null,
  devices: [],
  lists: [],
  deeds: [],
};

const versionIds = new Map<string, string>();
const appIds = new Map<string, string>();

async function storeThings(tx: Sql, serviceId: string): Promise<void> {
  for (const [name, { key, type }] of testAttributes)
    await tx.query(
      "INSERT INTO user_attribute (key, service_id, name, type) VALUES ($1, $2, $3, $4)",
      [key, serviceId, name, type],
    );
  for (const appid of testThings.apps)
    appIds.set(appid, (await testApp(tx, serviceId, appid, [])).id);
  for (const id of testThings.lists)
    await tx.query(
      "INSERT INTO audience (id, service_id, name, ready_at) VALUES ($1, $2, $3, now())",
      [id, serviceId, id],
    );
  for (const templateId of testThings.templates) {
    const [id, version] = [newId(), newId()];
    await tx.query("INSERT INTO template (id, app_id, template_id, name) VALUES ($1, $2, $3, $3)", [
      id,
      appIds.get(testThings.apps[0]),
      templateId,
    ]);
    await tx.query(
      "INSERT INTO template_version (id, template_id, version, content, content_hash, hash) VALUES ($1, $2, 1, '{}', '', '')",
      [version, id],
    );
    versionIds.set(templateId, version);
  }
}

async function storeUser(
  tx: Sql,
  serviceId: string,
  { id, userid, user }: { id: string; userid: string; user: UserDocument },
): Promise<void> {
  const stored = Object.entries(user.attributes).map(([name, value]) => [
    testAttributes.get(name)?.key,
    value,
  ]);
  await tx.query(
    `INSERT INTO service_user (id, service_id, userid, attributes, language, timezone, first_seen_at, last_seen_at) VALUES ($1, $2, $3, $4::jsonb, $5, $6, $7, $8)`,
    [
      id,
      serviceId,
      userid,
      JSON.stringify(Object.fromEntries(stored)),
      user.language,
      user.timezone,
      user.firstSeen?.toISOString() ?? null,
      user.lastSeen?.toISOString() ?? null,
    ],
  );
  for (const { platform, appid, language, timezone } of user.devices)
    await storeDevice(tx, { userid, appid, kind: kinds[platform], language, timezone });
  // One that is out of use does not count.
  await storeDevice(tx, {
    userid,
    appid: "news",
    kind: "safari",
    language: "de",
    timezone: "Europe/Berlin",
    state: "invalid",
  });
  for (const list of user.lists)
    await tx.query(
      `INSERT INTO audience_recipient (audience_id, destination_type, destination, hash, position)
       SELECT $1, 'userid', $2, sha256(convert_to($2, 'UTF8')), count(*) FROM audience_recipient WHERE audience_id = $1`,
      [list, userid],
    );
  for (const { deed, at, campaign, template, button } of user.deeds)
    await tx.query(
      `INSERT INTO user_activity (service_id, deed, hour, campaign_id, template_version_id, button, users)
       SELECT $1, $2, date_trunc('hour', $3::timestamptz, 'UTC'), $4, $5, $6, ARRAY[u.number, 0] FROM service_user u WHERE u.id = $7`,
      [
        serviceId,
        deed,
        at.toISOString(),
        campaign,
        template === null ? null : (versionIds.get(template) ?? null),
        button ?? "",
        id,
      ],
    );
}

async function storeDevice(
  tx: Sql,
  device: {
    userid: string;
    appid: string;
    kind: string;
    language: string | null;
    timezone: string | null;
    state?: string;
  },
): Promise<void> {
  const id = newId();
  const appId = appIds.get(device.appid);
  await tx.query(
    "INSERT INTO device (id, app_id, kind, pushid, push_hash, language, timezone, state) VALUES ($1, $2, $3, $4, sha256(convert_to($4, 'UTF8')), $5, $6, $7)",
    [id, appId, device.kind, id, device.language, device.timezone, device.state ?? "active"],
  );
  await tx.query("INSERT INTO device_user (app_id, userid, device_id) VALUES ($1, $2, $3)", [
    appId,
    device.userid,
    id,
  ]);
}
