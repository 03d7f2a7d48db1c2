import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { callResource, openInterface, type TestInterface } from "./testing";

describe("templates for programs", () => {
  let served: TestInterface;
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
    served = await openInterface(database);
  }, 120_000);
  afterAll(() => served.close(), 60_000);

  const call = (method: string, path: string, body?: object | string) =>
    callResource(served, method, path, body);
  const at = (id: string) => `/apps/shop/templates/${id}`;
  const document = (text: string, more: object = {}) => ({
    name: "Sale",
    tags: ["Spring"],
    blocks: { android: { text } },
    parameters: [{ name: "who", required: true, maxLength: 20, sample: "Ann" }],
    samples: [{ name: "Long", values: { who: "Wilhelmina" } }],
    ...more,
  });

  it("are written, published, read, listed and sent, by one key", async () => {
    expect(await call("PUT", at("sale"), document("Hi ${who}"))).toMatchObject({
      status: 201,
      body: { created: true, unchanged: false, revision: 1, problems: [], warnings: [] },
    });
    expect(
      (
        await call("POST", `${at("sale")}/publish`, {
          revision: 1,
          note: "First",
          expectedPublished: null,
        })
      ).body,
    ).toEqual({
      version: 1,
    });
    const read = await call("GET", at("sale"));
    expect(read.body).toMatchObject({
      appid: "shop",
      id: "sale",
      name: "Sale",
      tags: ["Spring"],
      published: 1,
      version: 1,
      archived: false,
      content: {
        blocks: { android: { text: "Hi ${who}" } },
        parameters: [
          {
            name: "who",
            type: "text",
            required: true,
            maxLength: 20,
            sample: "Ann",
            description: "",
          },
        ],
        samples: [{ name: "Long", values: { who: "Wilhelmina" } }],
      },
    });
    expect(JSON.stringify(read.body)).not.toContain("lengthIn");
    const { templates, next } = (await call("GET", "/templates?appid=shop")).body;
    expect(templates).toMatchObject([
      { id: "sale", appid: "shop", state: "published", published: 1, platforms: ["android"] },
    ]);
    expect(next).toBeNull();
    const sent = await call("POST", "/messaging", {
      deliverychannel: "push",
      appid: "shop",
      destination: [{ userid: ["u"] }],
      message: { template: "sale", parameters: { who: "Ann" } },
    });
    expect(sent.status).toBe(200);
  });

  it("wait as a draft only once they are changed", async () => {
    await call("PUT", at("twice"), document("A ${who}"));
    await call("POST", `${at("twice")}/publish`, { revision: 1 });
    const { content } = (await call("GET", at("twice"))).body as { content: object };
    expect(
      (await call("PUT", at("twice"), { name: "Sale", tags: ["Spring"], ...content })).body,
    ).toMatchObject({
      unchanged: true,
      revision: 2,
    });
    expect((await call("POST", `${at("twice")}/publish`, { revision: 2 })).status).toBe(400);
    expect((await call("PUT", at("twice"), document("B ${who}"))).body).toMatchObject({
      unchanged: false,
      revision: 3,
    });
    expect((await call("GET", at("twice"))).body).toMatchObject({
      version: null,
      published: 1,
      content: { blocks: { android: { text: "B ${who}" } } },
    });
    expect((await call("GET", `${at("twice")}?version=1`)).body).toMatchObject({
      version: 1,
      content: { blocks: { android: { text: "A ${who}" } } },
    });
    expect((await call("POST", `${at("twice")}/publish`, { revision: 3 })).body).toEqual({
      version: 2,
    });
    expect(
      (await call("POST", `${at("twice")}/publish`, { version: 1, expectedPublished: 2 })).body,
    ).toEqual({ version: 1 });
    expect((await call("GET", at("twice"))).body).toMatchObject({ version: 1, published: 1 });
  });

  it("keep the digits of numbers in custom tags as they were written", async () => {
    const blocks = `{"android":{"text":"x","extras":{"customtags":{"n":[1.10,12345678901234567890]}}}}`;
    expect((await call("PUT", at("digits"), `{"name":"Digits","blocks":${blocks}}`)).status).toBe(
      201,
    );
    expect((await call("GET", at("digits"))).text).toContain(blocks);
    await call("POST", `${at("digits")}/publish`, { revision: 1 });
    expect((await call("GET", at("digits"))).text).toContain(blocks);
    expect(
      (
        await call(
          "PUT",
          at("digits"),
          `{"name":"Digits","blocks":${blocks.replace("1.10", "1.1")}}`,
        )
      ).body,
    ).toMatchObject({
      unchanged: false,
    });
  });

  it.each([
    ["PUT", "/apps/shop/templates/a%20b", document("x ${who}"), 400, "/templateId"],
    ["PUT", "/apps/none/templates/x", document("x ${who}"), 404, undefined],
    ["PUT", "/apps/shop/templates/x", { ...document("x"), name: "" }, 400, "/name"],
    [
      "PUT",
      "/apps/shop/templates/x",
      { ...document("x"), parameters: [{ name: "who", type: "colour" }] },
      400,
      "/parameters/0/type",
    ],
    ["PUT", "/apps/shop/templates/x", "{", 400, undefined],
    ["GET", "/templates?after=Welcome_0199", undefined, 400, "/after"],
    ["GET", "/apps/shop/templates/none", undefined, 404, undefined],
    ["GET", "/apps/shop/templates/%00", undefined, 400, undefined],
    ["GET", "/apps/shop/templates/%E0%A4%A", undefined, 404, undefined],
    ["GET", "/apps/shop/templates/x?version=0", undefined, 400, "/version"],
    ["POST", "/apps/shop/templates/a%20b/preview", document("x ${who}"), 400, "/templateId"],
    ["POST", "/apps/none/templates/x/preview", document("x ${who}"), 404, undefined],
    ["POST", "/apps/shop/templates/none/publish", { revision: 1 }, 404, undefined],
    ["POST", "/apps/shop/templates/none/publish", {}, 404, undefined],
    ["POST", "/apps/shop/templates/%00/publish", {}, 404, undefined],
    ["POST", "/apps/shop/templates/sale/publish", {}, 400, "/revision"],
    [
      "POST",
      "/apps/shop/templates/sale/publish",
      { note: "x", expectedPublished: 1 },
      400,
      "/revision",
    ],
    ["POST", "/apps/shop/templates/sale/publish", { revision: null }, 400, "/revision"],
    ["POST", "/apps/shop/templates/sale/publish", { revision: "1" }, 400, "/revision"],
  ] as const)("answer %s %s with what is wrong", async (method, path, body, status, pointer) => {
    const answer = await call(method, path, body);
    expect(answer.status).toBe(status);
    const pointers = (answer.body["problems"] as { pointer: string }[]).map((one) => one.pointer);
    expect(pointers).toEqual(pointer === undefined ? pointers : [pointer]);
  });

  it("say what becomes too large before anybody uses them", async () => {
    const loose = document("Hi ${who}, ${rest}", {
      parameters: [
        { name: "who", maxLength: 20 },
        { name: "rest", sample: "all" },
      ],
    });
    const answer = await call("PUT", at("loose"), loose);
    expect(answer.body).toMatchObject({
      problems: [],
      warnings: [{ pointer: "/blocks", code: "7026" }],
    });
    expect(answer.text).toContain("${rest} has no maximum length.");
    expect((await call("POST", `${at("loose")}/publish`, { revision: 1 })).status).toBe(200);
    const large = document("Hi ${who}, ${who}", {
      parameters: [{ name: "who", maxLength: 3_000 }],
    });
    expect((await call("PUT", at("large"), large)).body).toMatchObject({
      problems: expect.arrayContaining([
        expect.objectContaining({ pointer: "/blocks", code: "7026" }),
      ]) as unknown,
      warnings: [],
    });
    expect((await call("POST", `${at("large")}/publish`, { revision: 1 })).status).toBe(400);
  });

  it("keep a draft that cannot be published yet, and say why", async () => {
    const answer = await call("PUT", at("later"), document("${who} and ${whom}"));
    expect(answer.body).toMatchObject({
      created: true,
      problems: [{ pointer: "/blocks/android/text" }],
    });
    expect(answer.text).toContain("${whom} is not declared");
    expect((await call("POST", `${at("later")}/publish`, { revision: 1 })).status).toBe(400);
  });

  it("are published by a caller that states the revision it read", async () => {
    await call("PUT", at("seen"), document("A ${who}"));
    const refused = await call("POST", `${at("seen")}/publish`, { note: "x" });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^revision: give the revision/) as string },
    });
    expect((await call("GET", at("seen"))).body).toMatchObject({ published: null, revision: 1 });
    // Publishing an older version names that version and needs no draft.
    expect((await call("POST", `${at("seen")}/publish`, { revision: 1 })).body).toEqual({
      version: 1,
    });
    expect((await call("POST", `${at("seen")}/publish`, { version: 1 })).body).toEqual({
      version: 1,
    });
  });
});
