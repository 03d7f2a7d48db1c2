import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { testDatabases } from "@/lib/database/testing";
import { RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { createApp } from "../app/create";
import { createService } from "../service/create";
import { publishTemplate } from "./publish";
import { findVersion } from "./version";

describe.each(testDatabases())("publishing templates on $name", ({ open }) => {
  let database: Database;
  let serviceId: string;
  let appId: string;
  beforeAll(async () => {
    database = await open();
    const actor = testOwner();
    ({ id: serviceId } = await createService({ actor }, { name: "Shop" }));
    ({ id: appId } = await createApp({ actor }, { serviceId, appid: "shop", name: "Shop" }));
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const template = (text: string) => ({
    appId,
    templateId: "hello",
    name: "Hello",
    blocks: { android: { text } },
    parameters: [{ name: "who" }],
  });

  it("numbers versions from one, sends the last, and says so to the log", async () => {
    const admin = testMember({ [serviceId]: { role: "admin" } });
    expect(await publishTemplate({ actor: admin }, template("Hello ${who}"))).toEqual({ version: 1 });
    expect(await findVersion(appId, { templateId: "hello" })).toMatchObject({ version: 1, blocks: { android: { text: "Hello ${who}" } } });
    expect(await publishTemplate({ actor: admin }, template("Hi ${who}"))).toEqual({ version: 2 });
    expect(await findVersion(appId, { templateId: "hello" })).toMatchObject({ version: 2, blocks: { android: { text: "Hi ${who}" } } });
    const published = await eventsOf(database, serviceId, "template.publish");
    expect(published.map(({ actorId, snapshot }) => [actorId, snapshot])).toEqual([
      [admin.id, { templateId: "hello", version: 1 }],
      [admin.id, { templateId: "hello", version: 2 }],
    ]);
  });

  it.each([
    ["a placeholder that is not declared", () => template("${who} and ${whom}"), "/blocks"],
    [
      "what the interface refuses",
      () => ({ ...template("x"), blocks: { android: { text: "x", extras: { time_to_live: "soon" } } } as never }),
      "/blocks/android/extras/time_to_live",
    ],
    ["blocks that are none", () => ({ ...template("x"), blocks: [] as never }), "/blocks"],
    ["a parameter twice", () => ({ ...template("x"), parameters: [{ name: "who" }, { name: "who" }] }), "/parameters/1/name"],
    ["no name", () => ({ ...template("x"), name: " " }), "/name"],
  ])("refuses %s, and points to it", async (_, input, pointer) => {
    const error = await publishTemplate({ actor: testOwner() }, input()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RefusedError);
    expect((error as RefusedError).problems[0]?.pointer).toMatch(new RegExp(`^${pointer}`));
    expect((error as RefusedError).message).not.toBe("");
  });
});
