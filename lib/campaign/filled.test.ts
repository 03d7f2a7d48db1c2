import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { examine } from "@/lib/compose/examine";
import { examineReach } from "@/lib/compose/examine-reach";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { openAudience } from "@/lib/directory/audience/list";
import { publishTemplate } from "@/lib/directory/template/testing";
import { composedOf } from "@/lib/inputs/compose";
import type { PushRequestInput } from "@/lib/interface/request";
import { planOptionsOf } from "@/lib/plan/own-values";
import { planCampaign, type Order } from "./plan";
import { sendDue } from "./run";
import { draft, fillList, messagesOfCampaign, orderNow, testShop, type TestShop } from "./testing";

const job = { actor: { kind: "job" as const, name: "test" } };
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
  const plan = (order: Order) =>
    planCampaign({ ...shop.maya, serviceId: shop.serviceId }, order, Date.now());
  const send = async ({ pattern, ...reach }: Order) => {
    const { campaignId } = await orderNow(shop, {
      request: pattern.body,
      reach,
      nonce: newId(),
      campaign: draft,
    });
    await sendDue();
    return messagesOfCampaign(sql, campaignId);
  };
  const user = (id: string, parameters: Record<string, string> = {}) => ({
    type: "userid" as const,
    id,
    parameters,
  });

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
    const judge = (text: string) =>
      examine(text, {
        app: { name: "Shop" },
        sender,
        httpsOnly: true,
        sizeRule: "body",
        now: Date.now(),
      });
    const shown = people.map(({ id }) => {
      const options = planOptionsOf(form, {
        sizeRule: "body",
        declared: undefined,
        list: audience.parameters,
        ...choices,
      });
      const judgeOne = (text: string) => judge(text).problems;
      return examineReach(form, {
        chosen: { kind: "open", audience },
        drawnFor: id,
        plan: options,
        examineOne: judge,
        judgeOne,
      }).body;
    });
    expect(stored).toEqual(shown);
    expect(shown[1]).toContain('"text":"東京 👍: ${name} 3 \\"days\\""');
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

  it("that a recipient lacks are a default, or stay away, or leave the recipient out, as it was chosen", async () => {
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
      const told = messages.map(({ request: one }) => [
        one.channels?.push?.android?.title,
        one.destination.flatMap(({ userid }) => userid),
      ]);
      return [counts.recipients, counts.leftOut, ...told];
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

  it("that a template requires leave out who has none, where that was chosen", async () => {
    const [app] = await sql.query<{ id: string }>("SELECT id FROM app WHERE appid = 'shop'");
    await publishTemplate(job, {
      appId: app?.id ?? "",
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
      ...request(""),
      channels: undefined,
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

  it("are asked for where a text goes to no list, too, and are a default or stay as they are", async () => {
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

  it("come from the column that a parameter of the template was given, also where it would be called otherwise", async () => {
    const [app] = await sql.query<{ id: string }>("SELECT id FROM app WHERE appid = 'shop'");
    await publishTemplate(job, {
      appId: app?.id ?? "",
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
      ...request(""),
      channels: undefined,
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
    const [app] = await sql.query<{ id: string }>("SELECT id FROM app WHERE appid = 'shop'");
    await publishTemplate(job, {
      appId: app?.id ?? "",
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
          deliverychannel: "push",
          appid: "shop",
          destination: [],
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
