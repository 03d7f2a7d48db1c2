import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { testDatabases } from "@/lib/database/testing";
import type { Action } from "@/lib/policy/actions";
import { NotFoundError } from "@/lib/verb/errors";
import { expectRights, tried } from "@/lib/verb/testing";
import type { Verb } from "@/lib/verb/verb";
import { createApp } from "./app/create";
import { changeAudience } from "./audience/change";
import { addRecipients, createAudience, finishAudience } from "./audience/fill";
import { exportAudience } from "./audience/export";
import { removeAudience } from "./audience/remove";
import { saveTestGroup } from "./audience/save-test-group";
import { storeAudience } from "./audience/store";
import { saveCredential } from "./credential/save";
import { idleCredential } from "./credential/testing";
import { createServiceKey } from "./service/create-key";
import { createService } from "./service/create";
import { archiveTemplate, restoreTemplate } from "./template/archive";
import { publishTemplate } from "./template/publish";
import { publishDraft } from "./template/publish-draft";
import { rollBackTemplate } from "./template/roll-back";
import { changeTemplate, createTemplate, saveTemplate } from "./template/save";

/** What the verbs are tried on: a service with an app, a list and a list that is being filled. */
interface Ground {
  serviceId: string;
  appid: string;
  appId: string;
  listId: string;
  openId: string;
  /** A template with two versions and a draft, and one that is archived. */
  templateId: string;
  archivedId: string;
}

interface Case {
  verb: string;
  action: Action;
  /** Tries its rights on the first of two grounds. */
  expectAsTabled: (database: Database, own: Ground, foreign: Ground) => Promise<void>;
  /** Tries it with ids that belong to nothing; absent where the input names nothing. */
  lost?: (database: Database, id: string) => Promise<unknown>;
}

const owner = testOwner();
const recipients = [{ type: "userid" as const, id: "u1", parameters: { name: "Maya" } }];
const choice = { groups: [], devices: [], browsers: [], users: ["u2"] };

function caseOf<S extends z.ZodType>(verb: string, action: Action, run: Verb<S, unknown>, input: (ground: Ground) => z.input<S>): Case {
  const nothing = (id: string): Ground => ({ serviceId: id, appid: id, appId: id, listId: id, openId: id, templateId: id, archivedId: id });
  return {
    verb,
    action,
    expectAsTabled: (database, own, foreign) =>
      expectRights(database, action, run, input(own), { own: own.serviceId, foreign: foreign.serviceId }),
    lost: async (database, id) => (await tried(database, run, owner, input(nothing(id)), null)).error,
  };
}

const cases: Case[] = [
  {
    verb: "createService",
    action: "service.create",
    expectAsTabled: (database, _, foreign) =>
      expectRights(database, "service.create", createService, { name: "New" }, { own: null, foreign: foreign.serviceId }),
  },
  caseOf("createServiceKey", "serviceKey.create", createServiceKey, ({ serviceId }) => ({ serviceId, name: "Next" })),
  caseOf("createApp", "app.create", createApp, ({ serviceId }) => ({ serviceId, appid: "another", name: "Another" })),
  caseOf("saveCredential", "credential.save", saveCredential, ({ appId }) => ({
    appId,
    provider: "fcm" as const,
    credential: idleCredential("fcm"),
  })),
  caseOf("publishTemplate", "template.publish", publishTemplate, ({ appId }) => ({
    appId,
    templateId: "t",
    name: "T",
    blocks: { android: { text: "Hello" } },
    parameters: [],
  })),
  caseOf("createTemplate", "template.save", createTemplate, ({ appId }) => ({ appId, templateId: "made", name: "Made" })),
  caseOf("saveTemplate", "template.save", saveTemplate, ({ templateId: id }) => ({ id, revision: 1, content: "{}" })),
  caseOf("changeTemplate", "template.save", changeTemplate, ({ templateId: id }) => ({ id, name: "Renamed", tags: ["a"] })),
  caseOf("publishDraft", "template.publish", publishDraft, ({ templateId: id }) => ({ id, revision: 1 })),
  caseOf("rollBackTemplate", "template.rollBack", rollBackTemplate, ({ templateId: id }) => ({ id, version: 1 })),
  caseOf("archiveTemplate", "template.archive", archiveTemplate, ({ templateId: id }) => ({ id })),
  caseOf("restoreTemplate", "template.archive", restoreTemplate, ({ archivedId: id }) => ({ id })),
  caseOf("createAudience", "audience.fill", createAudience, ({ appid }) => ({ appid, name: "New" })),
  caseOf("addRecipients", "audience.fill", addRecipients, ({ openId }) => ({ id: openId, recipients })),
  caseOf("finishAudience", "audience.create", finishAudience, ({ openId }) => ({ id: openId })),
  caseOf("storeAudience", "audience.create", storeAudience, ({ serviceId }) => ({ serviceId, name: "New", recipients })),
  caseOf("saveTestGroup", "audience.create", saveTestGroup, ({ appid }) => ({ appid, name: "New", choice })),
  caseOf("changeAudience", "audience.change", changeAudience, ({ listId }) => ({ id: listId, name: "Renamed" })),
  caseOf("exportAudience", "audience.export", exportAudience, ({ listId }) => ({ id: listId })),
  caseOf("removeAudience", "audience.remove", removeAudience, ({ listId }) => ({ id: listId })),
];

describe.each(testDatabases())("who may write in the directory, on $name", ({ open }) => {
  let database: Database;
  let own: Ground;
  let foreign: Ground;

  beforeAll(async () => {
    database = await open();
    const ground = async (appid: string): Promise<Ground> => {
      const { id: serviceId } = await createService({ actor: owner }, { name: appid });
      const { id: appId } = await createApp({ actor: owner }, { serviceId, appid, name: appid });
      const listId = await storeAudience({ actor: owner }, { serviceId, name: "Kept", recipients });
      const openId = await createAudience({ actor: owner }, { appid, name: "Open" });
      await addRecipients({ actor: owner }, { id: openId, recipients });
      const content = { name: "Kept", blocks: { android: { text: "Hello" } }, parameters: [] };
      for (const templateId of ["kept", "kept", "archived"]) await publishTemplate({ actor: owner }, { appId, templateId, ...content });
      const rows = await database.query<{ id: string }>("SELECT id FROM template WHERE app_id = $1 ORDER BY id", [appId]);
      const [templateId = "", archivedId = ""] = rows.map(({ id }) => id);
      await saveTemplate({ actor: owner }, { id: templateId, revision: 0, content: JSON.stringify(content) });
      await archiveTemplate({ actor: owner }, { id: archivedId });
      return { serviceId, appid, appId, listId, openId, templateId, archivedId };
    };
    own = await ground("own");
    foreign = await ground("foreign");
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  it.each(cases)("$verb: as the table says for $action, in its own service alone, with an event", async ({ expectAsTabled }) => {
    await expectAsTabled(database, own, foreign);
  });

  it.each(cases.filter(({ lost }) => lost))("$verb: what there is not, is not found", async ({ lost }) => {
    for (const id of [newId(), "no id", "__proto__"]) expect(await lost?.(database, id)).toBeInstanceOf(NotFoundError);
  });

  it("a member of no service has no right to any of it", async () => {
    const { error } = await tried(database, removeAudience, testMember({}), { id: own.listId }, own.serviceId);
    expect(error).toMatchObject({ message: "You have no role in this service." });
  });
});
