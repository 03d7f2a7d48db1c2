import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { composedOf } from "@/lib/inputs/compose";
import type { Order } from "./order/plan";
import {
  fillList,
  planOrder,
  publishInShop,
  sendOrder,
  testShop,
  user,
  type TestShop,
} from "./testing";

/** A request to a list; its content is a template's. */
const toList = { deliverychannel: "push", appid: "shop", destination: [] };

describe("values of a list", () => {
  let sql: Database;
  let shop: TestShop;
  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());

  const filled = (name: string, recipients: Parameters<typeof fillList>[2]) =>
    fillList(shop, name, recipients);
  const plan = (order: Order) => planOrder(shop, order);
  const send = (order: Order) => sendOrder(sql, shop, order);

  it("that a template requires leave out who has none, where that was chosen", async () => {
    await publishInShop(sql, {
      templateId: "named",
      name: "Named",
      blocks: { android: { text: "Dear ${name}" } },
      parameters: [{ name: "name", required: true }],
    });
    const audienceId = await filled("Partly named", [
      user("a", { NAME: "Ann" }),
      user("b"),
      user("c", { NAME: "Cem" }),
    ]);
    const body = JSON.stringify({
      ...toList,
      message: { template: "named" },
    });
    const order = { pattern: composedOf(body), audienceId, moreAppids: [] };
    expect((await plan(order)).unfit).toEqual([
      { parameter: "name", why: "missing", recipients: 1, first: ["b"] },
    ]);
    const chosen = { ...order, lacking: { name: "leave out" } as const };
    expect(await plan(chosen)).toMatchObject({
      problems: [],
      unfit: [],
      recipients: 2,
      leftOut: 1,
      requests: 2,
    });
    expect((await send(chosen)).map(({ request: one }) => one.message?.parameters)).toEqual([
      { name: "Ann" },
      { name: "Cem" },
    ]);
  });

  it("come from the column that was chosen for a parameter", async () => {
    await publishInShop(sql, {
      templateId: "mapped",
      name: "Mapped",
      blocks: { android: { text: "${first}: ${days}" } },
      parameters: [
        { name: "first", required: true, maxLength: 5 },
        { name: "days", default: "3" },
      ],
    });
    const audienceId = await filled("Mapped", [
      user("a", { name: "Ann", eta: "5", days: "9" }),
      user("b", { name: "Tom", days: "9" }),
    ]);
    const body = JSON.stringify({
      ...toList,
      message: { template: "mapped" },
    });
    expect((await plan({ pattern: composedOf(body), audienceId, moreAppids: [] })).unfit).toEqual([
      { parameter: "first", why: "missing", recipients: 2, first: ["a", "b"] },
    ]);
    const columns = { first: "name", days: "eta" };
    expect(
      await plan({ pattern: composedOf(body), audienceId, moreAppids: [], columns }),
    ).toMatchObject({
      problems: [],
      unfit: [],
      requests: 2,
    });
    const messages = await send({ pattern: composedOf(body), audienceId, moreAppids: [], columns });
    expect(messages.map(({ request: one }) => one.message?.parameters)).toEqual([
      { first: "Ann", days: "5" },
      { first: "Tom" },
    ]);
    const twice = { first: "eta", days: "eta" };
    expect(
      (await plan({ pattern: composedOf(body), audienceId, moreAppids: [], columns: twice })).unfit,
    ).toEqual([{ parameter: "first", why: "missing", recipients: 1, first: ["b"] }]);
    expect(
      (
        await plan({
          pattern: composedOf(body),
          audienceId,
          moreAppids: [],
          columns: { first: "" },
        })
      ).unfit,
    ).toMatchObject([{ parameter: "first", recipients: 2 }]);
  });

  it("judges values by the types of their parameters as the endpoint does, the message's own and a list's", async () => {
    await publishInShop(sql, {
      templateId: "typed",
      name: "Typed",
      blocks: { android: { text: "${size} ${on} ${link} ${note}" } },
      parameters: [
        { name: "size", type: "choice", choices: ["S", "M"] },
        { name: "on", type: "date" },
        { name: "link", type: "url", maxLength: 24 },
        { name: "note", maxLength: 3 },
      ],
    });
    const audienceId = await filled("Typed", [
      user("a", { size: "S", on: "2026-02-28", link: "https://a.example/", note: "ok" }),
      user("b", {
        size: "XL",
        on: "2026-02-30",
        link: `https://a.example/${"x".repeat(9)}`,
        note: "é€",
      }),
      user("c", { size: "XL", on: "2026-03-01", link: "shop", note: "" }),
    ]);
    const pattern = (message: object) =>
      composedOf(
        JSON.stringify({
          ...toList,
          message: { template: "typed", ...message },
        }),
      );
    const planned = await plan({ pattern: pattern({}), audienceId, moreAppids: [] });
    expect(planned.unfit).toEqual([
      { parameter: "size", why: "wrong type", recipients: 2 },
      { parameter: "on", why: "wrong type", recipients: 1 },
      { parameter: "link", why: "wrong type", recipients: 1 },
      { parameter: "link", why: "too long", recipients: 1 },
      { parameter: "note", why: "too long", recipients: 1 },
    ]);
    const plain = await filled("Plain", [user("d", {})]);
    expect(
      (
        await plan({
          pattern: pattern({ parameters: { size: "XXL" } }),
          audienceId: plain,
          moreAppids: [],
        })
      ).unfit,
    ).toEqual([{ parameter: "size", why: "wrong type", recipients: 1 }]);
  });
});
