import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { newDraft, testShop, type TestShop } from "@/lib/campaign/testing";
import { setDatabase, type Database } from "@/lib/database/sql";
import { openTestDatabase, rowsIn } from "@/lib/database/testing";
import { listRecipients } from "./campaign-recipients";
import { exportResults } from "./export";

const as = { actor: testOwner() };
const count = 10_000;

describe("what the deliveries of a large campaign cost", () => {
  let sql: Database;
  let shop: TestShop;
  let id: string;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
    await sql.query(
      "INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'o@a.example', 'O', '')",
      [as.actor.id],
    );
    id = await newDraft(shop);
    const idOf = (n: string) => `('01900000-0000-7000-8000-' || lpad(${n}::text, 12, '0'))::uuid`;
    // As those are whose recipients have values of their own: a message for each.
    await sql.query(
      `INSERT INTO message (id, service_id, app_id, campaign_id, part, platforms, request, effective_hash, state, accepted_at)
       SELECT ${idOf("n")}, $1, a.id, $2, true, '{}', ''::bytea, ''::bytea, 'done', now() FROM app a CROSS JOIN generate_series(1, $3::int) n WHERE a.appid = 'shop'`,
      [shop.serviceId, id, count],
    );
    await sql.query(
      `INSERT INTO delivery (message_id, id, service_id, app_id, target, kind, destination, destination_type, pushid, state, queued_at, updated_at)
       SELECT m.id, m.id, m.service_id, m.app_id, m.id::text, 'android', m.id::text, 'userid', '', 'submitted', now(), now() FROM message m WHERE m.campaign_id = $1`,
      [id],
    );
    await sql.script("ANALYZE");
  });
  afterEach(() => setDatabase(sql));
  afterAll(() => sql.close());

  /** How many rows each statement over deliveries had in hand. */
  const rowsOf = async (run: (database: Database) => Promise<void>) => {
    const statements: { text: string; values: unknown[] }[] = [];
    await run({
      ...sql,
      query: (text, values = []) => {
        if (/JOIN delivery d .*LIMIT/s.test(text)) statements.push({ text, values });
        return sql.query(text, values);
      },
    });
    const rows: number[] = [];
    for (const { text, values } of statements)
      rows.push(
        await rowsIn(sql, async (tx) => {
          // By keys alone, as on a large log: a small one is quicker to read whole.
          await tx.script(
            "SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off",
          );
          return tx.query(text, values);
        }),
      );
    return rows;
  };

  it("is no more at the end of an export than at its beginning", async () => {
    const { parts } = await exportResults(as, { id });
    let lines = 0;
    const [first = 0, ...others] = await rowsOf(async (database) => {
      setDatabase(database);
      for await (const part of parts) lines += part.split("\n").length - 1;
    });
    expect(lines).toBe(count + 1);
    expect(others.length).toBeGreaterThan(3);
    for (const part of others) expect(part).toBeLessThan(first * 2);
  });

  it("is no more on the last page than on the first", async () => {
    const page = (place: object) =>
      rowsOf(async (database) => {
        const { rows } = await listRecipients({ ...as, tx: database }, { id, ...place });
        expect(rows.length).toBeGreaterThan(40);
      });
    const place = (n: number) => {
      const last = `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`;
      return `${last}_${last}`;
    };
    const [first = 0] = await page({});
    for (const at of [{ after: place(count - 50) }, { before: place(100) }]) {
      const [rows = 0] = await page(at);
      expect(rows).toBeLessThan(first * 1.5);
    }
  });
});
