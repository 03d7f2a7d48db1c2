import { afterAll, beforeAll, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, storeCampaign } from "@/lib/database/testing";
import { addAttribute } from "../attribute/add";
import { removeAudience } from "../audience/remove";
import { fillList, testShop, user, type TestShop } from "../audience/testing";
import { findRuleChoices, listRuleChoices } from "./choices";

const as = { actor: testOwner() };
let sql: Database;
let shop: TestShop;

beforeAll(async () => {
  sql = await openTestDatabase();
  shop = await testShop(sql);
}, 120_000);
afterAll(() => sql.close(), 60_000);

it("has the attributes with their types, and what the service has by name", async () => {
  const { serviceId } = shop;
  await addAttribute(as, { serviceId, name: "vip", type: "boolean" });
  const list = await fillList(shop, "Spring", [user("maya")]);
  const { id: campaign } = await storeCampaign(sql, { serviceId, name: "Sale" });
  const choices = await listRuleChoices(as, { serviceId });
  expect(choices.attributes).toEqual([{ name: "vip", type: "boolean" }]);
  expect(choices.app.map(({ value }) => value)).toContain("shop");
  expect(choices.list).toContainEqual({ value: list, name: "Spring" });
  expect(choices.campaign).toContainEqual({ value: campaign, name: "Sale" });
});

it("a removed list is offered no longer, but named where a rule has it", async () => {
  const { serviceId } = shop;
  const id = await fillList(shop, "Autumn", [user("maya")]);
  await removeAudience(as, { id });
  const rule = { all: [{ field: "list", op: "in", value: [id] }] };
  expect((await listRuleChoices(as, { serviceId })).list).not.toContainEqual(
    expect.objectContaining({ value: id }),
  );
  expect((await listRuleChoices(as, { serviceId, rule })).list[0]).toEqual({
    value: id,
    name: "Autumn",
  });
});

it("finds what is not among the first ones, by a part of its name in any case", async () => {
  const { serviceId } = shop;
  const { id: campaign } = await storeCampaign(sql, { serviceId, name: "Winter sale" });
  const find = (kind: "app" | "list" | "campaign" | "template", text: string) =>
    findRuleChoices(as, { serviceId, kind, text });
  expect(await find("campaign", "WINTER")).toEqual([{ value: campaign, name: "Winter sale" }]);
  expect((await find("app", "SHOP")).map(({ value }) => value)).toEqual(["shop"]);
  expect(await find("template", "nothing has this name")).toEqual([]);
  expect(await find("list", " ")).toEqual([]);
});
