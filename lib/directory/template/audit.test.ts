import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { eventsOf } from "@/lib/verb/testing";
import { createApp } from "../app/create";
import { createService } from "../service/create";
import { putTemplate } from "./put";
import { changeTemplate, createTemplate, saveTemplate } from "./save";

const as = { actor: testOwner() };
const content = (text: string) =>
  JSON.stringify({ blocks: { android: { text } }, parameters: [], samples: [] });

describe("the audit log of templates", () => {
  let database: Database;
  let serviceId: string;
  let appId: string;
  let count = 0;
  const create = async () =>
    (await createTemplate(as, { appId, templateId: `t${(count += 1)}`, name: "News" })).id;
  const put = (part: object = {}) =>
    putTemplate(as, {
      appid: "shop",
      templateId: "filed",
      name: "Filed",
      blocks: { android: { text: "One" } },
      ...part,
    });
  const events = async (entityId?: string) =>
    (await eventsOf(database, serviceId)).filter(
      (event) => event.action.startsWith("template.") && event.entityId === entityId,
    );

  beforeAll(async () => {
    database = await openTestDatabase();
    ({ id: serviceId } = await createService(as, { name: "Shop" }));
    ({ id: appId } = await createApp(as, { serviceId, appid: "shop", name: "Shop" }));
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  it("names who created a template", async () => {
    const id = await create();
    expect(await events(id)).toMatchObject([
      {
        action: "template.create",
        actorId: as.actor.id,
        snapshot: { appid: "shop", templateId: `t${count}`, name: "News" },
      },
    ]);
  });

  it("has a new name and new tags with what they were before, and nothing where nothing changed", async () => {
    const id = await create();
    await changeTemplate(as, { id, name: "Weather", tags: ["daily"] });
    await changeTemplate(as, { id, name: "Weather", tags: ["daily"] });
    expect((await events(id)).slice(1)).toMatchObject([
      {
        action: "template.change",
        snapshot: {
          before: { name: "News", tags: [] },
          after: { name: "Weather", tags: ["daily"] },
        },
      },
    ]);
  });

  it("has each change that a program wrote, and nothing where it wrote what was there", async () => {
    await put();
    await put({ blocks: { android: { text: "Two" } } });
    await put({ blocks: { android: { text: "Two" } } });
    await put({ name: "Renamed", blocks: { android: { text: "Two" } } });
    const [template] = await database.query<{ id: string }>(
      "SELECT id FROM template WHERE template_id = 'filed'",
    );
    const facts = { appid: "shop", templateId: "filed", name: "Filed" };
    expect(
      (await events(template?.id)).map(({ action, snapshot }) => ({ action, snapshot })),
    ).toEqual([
      { action: "template.put", snapshot: { ...facts, created: true, revision: 1 } },
      { action: "template.put", snapshot: { ...facts, created: false, revision: 2 } },
      {
        action: "template.put",
        snapshot: { ...facts, name: "Renamed", created: false, revision: 2 },
      },
    ]);
  });

  it("has no event for an autosave of the editor", async () => {
    const id = await create();
    await saveTemplate(as, { id, revision: 1, content: content("Typed") });
    expect(await events(id)).toHaveLength(1);
  });
});
