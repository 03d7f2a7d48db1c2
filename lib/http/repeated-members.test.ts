import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { openInterface, type TestInterface } from "./testing";

let database: Database;
let served: TestInterface;

beforeAll(async () => {
  database = await openTestDatabase();
  served = await openInterface(database);
}, 120_000);
afterAll(() => served.close());

it.each([
  [
    "PUT",
    "/resources/v1/devices",
    (more: string) =>
      `{"appid":"shop","userid":"x1","deviceid":"d9","kind":"android","pushid":"token-9",${more}}`,
  ],
  [
    "DELETE",
    "/resources/v1/devices",
    (more: string) => `{"appid":"shop","deviceid":"d9","userid":"x1",${more}}`,
  ],
  [
    "POST",
    "/resources/v1/receipts",
    (more: string) => `[{"transid":"x","deviceid":"d9","event":"read","userid":"x1",${more}}]`,
  ],
  [
    "POST",
    "/resources/v1/receipts",
    (more: string) => `{"transid":"x","deviceid":"d9","event":"read","userid":"x1",${more}}`,
  ],
  [
    "POST",
    "/resources/v1/updates/replay",
    (more: string) => `{"transid":"0190a000-0000-7000-8000-000000000000","userid":"x1",${more}}`,
  ],
])("refuses members that repeat and levels without end: %s %s", async (method, path, body) => {
  const send = async (text: string) => {
    const answer = await fetch(`${served.origin}${path}`, {
      method,
      headers: { key: path.endsWith("replay") ? served.key : served.clientKey },
      body: text,
    });
    return {
      status: answer.status,
      body: (await answer.json()) as {
        error: string;
        problems: { pointer: string; rule: string }[];
      },
    };
  };
  const at = body("").startsWith("[") ? "/0" : "";
  for (const name of ["userid", "us\\u0065rid"])
    expect(await send(body(`"${name}":"x2"`))).toMatchObject({
      status: 400,
      body: {
        error: expect.stringContaining("A member may occur once") as string,
        problems: [{ pointer: `${at}/userid`, rule: "json.duplicate" }],
      },
    });
  expect(await send(body(`"more":${"[".repeat(5_000)}${"]".repeat(5_000)}`))).toMatchObject({
    status: 400,
    body: { problems: [{ rule: "json.depth" }] },
  });
  expect(await send(`${body('"more":1')}}`)).toMatchObject({
    status: 400,
    body: { error: "The body is not JSON." },
  });
  const rows = await database.query("SELECT 1 FROM device WHERE deviceid = 'd9'");
  expect(rows).toEqual([]);
});
