import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, storeCampaign } from "@/lib/database/testing";
import { createApp } from "../app/create";
import { createService } from "../service/create";
import { saveTemplate } from "../template/save";
import { publishForTest } from "../template/testing";
import { listMedia } from "./list";
import { readMediaUsers } from "./used-by";

const as = { actor: testOwner() };
const hashOf = (digit: string) => digit.repeat(64);
const urlOf = (digit: string) => `https://push.example/media/${hashOf(digit)}.png`;
const naming = (digit: string, text = "Hello") => ({
  android: { text, extras: { customtags: { imageurl: urlOf(digit) } } },
});

describe("who uses a picture", () => {
  let database: Database;
  let serviceId: string;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    database = await openTestDatabase();
    ({ id: serviceId } = await createService(as, { name: "Shop" }));
    const { id: appId } = await createApp(as, { serviceId, appid: "shop", name: "Shop" });
    for (const digit of ["a", "b", "c", "d"]) {
      ids[digit] = newId();
      await database.query(
        "INSERT INTO media (id, service_id, sha256, type, bytes, width, height, name) VALUES ($1, $2, $3, 'png', 1, 1, 1, $4)",
        [ids[digit], serviceId, hashOf(digit), `Picture ${digit}`],
      );
    }
    const publish = (templateId: string, digit: string, text: string) =>
      publishForTest(as, {
        appId,
        templateId,
        name: templateId,
        blocks: naming(digit, text),
        parameters: [],
      });
    await publish("sale", "a", "One");
    await publish("sale", "b", "Two");
    const { id, revision } = await publish("sale", "b", "Three");
    await saveTemplate(as, { id, revision, content: JSON.stringify({ blocks: naming("c") }) });
    // As the default of a parameter.
    await publishForTest(as, {
      appId,
      templateId: "other",
      name: "other",
      blocks: { android: { text: "Hello", extras: { iconurl: "${icon}" } } },
      parameters: [{ name: "icon", type: "url", required: false, default: urlOf("b") }],
    });
    const text = (digit: string) => `{"x":"${urlOf(digit)}"}`;
    for (const [state, digit] of [
      ["draft", "b"],
      ["scheduled", "b"],
      ["sent", "a"],
    ] as const)
      await storeCampaign(database, {
        serviceId,
        appId,
        ...(state === "draft"
          ? { draft: text(digit) }
          : { order: { state, request: text(digit) } }),
      });
    await database.query("UPDATE app SET icon_url = $2 WHERE id = $1", [appId, urlOf("c")]);
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const users = (digit: string) => readMediaUsers(as, { id: ids[digit] ?? "" });

  it("is listed by template, by campaign that is yet to be sent, and by app", async () => {
    expect(await users("a")).toEqual({
      templates: [
        expect.objectContaining({ name: "sale", draft: false, published: false, others: 1 }),
      ],
      campaigns: [],
      apps: [],
    });
    expect(await users("b")).toEqual({
      templates: [
        expect.objectContaining({ name: "other", draft: false, published: true, others: 0 }),
        expect.objectContaining({ name: "sale", draft: false, published: true, others: 1 }),
      ],
      campaigns: [
        expect.objectContaining({ state: "scheduled" }),
        expect.objectContaining({ state: "draft" }),
      ],
      apps: [],
    });
    expect(await users("c")).toEqual({
      templates: [
        expect.objectContaining({ name: "sale", draft: true, published: false, others: 0 }),
      ],
      campaigns: [],
      apps: ["Shop"],
    });
    expect(await users("d")).toEqual({ templates: [], campaigns: [], apps: [] });
  });

  it("is counted in the list, the latest first, by name", async () => {
    const { rows } = await listMedia(as, { serviceId });
    expect(rows.map(({ name, uses }) => [name, uses])).toEqual([
      ["Picture d", 0],
      ["Picture c", 2],
      ["Picture b", 4],
      ["Picture a", 0],
    ]);
    expect(
      (await listMedia(as, { serviceId, text: "PICTURE B" })).rows.map(({ name }) => name),
    ).toEqual(["Picture b"]);
    expect((await listMedia(as, { serviceId, text: "\ud800" })).rows).toEqual([]);
  });

  it("is paged both ways", async () => {
    for (let n = 0; n < 50; n += 1)
      await database.query(
        "INSERT INTO media (id, service_id, sha256, type, bytes, width, height, name) VALUES ($1, $2, $3, 'png', 1, 1, 1, $4)",
        [newId(), serviceId, n.toString(16).padStart(64, "0"), `More ${n}`],
      );
    const first = await listMedia(as, { serviceId });
    expect([first.rows.length, first.total, first.previous]).toEqual([48, 54, null]);
    const second = await listMedia(as, { serviceId, after: first.next ?? "" });
    expect(second.rows.map(({ name }) => name)).toEqual([
      "More 1",
      "More 0",
      "Picture d",
      "Picture c",
      "Picture b",
      "Picture a",
    ]);
    expect((await listMedia(as, { serviceId, before: second.previous ?? "" })).rows).toEqual(
      first.rows,
    );
  });
});
