import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { ConflictError, RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { openTemplate } from "./open";
import { publishTemplate } from "./publish";
import { rollBackTemplate } from "./roll-back";
import { createTemplate, saveTemplate } from "./save";
import { contentSaying, testShop, type Shop } from "./testing";
import { findVersion } from "./version";
import { readVersion } from "./version-content";

describe("keeping templates", () => {
  let database: Database;
  let serviceId: string;
  let appId: string;
  let maya: Shop["maya"];
  let ada: Shop["ada"];

  beforeAll(async () => {
    database = await openTestDatabase();
    ({ serviceId, appId, maya, ada } = await testShop(database));
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const make = async (templateId: string, text = "Hello") =>
    (
      await createTemplate(maya, {
        appId,
        templateId,
        name: `The ${templateId}`,
        content: contentSaying(text),
      })
    ).id;
  const refusalOf = async (call: Promise<unknown>) => {
    const error = await call.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RefusedError);
    return (error as RefusedError).problems[0];
  };
  const sentText = async (templateId: string) =>
    (await findVersion(appId, { templateId }))?.blocks.android?.text;

  it("go from an unsendable draft to versions with their author, note, hash and parent", async () => {
    const id = await make("first");
    expect(await findVersion(appId, { templateId: "first" })).toBeUndefined();
    expect(await publishTemplate(ada, { id, revision: 1, note: "To begin with" })).toEqual({
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
    expect(await saveTemplate(maya, { id, revision: 2, content: contentSaying("Hi") })).toEqual({
      revision: 3,
    });
    expect(await sentText("first")).toBe("Hello");
    expect(await publishTemplate(ada, { id, revision: 3, expectedPublished: 1 })).toEqual({
      version: 2,
    });
    const { versions } = await openTemplate(maya, { id });
    expect(versions.map(({ version, parent }) => [version, parent])).toEqual([
      [2, 1],
      [1, null],
    ]);
    expect(versions[0]?.hash).not.toBe(one?.hash);
    expect(await readVersion(maya, { id, version: 1 })).toBe(contentSaying("Hello"));
  });

  it("warn the second of two writers, and lose nothing of theirs", async () => {
    const id = await make("fenced");
    expect(await saveTemplate(maya, { id, revision: 1, content: contentSaying("Maya's") })).toEqual(
      {
        revision: 2,
      },
    );
    await expect(
      saveTemplate(ada, { id, revision: 1, content: contentSaying("Ada's") }),
    ).rejects.toMatchObject({
      conflict: { revision: 2, theirs: { content: contentSaying("Maya's") } },
    });
    // Its answer may be lost on the way: the same once more is no conflict with oneself.
    expect(await saveTemplate(maya, { id, revision: 1, content: contentSaying("Maya's") })).toEqual(
      {
        revision: 2,
      },
    );
    const stale = publishTemplate(ada, { id, revision: 1 });
    await expect(stale).rejects.toThrow(ConflictError);
    await expect(stale).rejects.toMatchObject({
      conflict: { revision: 2, by: "Maya", theirs: { content: contentSaying("Maya's") } },
    });
    const both = await Promise.allSettled([
      publishTemplate(ada, { id, revision: 2, expectedPublished: null }),
      publishTemplate(ada, { id, revision: 2, expectedPublished: null }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({
      reason: {
        problems: [{ pointer: "/expectedPublished" }],
        conflict: { by: "Ada", theirs: { published: 1 } },
      },
    });
    // A writer who has not seen that it was published gets the conflict, and begins from there.
    await expect(
      saveTemplate(maya, { id, revision: 2, content: contentSaying("Late") }),
    ).rejects.toMatchObject({
      conflict: {
        revision: 3,
        by: "Ada",
        at: expect.stringMatching(/^20.*Z$/) as string,
        theirs: { content: null },
      },
    });
    expect(await saveTemplate(maya, { id, revision: 3, content: contentSaying("Late") })).toEqual({
      revision: 4,
    });
    expect((await openTemplate(maya, { id })).draft?.content).toBe(contentSaying("Late"));
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
      content: contentSaying("Hi ${who}", { parameters: [declared] }),
    });
    await publishTemplate(ada, { id, revision: 2 });
    await saveTemplate(maya, {
      id,
      revision: 3,
      content: contentSaying("Hi ${who}!", { parameters: [declared] }),
    });
    expect((await openTemplate(maya, { id })).draft).not.toBeNull();
    const sparse = { maxLength: 20, required: true, name: "who" };
    expect(
      await saveTemplate(maya, {
        id,
        revision: 4,
        content: contentSaying("Hi ${who}", { parameters: [sparse] }),
      }),
    ).toEqual({ revision: 5 });
    expect((await openTemplate(maya, { id })).draft).toBeNull();
    expect(
      await saveTemplate(maya, {
        id,
        revision: 5,
        content: contentSaying("Hi ${who}?", { parameters: [sparse] }),
      }),
    ).toEqual({ revision: 6 });
    expect((await openTemplate(maya, { id })).draft).not.toBeNull();
  });

  it("are published with nothing that the interface refuses, and say where it stands", async () => {
    const id = await make("wrong", "Hello ${who}");
    expect((await refusalOf(publishTemplate(ada, { id, revision: 1 })))?.pointer).toMatch(
      /^\/blocks/,
    );
    await saveTemplate(maya, {
      id,
      revision: 1,
      content: contentSaying("${who}", { parameters: [{ name: "who", type: "choice" }] }),
    });
    expect(await refusalOf(publishTemplate(ada, { id, revision: 2 }))).toMatchObject({
      pointer: "/parameters/0/choices",
      message: "${who}, choices: must list the values to choose from.",
    });
    // One problem, though no value is one of no choices.
    await saveTemplate(maya, {
      id,
      revision: 2,
      content: contentSaying("${who}", {
        parameters: [{ name: "who", type: "choice", choices: [], sample: "Ann" }],
      }),
    });
    await expect(publishTemplate(ada, { id, revision: 3 })).rejects.toMatchObject({
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
      content: contentSaying("${who}", {
        parameters: [{ name: "who", type: "choice", choices: ["Ann"] }],
      }),
    });
    expect(await publishTemplate(ada, { id, revision: 4 })).toEqual({ version: 1 });
    expect(await refusalOf(publishTemplate(ada, { id, revision: 5 }))).toMatchObject({
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

  it("go back to an older version and forth, and leave the draft alone", async () => {
    const id = await make("back", "One");
    await publishTemplate(ada, { id, revision: 1 });
    await saveTemplate(maya, { id, revision: 2, content: contentSaying("Two") });
    await publishTemplate(ada, { id, revision: 3 });
    await saveTemplate(maya, { id, revision: 4, content: contentSaying("Three") });
    expect(await sentText("back")).toBe("Two");
    await rollBackTemplate(ada, { id, version: 1, expectedPublished: 2 });
    expect(await sentText("back")).toBe("One");
    expect((await findVersion(appId, { templateId: "back", version: 2 }))?.version).toBe(2);
    expect(
      (await refusalOf(rollBackTemplate(ada, { id, version: 2, expectedPublished: 2 })))?.pointer,
    ).toBe("/expectedPublished");
    expect((await refusalOf(rollBackTemplate(ada, { id, version: 9 })))?.pointer).toBe("/version");
    expect((await openTemplate(maya, { id })).draft?.content).toBe(contentSaying("Three"));
    const events = await eventsOf(database, serviceId, "template.rollBack");
    expect(events.map(({ snapshot }) => snapshot)).toEqual([
      { templateId: "back", from: 2, to: 1 },
    ]);
  });

  it("have an id of their own in each app, and one that fits into an address and a file", async () => {
    await make("taken");
    expect(await refusalOf(make("taken"))).toMatchObject({ pointer: "/templateId" });
    for (const wrong of ["", "a b", "a@3", "../x", "é", "-a"])
      expect((await refusalOf(make(wrong)))?.pointer).toBe("/templateId");
  });
});
