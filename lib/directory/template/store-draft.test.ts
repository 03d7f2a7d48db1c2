import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { openTemplate } from "./open";
import { publishTemplate } from "./publish";
import { putTemplate } from "./put";
import { createTemplate, saveTemplate } from "./save";
import { testShop, type Shop } from "./testing";

interface Row {
  content: string | null;
  hash: Uint8Array | null;
  platforms: string[];
  languages: string[];
}

describe("the stored content of a template", () => {
  let sql: Database;
  let shop: Shop;
  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  }, 120_000);
  afterAll(() => sql.close());

  const columns = "content, content_hash AS hash, platforms, languages";
  const draftOf = async (id: string) => {
    const [row] = await sql.query<Row>(
      `SELECT ${columns} FROM template_draft WHERE template_id = $1`,
      [id],
    );
    return row;
  };
  // Written as no serializer writes it, with a default left out.
  const content = `{ "blocks": {"ios":{"text":"Hi \${name}"}, "android":{"text":"Hi"}},
    "parameters":[{"name":"name"}], "languages":[{"language":"pt","texts":[]}] }`;
  const create = (templateId: string) =>
    createTemplate(shop.maya, { appId: shop.appId, templateId, name: "Sale", content });

  it("is the text, hash, platforms and languages of its draft in the version too", async () => {
    const { id } = await create("same");
    const draft = await draftOf(id);
    expect(draft).toMatchObject({ content, platforms: ["android", "ios"], languages: ["pt"] });
    await publishTemplate(shop.ada, { id, revision: 1 });
    expect(
      await sql.query<Row>(`SELECT ${columns} FROM template_version WHERE template_id = $1`, [id]),
    ).toEqual([draft]);
    expect(
      await sql.query("SELECT platforms, languages FROM template WHERE id = $1", [id]),
    ).toEqual([{ platforms: ["android", "ios"], languages: ["pt"] }]);
    expect(await draftOf(id)).toEqual({
      content: null,
      hash: null,
      platforms: [],
      languages: [],
    });
  });

  it("is no draft where it equals the published version in other words", async () => {
    const { id } = await create("undone");
    await publishTemplate(shop.ada, { id, revision: 1 });
    const other = content.replace("Hi", "Hello");
    await saveTemplate(shop.maya, { id, revision: 2, content: other });
    expect((await openTemplate(shop.maya, { id })).draft?.content).toBe(other);
    const same = JSON.stringify({
      languages: [{ texts: [], language: "pt" }],
      samples: [],
      parameters: [{ description: "", required: false, name: "name", type: "text", sample: "" }],
      blocks: { android: { text: "Hi" }, ios: { text: "Hi ${name}" } },
    });
    await saveTemplate(shop.maya, { id, revision: 3, content: same });
    expect(await openTemplate(shop.maya, { id })).toMatchObject({ draft: null, revision: 4 });
  });

  it("finds a template by the languages of a draft that a program created", async () => {
    const put = {
      appid: "shop",
      templateId: "put",
      name: "Put",
      blocks: { web: { text: "Hi" } },
      languages: [{ language: "de", texts: [] }],
    };
    expect(await putTemplate(shop.ada, put)).toMatchObject({ created: true, revision: 1 });
    expect(
      await sql.query("SELECT platforms, languages FROM template WHERE template_id = 'put'"),
    ).toEqual([{ platforms: ["web"], languages: ["de"] }]);
    expect(await putTemplate(shop.ada, put)).toMatchObject({ unchanged: true, revision: 1 });
  });
});
