import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { examine } from "@/lib/compose/examine";
import { examineReach } from "@/lib/compose/examine-reach";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { openAudience } from "@/lib/directory/audience/list";
import { composedOf } from "@/lib/inputs/compose";
import type { PushRequestInput } from "@/lib/interface/request";
import { planOptionsOf } from "@/lib/plan/own-values";
import type { Order } from "./order/plan";
import { fillList, planOrder, sendOrder, testShop, user, type TestShop } from "./testing";

const request = (text: string, more: Partial<PushRequestInput> = {}): PushRequestInput => ({
  deliverychannel: "push",
  appid: "shop",
  destination: [],
  channels: { push: { android: { title: "For ${name}", text } } },
  ...more,
});

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

  it("stand in the texts of what is stored, byte for byte as the preview of that recipient showed it", async () => {
    const people = [
      user("a", { name: "Ann", city: 'A "quoted" \\ one' }),
      user("b", { name: "${city}", city: "東京 👍" }),
      user("c", { name: "Ann", city: "x\ny" }),
    ];
    const audienceId = await filled("Filled", people);
    const form = request("${city}: $${name} ${days}");
    const body = JSON.stringify(form);
    const choices = { defaults: { days: '3 "days"' } };
    const planned = await plan({
      pattern: composedOf(body),
      audienceId,
      moreAppids: [],
      ...choices,
    });
    const cut = { parameters: ["name", "city", "days"], inText: true, ...choices };
    expect(planned).toMatchObject({ problems: [], unfit: [], requests: 3, cuts: { shop: cut } });
    const stored = (
      await send({ pattern: composedOf(body), audienceId, moreAppids: [], ...choices })
    ).map(({ request: one }) => JSON.stringify(one));
    const audience = await openAudience(shop.maya, { id: audienceId });
    const sender = { pushEnabled: true, providers: ["fcm", "hms", "apns", "webpush"] as const };
    const examineText = (text: string) =>
      examine(text, {
        app: { name: "Shop" },
        sender,
        httpsOnly: true,
        sizeRule: "body",
        now: Date.now(),
      });
    const previewBodies = people.map(({ id }) => {
      const options = planOptionsOf(form, {
        sizeRule: "body",
        declared: undefined,
        list: audience.parameters,
        ...choices,
      });
      const checkRequest = (text: string) => examineText(text).problems;
      return examineReach(form, {
        chosen: { kind: "open", audience },
        drawnFor: id,
        plan: options,
        examineOne: examineText,
        checkRequest,
      }).body;
    });
    expect(stored).toEqual(previewBodies);
    expect(previewBodies[1]).toContain('"text":"東京 👍: ${name} 3 \\"days\\""');
  });

  it("that a recipient lacks are asked for before anything is sent", async () => {
    const audienceId = await filled("Lacking", [user("a", { name: "Ann" }), user("b")]);
    const order = {
      pattern: composedOf(JSON.stringify(request("Hello"))),
      audienceId,
      moreAppids: [],
    };
    expect((await plan(order)).unfit).toEqual([
      { parameter: "name", why: "missing", recipients: 1, first: ["b"], inText: true },
    ]);
    await expect(send(order)).rejects.toThrow(
      "1 recipient of “Lacking” has no value for name. Enter a default for it",
    );
  });

  it("that a recipient lacks are treated as it was chosen", async () => {
    const people = [user("a", { Name: "Ann" }), user("b"), user("c"), user("d", { Name: "Dan" })];
    const audienceId = await filled("Chosen", people);
    const order = {
      pattern: composedOf(JSON.stringify(request("Hello"))),
      audienceId,
      moreAppids: [],
    };
    const titles = async (choices: Partial<Order>) => {
      const counts = await plan({ ...order, ...choices });
      const messages = await send({ ...order, ...choices });
      expect(messages).toHaveLength(counts.requests);
      const titlesAndUsers = messages.map(({ request: one }) => [
        one.channels?.push?.android?.title,
        one.destination.flatMap(({ userid }) => userid),
      ]);
      return [counts.recipients, counts.leftOut, ...titlesAndUsers];
    };
    expect(await titles({ defaults: { name: "Friend" } })).toEqual([
      4,
      0,
      ["For Ann", ["a"]],
      ["For Friend", ["b", "c"]],
      ["For Dan", ["d"]],
    ]);
    expect(await titles({ lacking: { name: "leave out" } })).toEqual([
      2,
      2,
      ["For Ann", ["a"]],
      ["For Dan", ["d"]],
    ]);
    expect(await titles({ lacking: { name: "send as written" } })).toEqual([
      4,
      0,
      ["For Ann", ["a"]],
      ["For ${name}", ["b", "c"]],
      ["For Dan", ["d"]],
    ]);
    const two = {
      ...order,
      pattern: composedOf(JSON.stringify(request("Hello ${town}"))),
      lacking: { name: "leave out" } as const,
    };
    // Who is left out is asked for nothing else.
    expect((await plan(two)).unfit).toEqual([
      { parameter: "town", why: "missing", recipients: 2, first: ["a", "d"], inText: true },
    ]);
    const nobody = await plan({ ...order, columns: { name: "" }, lacking: { name: "leave out" } });
    expect(nobody).toMatchObject({
      recipients: 0,
      leftOut: 4,
      problems: [{ rule: "destination.ids.required" }],
    });
  });

  it("count against the 4,096 bytes with the widest of them", async () => {
    const audienceId = await filled("Wide", [
      user("a", { name: "Ann" }),
      user("b", { name: "x".repeat(1_000) }),
    ]);
    const body = JSON.stringify(request("${name}${name}${name}${name}"));
    expect(
      (await plan({ pattern: composedOf(body), audienceId, moreAppids: [] })).problems,
    ).toMatchObject([{ rule: "body.size" }]);
  });

  it("are asked for where a text goes to no list", async () => {
    const body = JSON.stringify(
      request("Dear ${name}, $${name}", { destination: [{ userid: ["a"] }] }),
    );
    const order = { pattern: composedOf(body), audienceId: null, moreAppids: [] };
    await expect(send(order)).rejects.toThrow(
      "1 recipient has no value for name. Enter a default for it",
    );
    const sent = async (choices: Partial<Order>) =>
      (await send({ ...order, ...choices }))[0]?.request.channels?.push?.android;
    expect(await sent({ defaults: { name: "Friend" } })).toEqual({
      title: "For Friend",
      text: "Dear Friend, ${name}",
    });
    expect(await sent({ lacking: { name: "send as written" } })).toEqual({
      title: "For ${name}",
      text: "Dear ${name}, ${name}",
    });
  });
});
