import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { createApp } from "../app/create";
import { createService } from "../service/create";
import { findTemplateChoices, listTemplateChoices } from "./choices";
import { listTemplates, listTemplateTags } from "./list";
import { changeTemplate, createTemplate } from "./save";
import { contentSaying, publishForTest, testShop } from "./testing";

describe("keeping templates", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
    await testShop(database);
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  it("are listed by name, text, app, platform, state and tag, sorted and by pages", async () => {
    const { id: elsewhere } = await createService({ actor: testOwner() }, { name: "Listing" });
    const { id: app } = await createApp(
      { actor: testOwner() },
      { serviceId: elsewhere, appid: "listing", name: "Listing" },
    );
    const actor = { actor: testOwner() };
    for (let n = 0; n < 60; n++)
      await publishForTest(actor, {
        appId: app,
        templateId: `t${n}`,
        name: `Template ${String(n).padStart(2, "0")}`,
        blocks: n % 2 === 0 ? { android: { text: "x" } } : { ios: { text: "x" } },
        parameters: [],
      });
    const { id: draft } = await createTemplate(actor, {
      appId: app,
      templateId: "draft",
      name: "A draft",
      content: contentSaying("x"),
    });
    await changeTemplate(actor, { id: draft, name: "A draft", tags: ["Sale", "Sale", "2026"] });
    const page = (query: object) => listTemplates(actor, { serviceId: elsewhere, ...query });
    const first = await page({});
    expect([first.rows.length, first.total, first.rows[0]?.name]).toEqual([50, 61, "A draft"]);
    expect((await page({ after: first.next })).rows.map(({ name }) => name)).toContain(
      "Template 59",
    );
    expect((await page({ sort: "-published" })).rows[0]?.name).toBe("Template 59");
    expect((await page({ sort: "published" })).rows[0]?.state).toBe("draft");
    expect((await page({ platform: "ios" })).total).toBe(30);
    await database.query(
      `INSERT INTO template_use (version_id, day, source, slot, uses, last_at)
       SELECT v.id, now()::date - o.days, 'api', 0, o.uses, now()
       FROM (VALUES ('Template 07', 3, 0), ('Template 08', 9, 1), ('Template 09', 100, 40)) o (name, uses, days)
       JOIN template t ON t.name = o.name AND t.service_id = $1 JOIN template_version v ON v.template_id = t.id`,
      [elsewhere],
    );
    // What was used long ago counts no more.
    const most = await page({ sort: "-uses" });
    expect(most.rows.slice(0, 2).map(({ name, uses }) => [name, uses])).toEqual([
      ["Template 08", 9],
      ["Template 07", 3],
    ]);
    const others = await page({ sort: "-uses", after: most.next });
    expect(new Set([...most.rows, ...others.rows].map(({ name }) => name)).size).toBe(61);
    const least = await page({ sort: "uses", before: undefined });
    expect(least.rows.every(({ uses }) => uses === 0)).toBe(true);
    expect((await page({ sort: "uses", after: least.next })).rows.at(-1)?.name).toBe("Template 08");
    expect((await page({ text: "template 1" })).total).toBe(10);
    expect((await page({ text: "sale" })).rows).toMatchObject([
      { state: "draft", tags: ["Sale", "2026"], platforms: ["android"], uses: 0 },
    ]);
    expect((await page({ tag: "2026", state: "draft" })).total).toBe(1);
    expect((await page({ state: "archived" })).rows).toEqual([]);
    expect((await page({ text: "\uD800" })).rows).toEqual([]);
    expect((await page({ appid: "shop" })).rows).toEqual([]);
    await publishForTest(actor, {
      appId: app,
      templateId: "zz",
      name: "Zz",
      blocks: { ios: { text: "x" } },
      parameters: [],
    });
    // The composer is given the one that a message names, however many come before it.
    await database.query(
      `INSERT INTO template (id, app_id, template_id, name, published) SELECT gen_random_uuid(), $1, 'a' || n, 'A ' || n, 1 FROM generate_series(1, 210) n`,
      [app],
    );
    await database.query(
      `INSERT INTO template_version (id, template_id, version, content, content_hash, hash) SELECT gen_random_uuid(), id, 1, '{"blocks":{}}', '', '' FROM template WHERE app_id = $1 AND name LIKE 'A %' AND published = 1`,
      [app],
    );
    const choices = async (named: string[]) =>
      (await listTemplateChoices(actor, { serviceId: elsewhere, named })).map(
        ({ templateId }) => templateId,
      );
    expect(await choices([])).not.toContain("zz");
    expect(await choices(["zz@1"])).toContain("zz");
    expect(await choices(["\0"])).toHaveLength(200);
    const matches = async (text: string) =>
      (await findTemplateChoices(actor, { serviceId: elsewhere, text })).map(
        ({ templateId }) => templateId,
      );
    expect(await matches("ZZ")).toEqual(["zz"]);
    expect(await matches("template 1")).toHaveLength(10);
    expect(await matches("template")).toHaveLength(20);
    expect(await matches(" ")).toEqual([]);
    expect(await listTemplateTags(actor, { serviceId: elsewhere })).toEqual(["2026", "Sale"]);
  });
});
