import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { expand } from "@/lib/dispatch/expand";
import { keepAccepted } from "@/lib/dispatch/just-accepted";
import { loadMessages } from "@/lib/dispatch/message";
import { sendDue } from "./run";
import { body, draft, orderNow, reach, testShop, type TestShop } from "./testing";

describe("the text of a request", () => {
  let sql: Database;
  let shop: TestShop;
  let stopKeeping: () => void;

  beforeAll(async () => {
    stopKeeping = keepAccepted();
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    stopKeeping();
    await sql.close();
  });

  it("is parsed twice when it is sent, and twice by the worker", async () => {
    const parse = vi.spyOn(JSON, "parse");
    const parses = () => parse.mock.calls.filter(([text]) => text === body).length;
    const { campaignId } = await orderNow(shop, {
      request: body,
      nonce: "once",
      reach,
      campaign: draft,
    });
    const ordered = parses();
    await sendDue();
    const accepted = parses();
    const rows = await sql.query<{ id: string }>("SELECT id FROM message WHERE campaign_id = $1", [
      campaignId,
    ]);
    const transids = rows.map(({ id }) => id);
    await expand(transids);
    // As the delivering worker does.
    expect([...(await loadMessages(sql, transids)).keys()]).toEqual(transids);
    expect({ ordered, accepted, delivered: parses() }).toEqual({
      ordered: 2,
      accepted: 4,
      delivered: 4,
    });
  });
});
