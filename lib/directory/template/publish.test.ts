import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { scopes } from "@/lib/policy/roles";
import { RefusedError } from "@/lib/verb/errors";
import { ConflictError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { createApp } from "../app/create";
import { createService } from "../service/create";
import { findTemplateDraft } from "./open";
import { publishTemplate } from "./publish";
import { createTemplate, saveTemplate } from "./save";
import { publishForTest } from "./testing";
import { findVersion } from "./version";

describe("publishing drafts", () => {
  let database: Database;
  let serviceId: string;
  let appId: string;
  const as = { actor: testOwner() };
  beforeAll(async () => {
    database = await openTestDatabase();
    await database.query(
      "INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'maya@a.example', 'Maya', '')",
      [as.actor.id],
    );
    ({ id: serviceId } = await createService(as, { name: "Shop" }));
    ({ id: appId } = await createApp(as, { serviceId, appid: "shop", name: "Shop" }));
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const saying = (text: string) =>
    JSON.stringify({ blocks: { android: { text } }, parameters: [], samples: [], languages: [] });
  const refusalOf = (call: Promise<unknown>) => call.catch((thrown: unknown) => thrown);

  it("answers an outdated publish request with the member who changed the draft", async () => {
    const { id } = await createTemplate(as, {
      appId,
      templateId: "twice",
      name: "Twice",
      content: saying("Hello"),
    });
    await publishTemplate(as, { id, revision: 1, expectedPublished: null });
    // A page that follows publishing expects the version that the faster request published.
    for (const expectedPublished of [1, undefined]) {
      const refused = await refusalOf(publishTemplate(as, { id, revision: 1, expectedPublished }));
      expect(refused).toBeInstanceOf(ConflictError);
      expect(refused).toMatchObject({
        problems: [
          {
            pointer: "/revision",
            message:
              "Maya published version 1 in the meantime, and the draft has no changes since. Review that version.",
          },
        ],
      });
    }
    expect(
      await refusalOf(publishTemplate(as, { id, revision: 2, expectedPublished: 1 })),
    ).toMatchObject({
      message: "There is nothing to publish: the draft has no changes since the last version.",
    });
    await saveTemplate(as, { id, revision: 2, content: saying("Hi") });
    expect(
      await refusalOf(publishTemplate(as, { id, revision: 1, expectedPublished: 1 })),
    ).toMatchObject({
      message: "Maya changed the draft. Review it, then publish.",
    });
    expect(await publishTemplate(as, { id, revision: 3, expectedPublished: 1 })).toEqual({
      version: 2,
    });
  });

  it("does not call a member who undid all changes the one who published", async () => {
    const { id } = await createTemplate(as, {
      appId,
      templateId: "undone",
      name: "Undone",
      content: saying("Hello"),
    });
    await publishTemplate(as, { id, revision: 1, expectedPublished: null });
    await saveTemplate(as, { id, revision: 2, content: saying("Hi") });
    await saveTemplate(as, { id, revision: 3, content: saying("Hello") });
    expect(
      await refusalOf(publishTemplate(as, { id, revision: 3, expectedPublished: 1 })),
    ).toMatchObject({
      message: "Maya undid all changes of the draft, so there is nothing to publish.",
    });
  });

  it("names a program as the other writer where a service key saved the draft", async () => {
    const { id } = await createTemplate(as, {
      appId,
      templateId: "by-program",
      name: "By program",
      content: saying("Hello"),
    });
    const program = { actor: { kind: "serviceKey" as const, serviceId, scopes } };
    await saveTemplate(program, { id, revision: 1, content: saying("Hi") });
    expect(await refusalOf(publishTemplate(as, { id, revision: 1 }))).toMatchObject({
      message: "A program changed the draft. Review it, then publish.",
      conflict: { revision: 2, by: "A program" },
    });
    expect(await findTemplateDraft(as, { id })).toMatchObject({ by: "A program", revision: 2 });
    await publishTemplate(program, { id, revision: 2 });
    expect(
      await refusalOf(publishTemplate(as, { id, revision: 3, expectedPublished: null })),
    ).toMatchObject({
      conflict: { by: "A program", theirs: { published: 1 } },
    });
  });

  const template = (text: string) => ({
    appId,
    templateId: "hello",
    name: "Hello",
    blocks: { android: { text } },
    parameters: [{ name: "who" }],
  });

  it("numbers versions from one, sends the last, and says so to the log", async () => {
    const admin = testMember({ [serviceId]: { role: "admin" } });
    expect(await publishForTest({ actor: admin }, template("Hello ${who}"))).toMatchObject({
      version: 1,
    });
    expect(await findVersion(appId, { templateId: "hello" })).toMatchObject({
      version: 1,
      blocks: { android: { text: "Hello ${who}" } },
    });
    expect(await publishForTest({ actor: admin }, template("Hi ${who}"))).toMatchObject({
      version: 2,
    });
    expect(await findVersion(appId, { templateId: "hello" })).toMatchObject({
      version: 2,
      blocks: { android: { text: "Hi ${who}" } },
    });
    const published = await eventsOf(database, serviceId, "template.publish");
    expect(
      published.filter(({ actorId }) => actorId === admin.id).map(({ snapshot }) => snapshot),
    ).toEqual([
      { templateId: "hello", version: 1 },
      { templateId: "hello", version: 2 },
    ]);
  });

  it.each([
    ["a placeholder that is not declared", () => template("${who} and ${whom}"), "/blocks"],
    [
      "what the interface refuses",
      () => ({
        ...template("x"),
        blocks: { android: { text: "x", extras: { time_to_live: "soon" } } } as never,
      }),
      "/blocks/android/extras/time_to_live",
    ],
    ["blocks that are none", () => ({ ...template("x"), blocks: [] as never }), "/blocks"],
    [
      "a parameter twice",
      () => ({ ...template("x"), parameters: [{ name: "who" }, { name: "who" }] }),
      "/parameters/1/name",
    ],
    ["no name", () => ({ ...template("x"), templateId: "unnamed", name: " " }), "/name"],
  ])("refuses %s, and points to it", async (_, input, pointer) => {
    const error = await refusalOf(publishForTest(as, input()));
    expect(error).toBeInstanceOf(RefusedError);
    expect((error as RefusedError).problems[0]?.pointer).toMatch(new RegExp(`^${pointer}`));
    expect((error as RefusedError).message).not.toBe("");
  });
});
