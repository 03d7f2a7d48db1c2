import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { ConflictError, NotFoundError, RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { createApp } from "../app/create";
import { createService } from "../service/create";
import { archiveTemplate, restoreTemplate } from "./archive";
import { findTemplateChoices, listTemplateChoices } from "./choices";
import { listTemplates, listTemplateTags } from "./list";
import { openTemplate } from "./open";
import { publishDraft } from "./publish-draft";
import { removeTemplate } from "./remove";
import { rollBackTemplate } from "./roll-back";
import { changeTemplate, createTemplate, saveTemplate } from "./save";
import { publishTemplate } from "./testing";
import { readTemplateUsers } from "./used-by";
import { findVersion } from "./version";
import { readVersion } from "./version-content";

describe("keeping templates", () => {
  let database: Database;
  let serviceId: string;
  let appId: string;
  let maya: { actor: ReturnType<typeof testMember> };
  let ada: { actor: ReturnType<typeof testMember> };

  beforeAll(async () => {
    database = await openTestDatabase();
    const actor = testOwner();
    ({ id: serviceId } = await createService({ actor }, { name: "Shop" }));
    ({ id: appId } = await createApp({ actor }, { serviceId, appid: "shop", name: "Shop app" }));
    maya = { actor: testMember({ [serviceId]: { role: "marketer" } }) };
    ada = { actor: testMember({ [serviceId]: { role: "admin" } }) };
    for (const [name, { id }] of [
      ["Maya", maya.actor],
      ["Ada", ada.actor],
    ] as const)
      await database.query(
        "INSERT INTO member (id, email, name, password_hash) VALUES ($1, $2, $2, '')",
        [id, name],
      );
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const saying = (text: string, more: object = {}) =>
    JSON.stringify({
      blocks: { android: { text } },
      parameters: [],
      samples: [],
      languages: [],
      ...more,
    });
  const make = async (templateId: string, text = "Hello") =>
    (
      await createTemplate(maya, {
        appId,
        templateId,
        name: `The ${templateId}`,
        content: saying(text),
      })
    ).id;
  const refusalOf = async (call: Promise<unknown>) => {
    const error = await call.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RefusedError);
    return (error as RefusedError).problems[0];
  };
  const sentText = async (templateId: string) =>
    (await findVersion(appId, { templateId }))?.blocks.android?.text;

  it("are deleted with their draft as long as they were never published, and their id is free again", async () => {
    const id = await make("regretted");
    await removeTemplate(ada, { id });
    await expect(openTemplate(maya, { id })).rejects.toThrow(NotFoundError);
    await expect(removeTemplate(ada, { id })).rejects.toThrow(NotFoundError);
    const again = await make("regretted");
    await publishDraft(ada, { id: again, revision: 1 });
    expect((await refusalOf(removeTemplate(ada, { id: again })))?.message).toContain(
      "Archive it instead",
    );
    const events = await eventsOf(database, serviceId, "template.remove");
    expect(events).toMatchObject([
      { entityId: id, snapshot: { templateId: "regretted", name: "The regretted" } },
    ]);
  });

  it("go from an unsendable draft to versions with their author, note, hash and parent", async () => {
    const id = await make("first");
    expect(await findVersion(appId, { templateId: "first" })).toBeUndefined();
    expect(await publishDraft(ada, { id, revision: 1, note: "To begin with" })).toEqual({
      version: 1,
    });
    expect(await sentText("first")).toBe("Hello");
    const opened = await openTemplate(maya, { id });
    expect(opened).toMatchObject({
      templateId: "first",
      published: 1,
      draft: null,
      revision: 2,
      archived: false,
    });
    const [one] = opened.versions;
    expect(one).toMatchObject({ version: 1, note: "To begin with", parent: null });
    expect(one?.hash).toMatch(/^[\da-f]{64}$/);
    expect(await saveTemplate(maya, { id, revision: 2, content: saying("Hi") })).toEqual({
      revision: 3,
    });
    expect(await sentText("first")).toBe("Hello");
    expect(await publishDraft(ada, { id, revision: 3, expectedPublished: 1 })).toEqual({
      version: 2,
    });
    const { versions } = await openTemplate(maya, { id });
    expect(versions.map(({ version, parent }) => [version, parent])).toEqual([
      [2, 1],
      [1, null],
    ]);
    expect(versions[0]?.hash).not.toBe(one?.hash);
    expect(await readVersion(maya, { id, version: 1 })).toBe(saying("Hello"));
  });

  it("warn the second of two who save, and of two who publish, and lose nothing of theirs", async () => {
    const id = await make("fenced");
    expect(await saveTemplate(maya, { id, revision: 1, content: saying("Maya's") })).toEqual({
      revision: 2,
    });
    await expect(
      saveTemplate(ada, { id, revision: 1, content: saying("Ada's") }),
    ).rejects.toMatchObject({
      conflict: { revision: 2, theirs: { content: saying("Maya's") } },
    });
    // Its answer may be lost on the way: the same once more is no conflict with oneself.
    expect(await saveTemplate(maya, { id, revision: 1, content: saying("Maya's") })).toEqual({
      revision: 2,
    });
    const stale = publishDraft(ada, { id, revision: 1 });
    await expect(stale).rejects.toThrow(ConflictError);
    await expect(stale).rejects.toMatchObject({
      conflict: { revision: 2, by: "Maya", theirs: { content: saying("Maya's") } },
    });
    const both = await Promise.allSettled([
      publishDraft(ada, { id, revision: 2, expectedPublished: null }),
      publishDraft(ada, { id, revision: 2, expectedPublished: null }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({
      reason: {
        problems: [{ pointer: "/expectedPublished" }],
        conflict: { by: "Ada", theirs: { published: 1 } },
      },
    });
    // Who writes on without having seen that it was published is told, and begins from there.
    await expect(
      saveTemplate(maya, { id, revision: 2, content: saying("Late") }),
    ).rejects.toMatchObject({
      conflict: {
        revision: 3,
        by: "Ada",
        at: expect.stringMatching(/^20.*Z$/) as string,
        theirs: { content: null },
      },
    });
    expect(await saveTemplate(maya, { id, revision: 3, content: saying("Late") })).toEqual({
      revision: 4,
    });
    expect((await openTemplate(maya, { id })).draft?.content).toBe(saying("Late"));
  });

  it("are changed by no draft that says what is published, in any order, with defaults written out or not", async () => {
    const id = await make("restored");
    const declared = {
      name: "who",
      type: "text",
      required: true,
      sample: "",
      description: "",
      maxLength: 20,
    };
    await saveTemplate(maya, {
      id,
      revision: 1,
      content: saying("Hi ${who}", { parameters: [declared] }),
    });
    await publishDraft(ada, { id, revision: 2 });
    await saveTemplate(maya, {
      id,
      revision: 3,
      content: saying("Hi ${who}!", { parameters: [declared] }),
    });
    expect((await openTemplate(maya, { id })).draft).not.toBeNull();
    const sparse = { maxLength: 20, required: true, name: "who" };
    expect(
      await saveTemplate(maya, {
        id,
        revision: 4,
        content: saying("Hi ${who}", { parameters: [sparse] }),
      }),
    ).toEqual({ revision: 5 });
    expect((await openTemplate(maya, { id })).draft).toBeNull();
    expect(
      await saveTemplate(maya, {
        id,
        revision: 5,
        content: saying("Hi ${who}?", { parameters: [sparse] }),
      }),
    ).toEqual({ revision: 6 });
    expect((await openTemplate(maya, { id })).draft).not.toBeNull();
  });

  it("are published with nothing that the interface refuses, and say where it stands", async () => {
    const id = await make("wrong", "Hello ${who}");
    expect((await refusalOf(publishDraft(ada, { id, revision: 1 })))?.pointer).toMatch(/^\/blocks/);
    await saveTemplate(maya, {
      id,
      revision: 1,
      content: saying("${who}", { parameters: [{ name: "who", type: "choice" }] }),
    });
    expect(await refusalOf(publishDraft(ada, { id, revision: 2 }))).toMatchObject({
      pointer: "/parameters/0/choices",
      message: "${who}, choices: must list the values to choose from.",
    });
    // One problem, though no value is one of no choices.
    await saveTemplate(maya, {
      id,
      revision: 2,
      content: saying("${who}", {
        parameters: [{ name: "who", type: "choice", choices: [], sample: "Ann" }],
      }),
    });
    await expect(publishDraft(ada, { id, revision: 3 })).rejects.toMatchObject({
      problems: [
        {
          pointer: "/parameters/0/choices",
          message: "${who}, choices: must list at least one value.",
        },
      ],
    });
    await saveTemplate(maya, {
      id,
      revision: 3,
      content: saying("${who}", {
        parameters: [{ name: "who", type: "choice", choices: ["Ann"] }],
      }),
    });
    expect(await publishDraft(ada, { id, revision: 4 })).toEqual({ version: 1 });
    expect(await refusalOf(publishDraft(ada, { id, revision: 5 }))).toMatchObject({
      message: expect.stringContaining("nothing to publish") as string,
    });
    for (const content of [
      "",
      "[]",
      "null",
      "{",
      `{"a":"${"x".repeat(262_144)}"}`,
      '{"a":"\u0000"}',
    ])
      expect((await refusalOf(saveTemplate(maya, { id, revision: 4, content })))?.pointer).toBe(
        "/content",
      );
  });

  it("go back to an older version and forth, for requests that pin none, and leave the draft alone", async () => {
    const id = await make("back", "One");
    await publishDraft(ada, { id, revision: 1 });
    await saveTemplate(maya, { id, revision: 2, content: saying("Two") });
    await publishDraft(ada, { id, revision: 3 });
    await saveTemplate(maya, { id, revision: 4, content: saying("Three") });
    expect(await sentText("back")).toBe("Two");
    await rollBackTemplate(ada, { id, version: 1, expectedPublished: 2 });
    expect(await sentText("back")).toBe("One");
    expect((await findVersion(appId, { templateId: "back", version: 2 }))?.version).toBe(2);
    expect(
      (await refusalOf(rollBackTemplate(ada, { id, version: 2, expectedPublished: 2 })))?.pointer,
    ).toBe("/expectedPublished");
    expect((await refusalOf(rollBackTemplate(ada, { id, version: 9 })))?.pointer).toBe("/version");
    expect((await openTemplate(maya, { id })).draft?.content).toBe(saying("Three"));
    const events = await eventsOf(database, serviceId, "template.rollBack");
    expect(events.map(({ snapshot }) => snapshot)).toEqual([
      { templateId: "back", from: 2, to: 1 },
    ]);
  });

  it("are not archived while something that is yet to be sent names them", async () => {
    const id = await make("used");
    await publishDraft(ada, { id, revision: 1 });
    const request = { deliverychannel: "push", appid: "shop", destination: [] };
    const campaign = async (state: string, version: number | null, named: string | null = id) => {
      const made = newId();
      const body = { ...request, message: { template: "used" } };
      await database.query(
        `INSERT INTO campaign (id, service_id, app_id, name, draft, request, state, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, now())`,
        [
          made,
          serviceId,
          appId,
          `A ${state}`,
          JSON.stringify({ request: body }),
          JSON.stringify(body),
          state,
        ],
      );
      if (named !== null)
        await database.query(
          "INSERT INTO campaign_template (campaign_id, app_id, name, version) SELECT $1, app_id, template_id, $3 FROM template WHERE id = $2",
          [made, named, version],
        );
      return made;
    };
    const scheduled = await campaign("scheduled", 1);
    const draft = await campaign("draft", null);
    await campaign("sent", 1);
    // Its text says so, and its rows do not.
    await campaign("draft", null, null);
    expect(await refusalOf(archiveTemplate(ada, { id }))).toMatchObject({
      message:
        "In use by “A scheduled” (scheduled) and “A draft” (draft). Remove it there to archive this template.",
    });
    expect((await readTemplateUsers(maya, { id })).campaigns).toEqual([
      { id: scheduled, name: "A scheduled", state: "scheduled", version: 1 },
      { id: draft, name: "A draft", state: "draft", version: null },
    ]);
    await database.query("DELETE FROM campaign WHERE service_id = $1", [serviceId]);
    await archiveTemplate(ada, { id });
    expect(await sentText("used")).toBeUndefined();
    expect((await refusalOf(publishDraft(ada, { id, revision: 2 })))?.message).toContain(
      "archived",
    );
    await restoreTemplate(ada, { id });
    expect(await sentText("used")).toBe("Hello");
  });

  it("are archived although programs use them only by who says so", async () => {
    const id = await make("called");
    await publishDraft(ada, { id, revision: 1 });
    await database.query(
      "INSERT INTO template_use (version_id, day, source, slot, uses, last_at) SELECT id, (now() AT TIME ZONE 'UTC')::date - 2, 'api', 0, 1200, now() FROM template_version WHERE template_id = $1",
      [id],
    );
    const refused = await refusalOf(archiveTemplate(ada, { id }));
    expect(refused?.pointer).toBe("/anyway");
    expect(refused?.message).toMatch(
      /^Programs sent 1,200 messages with this template in the last 30 days, most recently on \d{4}-\d\d-\d\d /,
    );
    await archiveTemplate(ada, { id, anyway: true });
    expect(await sentText("called")).toBeUndefined();
  });

  it("have an id of their own in each app, and one that fits into an address and a file", async () => {
    await make("taken");
    expect(await refusalOf(make("taken"))).toMatchObject({ pointer: "/templateId" });
    for (const wrong of ["", "a b", "a@3", "../x", "é", "-a"])
      expect((await refusalOf(make(wrong)))?.pointer).toBe("/templateId");
  });

  it("are listed by name, text, app, platform, state and tag, sorted and by pages", async () => {
    const { id: elsewhere } = await createService({ actor: testOwner() }, { name: "Listing" });
    const { id: app } = await createApp(
      { actor: testOwner() },
      { serviceId: elsewhere, appid: "listing", name: "Listing" },
    );
    const actor = { actor: testOwner() };
    for (let n = 0; n < 60; n++)
      await publishTemplate(actor, {
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
      content: saying("x"),
    });
    await changeTemplate(actor, { id: draft, name: "A draft", tags: ["Sale", "Sale", "2026"] });
    const page = (asked: object) => listTemplates(actor, { serviceId: elsewhere, ...asked });
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
    await publishTemplate(actor, {
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
      `INSERT INTO template_version (id, template_id, version, blocks, parameters, hash) SELECT gen_random_uuid(), id, 1, '{}', '[]', '' FROM template WHERE app_id = $1 AND name LIKE 'A %' AND published = 1`,
      [app],
    );
    const choices = async (named: string[]) =>
      (await listTemplateChoices(actor, { serviceId: elsewhere, named })).map(
        ({ templateId }) => templateId,
      );
    expect(await choices([])).not.toContain("zz");
    expect(await choices(["zz@1"])).toContain("zz");
    expect(await choices(["\0"])).toHaveLength(200);
    const found = async (text: string) =>
      (await findTemplateChoices(actor, { serviceId: elsewhere, text })).map(
        ({ templateId }) => templateId,
      );
    expect(await found("ZZ")).toEqual(["zz"]);
    expect(await found("template 1")).toHaveLength(10);
    expect(await found("template")).toHaveLength(20);
    expect(await found(" ")).toEqual([]);
    expect(await listTemplateTags(actor, { serviceId: elsewhere })).toEqual(["2026", "Sale"]);
  });
});
