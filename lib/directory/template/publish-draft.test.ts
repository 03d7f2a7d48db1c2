import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { testDatabases } from "@/lib/database/testing";
import { createApp } from "../app/create";
import { createService } from "../service/create";
import { ConflictError } from "@/lib/verb/errors";
import { publishDraft } from "./publish-draft";
import { createTemplate, saveTemplate } from "./save";

describe.each(testDatabases())("publishing drafts on $name", ({ open }) => {
  let database: Database;
  let appId: string;
  const as = { actor: testOwner() };
  beforeAll(async () => {
    database = await open();
    const { id: serviceId } = await createService(as, { name: "Shop" });
    ({ id: appId } = await createApp(as, { serviceId, appid: "shop", name: "Shop" }));
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const saying = (text: string) => JSON.stringify({ blocks: { android: { text } }, parameters: [], samples: [], languages: [] });
  const refusalOf = (call: Promise<unknown>) => call.catch((thrown: unknown) => thrown);

  it("answers an earlier publish request that the draft was published, for any expected version", async () => {
    const { id } = await createTemplate(as, { appId, templateId: "twice", name: "Twice", content: saying("Hello") });
    await publishDraft(as, { id, revision: 1, expectedPublished: null });
    // A page that follows what is published expects the version of whoever was faster.
    for (const expectedPublished of [1, undefined]) {
      const refused = await refusalOf(publishDraft(as, { id, revision: 1, expectedPublished }));
      expect(refused).toBeInstanceOf(ConflictError);
      expect(refused).toMatchObject({
        problems: [
          {
            pointer: "/revision",
            message: "Another member published version 1 in the meantime, and the draft has no changes since. Review that version.",
          },
        ],
      });
    }
    expect(await refusalOf(publishDraft(as, { id, revision: 2, expectedPublished: 1 }))).toMatchObject({
      message: "There is nothing to publish: the draft has no changes since the last version.",
    });
    await saveTemplate(as, { id, revision: 2, content: saying("Hi") });
    expect(await refusalOf(publishDraft(as, { id, revision: 1, expectedPublished: 1 }))).toMatchObject({
      message: "Another member changed the draft. Review it, then publish.",
    });
    expect(await publishDraft(as, { id, revision: 3, expectedPublished: 1 })).toEqual({ version: 2 });
  });
});
