import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { lockWaited, openTestDatabase } from "@/lib/database/testing";
import { templateIn } from "@/lib/template/files";
import { ConflictError, NotFoundError, RefusedError } from "@/lib/verb/errors";
import { createApp } from "../app/create";
import { createService } from "../service/create";
import { archiveTemplate } from "./archive";
import { exportTemplates } from "./export";
import { openTemplate } from "./open";
import { publishTemplate } from "./publish";
import { previewPut, putTemplate } from "./put";
import { rollBackTemplate } from "./roll-back";
import { createTemplate } from "./save";

const as = { actor: testOwner() };

describe("templates as one file", () => {
  let database: Database;
  const services: string[] = [];
  const ids: string[] = [];

  beforeAll(async () => {
    database = await openTestDatabase();
    for (const appid of ["own", "foreign"]) {
      const { id: serviceId } = await createService(as, { name: appid });
      const { id: appId } = await createApp(as, { serviceId, appid, name: appid });
      services.push(serviceId);
      for (const templateId of ["one", "two"])
        ids.push(
          (await createTemplate(as, { appId, templateId, name: `${appid} ${templateId}` })).id,
        );
    }
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const filesIn = async (input: Partial<Parameters<typeof exportTemplates>[1]>) => {
    const { parts } = await exportTemplates(as, { serviceId: services[0] ?? "", ...input });
    const chunks = [];
    for await (const part of parts) chunks.push(part);
    return unzipSync(Buffer.concat(chunks));
  };
  const namesIn = async (input: Partial<Parameters<typeof exportTemplates>[1]>) =>
    Object.keys(await filesIn(input)).filter((name) => name.endsWith("template.json"));

  it("are those of the service alone, chosen or shown", async () => {
    expect(await namesIn({})).toEqual(["own/one/template.json", "own/two/template.json"]);
    expect(await namesIn({ text: "two" })).toEqual(["own/two/template.json"]);
    expect(await namesIn({ ids })).toEqual(["own/one/template.json", "own/two/template.json"]);
    expect(await namesIn({ ids: [ids[1] ?? "", "no id", newId()] })).toEqual([
      "own/two/template.json",
    ]);
    await expect(namesIn({ ids: ids.slice(2) })).rejects.toThrow(
      "There are no templates to export.",
    );
    await expect(namesIn({ ids: [] })).rejects.toThrow(RefusedError);
  });

  it("are returned to members with the right, and to no member of another service", async () => {
    const viewer = { actor: testMember({ [services[0] ?? ""]: { role: "viewer" } }) };
    await expect(exportTemplates(viewer, { serviceId: services[0] ?? "" })).resolves.toBeDefined();
    await expect(exportTemplates(viewer, { serviceId: services[1] ?? "" })).rejects.toThrow(
      NotFoundError,
    );
  });

  it("say what is on the server when they are read again, although nothing was written in them", async () => {
    const files = Object.entries(await filesIn({ ids: ids.slice(0, 1) })).flatMap(([path, bytes]) =>
      path.startsWith("own/one/") ? [[path.slice("own/one/".length), bytes] as const] : [],
    );
    const folder = {
      path: "own/one",
      names: files.map(([name]) => name),
      read: (name: string) => new Map(files).get(name),
    };
    const { id: templateId, ...template } = templateIn(folder, { appid: "own", id: "one" });
    const document = { ...template, templateId } as Parameters<typeof previewPut>[1];
    expect(await previewPut(as, document)).toMatchObject({
      created: false,
      unchanged: true,
      revision: 1,
    });
    expect(await putTemplate(as, document)).toMatchObject({
      created: false,
      unchanged: true,
      revision: 1,
    });
  });

  it("are looked at before they are written, and what was written meanwhile is not overwritten", async () => {
    const document = {
      appid: "own",
      templateId: "filed",
      name: "Filed",
      blocks: { android: { text: "Hello" } },
    };
    const before = await previewPut(as, document);
    expect(before).toMatchObject({ created: true, unchanged: false, revision: 0 });
    expect(await putTemplate(as, { ...document, revision: before.revision })).toMatchObject({
      created: true,
    });
    expect(await previewPut(as, document)).toMatchObject({
      created: false,
      unchanged: true,
      revision: 1,
    });
    const changed = { ...document, blocks: { android: { text: "Hello ${name}" } } };
    // It can be saved, but not published as it is.
    expect(await previewPut(as, changed)).toMatchObject({
      unchanged: false,
      revision: 1,
      problems: [{ pointer: "/blocks/android/text" }],
    });
    await expect(putTemplate(as, { ...changed, revision: 0 })).rejects.toThrow(ConflictError);
    expect(await previewPut(as, document)).toMatchObject({ unchanged: true });
    for (const call of [previewPut, putTemplate]) {
      await expect(call(as, { ...document, templateId: "no id" })).rejects.toThrow(RefusedError);
      const large = { ...document, blocks: { android: { text: "x".repeat(300_000) } } };
      await expect(call(as, large)).rejects.toThrow("A template takes at most 262,144 bytes.");
    }
    // An archived template is not shown: a draft written to it would go unnoticed.
    const [filed] = await database.query<{ id: string }>(
      "SELECT id FROM template WHERE template_id = 'filed'",
    );
    await archiveTemplate(as, { id: filed?.id ?? "" });
    for (const call of [previewPut, putTemplate]) {
      await expect(call(as, changed)).rejects.toThrow("It is archived. Restore it first.");
      expect(await call(as, document)).toMatchObject({ unchanged: true });
    }
  });

  it("are compared with what is published once their turn comes", async () => {
    const document = (text: string) => ({
      appid: "own",
      templateId: "turn",
      name: "Turn",
      blocks: { android: { text } },
    });
    await putTemplate(as, document("One"));
    const [turn] = await database.query<{ id: string }>(
      "SELECT id FROM template WHERE template_id = 'turn'",
    );
    const id = turn?.id ?? "";
    await publishTemplate(as, { id, revision: 1 });
    const { revision } = await putTemplate(as, document("Two"));
    await publishTemplate(as, { id, revision });
    const { writing } = await database.transaction(async (tx) => {
      await rollBackTemplate({ ...as, tx }, { id, version: 1 });
      const put = putTemplate(as, document("Two"));
      await lockWaited(database);
      return { writing: put };
    });
    // It was published when the call came, and is not any more: so it is a draft again.
    expect(await writing).toMatchObject({ created: false, unchanged: false });
    expect(await openTemplate(as, { id })).toMatchObject({
      published: 1,
      draft: { content: expect.stringContaining("Two") as string },
    });
  });
});
