import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { archiveTemplate } from "@/lib/directory/template/archive";
import { putTemplate } from "@/lib/directory/template/put";
import { templateNamed } from "@/lib/directory/template/read-document";
import { callResource, openInterface, type TestInterface } from "./testing";

describe("templates for programs", () => {
  let served: TestInterface;
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
    served = await openInterface(database);
  }, 120_000);
  afterAll(() => served.close(), 60_000);

  const call = (method: string, path: string, body?: object | string) =>
    callResource(served, method, path, body);
  const at = (id: string) => `/apps/shop/templates/${id}`;
  const document = (text: string, more: object = {}) => ({
    name: "Sale",
    tags: ["Spring"],
    blocks: { android: { text } },
    parameters: [{ name: "who", required: true, maxLength: 20, sample: "Ann" }],
    samples: [{ name: "Long", values: { who: "Wilhelmina" } }],
    ...more,
  });

  it("answer 409 to every writer but the first, and write nothing", async () => {
    await call("PUT", at("raced"), document("A ${who}"));
    expect((await call("PUT", at("raced"), document("B ${who}", { revision: 9 }))).status).toBe(
      409,
    );
    expect((await call("POST", `${at("raced")}/publish`, { revision: 9 })).status).toBe(409);
    expect(
      (await call("POST", `${at("raced")}/publish`, { revision: 1, expectedPublished: 3 })).body,
    ).toMatchObject({
      problems: [{ pointer: "/expectedPublished" }],
    });
    const both = await Promise.all(
      [1, 2].map(() =>
        call("POST", `${at("raced")}/publish`, { revision: 1, expectedPublished: null }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409,
    ]);
    expect((await call("GET", at("raced"))).body).toMatchObject({
      published: 1,
      content: { blocks: { android: { text: "A ${who}" } } },
    });
  });

  it("name who wrote last and when, and whose draft would be lost", async () => {
    await call("PUT", at("whose"), document("A ${who}"));
    expect((await call("GET", at("whose"))).body).toMatchObject({
      by: null,
      at: expect.stringMatching(/^20.*Z$/) as string,
    });
    const as = { actor: testOwner() };
    await database.query(
      "INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'maya@a.example', 'Maya', '')",
      [as.actor.id],
    );
    await putTemplate(as, {
      appid: "shop",
      templateId: "whose",
      name: "Sale",
      blocks: { android: { text: "Hers" } },
    });
    expect((await call("GET", at("whose"))).body).toMatchObject({ by: "Maya", revision: 2 });
    const refused = await call("PUT", at("whose"), document("B ${who}", { revision: 1 }));
    expect(refused.status).toBe(409);
    expect(refused.text).toMatch(
      /is now at revision 2, not 1\. Maya changed it on 20\d\d-\d\d-\d\d \d\d:\d\d UTC\. Read it again\./,
    );
    await call("POST", `${at("whose")}/publish`, { revision: 2 });
    expect((await call("GET", at("whose"))).body).toMatchObject({ version: 1, by: null });
    expect((await call("PUT", at("whose"), document("B ${who}", { revision: 2 }))).text).toContain(
      "It was published or discarded in the meantime.",
    );
  });

  it("are created once by concurrent calls that expect none", async () => {
    const putDraft = (n: number) =>
      call("PUT", at("contest"), document(`${n} \${who}`, { revision: 0 }));
    const all = await Promise.all(Array.from({ length: 16 }, (_, n) => putDraft(n)));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(15);
  });

  it("that are archived take no draft, and say why", async () => {
    await call("PUT", at("old"), document("A ${who}"));
    await call("POST", `${at("old")}/publish`, { revision: 1 });
    const { id = "" } = (await templateNamed({ appid: "shop", templateId: "old" })) ?? {};
    await archiveTemplate({ actor: testOwner() }, { id });
    // Nothing is written for what it says already.
    expect(await call("PUT", at("old"), document("A ${who}"))).toMatchObject({
      status: 200,
      body: { unchanged: true },
    });
    for (const body of [
      document("B ${who}"),
      document("A ${who}", { name: "New" }),
      document("B ${who}", { revision: 2 }),
    ])
      expect(await call("PUT", at("old"), body)).toMatchObject({
        status: 409,
        body: {
          error: "It is archived. Restore it first.",
          problems: [{ pointer: "/templateId" }],
        },
      });
    expect((await call("GET", at("old"))).body).toMatchObject({
      archived: true,
      revision: 2,
      version: 1,
    });
  });
});
