import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { saveTemplate } from "@/lib/directory/template/save";
import type { PushBlocksInput } from "@/lib/interface/request";
import { callResource, openInterface, type TestInterface } from "./testing";

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

describe("what templates may hold", () => {
  let sql: Database;
  let served: TestInterface;
  beforeAll(async () => {
    sql = await openTestDatabase();
    served = await openInterface(sql);
  }, 120_000);
  afterAll(() => served.close(), 60_000);

  const call = (method: string, path: string, body?: object | string) =>
    callResource(served, method, path, body);
  const at = (id: string) => `/apps/shop/templates/${id}`;
  const document = (blocks: PushBlocksInput, ...parameters: object[]) => ({
    name: "Sale",
    blocks,
    parameters,
  });
  const as = () => ({ actor: testMember({ [served.serviceId]: { role: "admin" } }) });
  const rowOf = async (templateId: string) => {
    const [row] = await sql.query<{ id: string }>(
      "SELECT id FROM template WHERE template_id = $1",
      [templateId],
    );
    return row?.id ?? "";
  };
  const send = (message: object | undefined, channels?: object) =>
    call("POST", "/messaging", {
      deliverychannel: "push",
      appid: "shop",
      destination: [{ userid: ["u"] }],
      ...(message && { message }),
      ...(channels && { channels }),
    });

  describe("filled in", () => {
    it("is refused for more members, languages and names than anybody could be sent", async () => {
      const languages = Array.from({ length: 50 }, (_, n) => ({
        language: `en-US-x-${n}`,
        texts: [{ at: "/android/text", text: "x ${a}" }],
      }));
      const tagged = (count: number, value: unknown) => ({
        ...document(
          {
            android: {
              text: "${a}",
              extras: {
                customtags: Object.fromEntries(
                  Array.from({ length: count }, (_, n) => [`${n}`, value]),
                ),
              },
            },
          },
          { name: "a", maxLength: 60 },
        ),
        languages,
      });
      const problemTexts = async (id: string, body: object) =>
        ((await call("PUT", at(id), body)).body["problems"] as { message: string }[]).map(
          ({ message }) => message,
        );
      expect(await problemTexts("members", tagged(25_000, 1))).toEqual([
        "Its blocks have 25,004 members, and a template takes at most 2,000. Take some out.",
      ]);
      expect(await problemTexts("shared", tagged(1_000, "s".repeat(40)))).toEqual([
        expect.stringMatching(/^With its languages its blocks take more/),
      ]);
      expect(
        (await call("POST", `${at("shared")}/publish`, { revision: 1, anyway: true })).status,
      ).toBe(400);
    });

    it("is judged by the longest values before it is published, for any default", async () => {
      const short = { name: "a", default: "" };
      const bomb = await call(
        "PUT",
        at("bomb"),
        document({ android: { text: `hi ${"${a}".repeat(60_000)}` } }, short),
      );
      expect(bomb).toMatchObject({
        status: 201,
        body: {
          problems: [
            {
              pointer: "/blocks",
              message: expect.stringContaining("60,000 placeholders") as string,
            },
          ],
        },
      });
      expect(
        (await call("POST", `${at("bomb")}/publish`, { revision: 1, anyway: true })).status,
      ).toBe(400);
      const wide = await call(
        "PUT",
        at("wide"),
        document({ android: { text: "${a}".repeat(20) } }, { ...short, sample: "x".repeat(4_096) }),
      );
      expect(wide.text).toContain("81,931 bytes");
      expect(
        (await call("POST", `${at("wide")}/publish`, { revision: 1, anyway: true })).status,
      ).toBe(400);
    });

    it("is published above a provider's size only on confirmation", async () => {
      const loose = document(
        { android: { text: "${a} and ${a}" } },
        { name: "a", default: "", maxLength: 3_000 },
      );
      const put = await call("PUT", at("loose"), loose);
      expect(put.body).toMatchObject({
        problems: [
          { pointer: "/blocks", code: "7026" },
          { pointer: "/blocks", code: "7026" },
        ],
      });
      const refused = await call("POST", `${at("loose")}/publish`, { revision: 1 });
      expect(refused.status).toBe(400);
      expect(refused.body["problems"]).toEqual(put.body["problems"]);
      expect(
        (await call("POST", `${at("loose")}/publish`, { revision: 1, anyway: true })).body,
      ).toEqual({ version: 1 });
      // A call with such a value is refused, and the answer names the value.
      const sent = await send({ template: "loose", parameters: { a: "x".repeat(2_500) } });
      expect(sent).toMatchObject({ status: 413, body: { response: { code: "7026" } } });
      expect(sent.text).toMatch(
        /for android, of 4096; most of it is parameter 'a', with 5000 bytes/,
      );
      expect((await send({ template: "loose", parameters: { a: "x" } })).status).toBe(200);
    });

    it.each<[string, object]>([
      ["number", {}],
      ["date", {}],
      ["choice", { choices: ["S", "XXL"] }],
    ])("has an end of its own as a %s without a maximum length", async (type, more) => {
      const put = await call(
        "PUT",
        at(type),
        document({ android: { text: "${a} ${a}" } }, { name: "a", type, ...more }),
      );
      expect(put.body).toMatchObject({ problems: [] });
      expect((await call("POST", `${at(type)}/publish`, { revision: 1 })).body).toEqual({
        version: 1,
      });
    });

    it("is refused for each of twenty sends where the worst one was published before", async () => {
      const text = `hi ${"${a}".repeat(60_000)}`;
      await call(
        "PUT",
        at("worst"),
        document({ android: { text: "${a}" } }, { name: "a", default: "", maxLength: 100 }),
      );
      await call("POST", `${at("worst")}/publish`, { revision: 1 });
      await sql.query("UPDATE template_version SET content = $2 WHERE template_id = $1", [
        await rowOf("worst"),
        JSON.stringify({
          blocks: { android: { text } },
          parameters: [{ name: "a", default: "" }],
        }),
      ]);
      const message = { template: "worst@1", parameters: { a: "x".repeat(3_600) } };
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(message)));
      for (const { status, text: said } of answers) {
        expect(status).toBe(413);
        expect(said.length).toBeLessThan(1_000);
        expect(said).toMatch(
          /more than 65536 bytes once they are filled in; most of it is parameter 'a', with 216000000 bytes/,
        );
      }
      expect(
        (
          await send(
            { template: "loose", parameters: { a: "x".repeat(3_000) } },
            { push: { android: { text: "${a}".repeat(200) } } },
          )
        ).status,
      ).toBe(413);
    });
  });

  it.each([
    [
      "a member that is there twice",
      '{"name":"A","blocks":{"android":{"text":"1"},"android":{"text":"2"}}}',
      "json.duplicate",
      "/blocks/android",
    ],
    [
      "more levels than a request has",
      `{"name":"A","blocks":{"android":${deep(300)}}}`,
      "json.depth",
      undefined,
    ],
    [
      "half of a surrogate pair",
      '{"name":"A","blocks":{"android":{"text":"\\ud800"}}}',
      "text.characters",
      "/blocks/android/text",
    ],
  ])("is judged as a request is: %s", async (_what, body, rule, pointer) => {
    const put = await call("PUT", at("judged"), body);
    expect(put.status).toBe(400);
    const [problem] = put.body["problems"] as { pointer: string; code: string; message: string }[];
    const messageAnswer = await call(
      "POST",
      "/messaging",
      body.replace("{", '{"deliverychannel":"push","appid":"shop",'),
    );
    const [same] = (messageAnswer.body["response"] as { errors: { rule: string }[] }).errors.filter(
      (one) => one.rule === rule,
    );
    expect(problem).toMatchObject({ rule, ...(pointer !== undefined && { pointer }) });
    expect(same).toEqual(problem);
    expect((await call("GET", at("judged"))).status).toBe(404);
    const id = newId();
    await expect(saveTemplate(as(), { id, revision: 0, content: body })).rejects.toThrow(
      rule === "json.depth"
        ? /nested 32 levels deep/
        : rule === "json.duplicate"
          ? /A member may occur once/
          : /surrogate/,
    );
  });

  it("is refused in a sentence however deep it is", async () => {
    const put = await call("PUT", at("deep"), `{"name":"A","blocks":{"android":${deep(8_000)}}}`);
    expect(put).toMatchObject({
      status: 400,
      body: { problems: [{ code: "7000", rule: "json.depth" }] },
    });
    expect(put.body["error"]).toMatch(
      /^Invalid JSON at .* Objects and arrays may be nested 32 levels deep\.$/,
    );
  });
});
