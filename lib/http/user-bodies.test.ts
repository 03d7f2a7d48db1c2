import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { callResource, errorsOf, openInterface, type TestInterface } from "./testing";

describe("users in the body of a call", () => {
  let sql: Database;
  let served: TestInterface;
  const call = (method: string, path: string, body?: object | string) =>
    callResource(served, method, path, body);

  beforeAll(async () => {
    sql = await openTestDatabase();
    served = await openInterface(sql);
  }, 120_000);
  afterAll(() => served.close());

  it("are refused in the order of the body, with what is missing of a batch", async () => {
    const answer = await call("PUT", "/users/bob", '{"timezone":"Mars/X","attributes":{"a b":1}}');
    expect(errorsOf(answer)).toEqual([
      ["/timezone", "user.timezone", "7004"],
      ["/attributes/a b", "user.attribute.name", "7004"],
    ]);
    expect(errorsOf(await call("POST", "/users", {}))).toEqual([
      ["/users", "member.required", "7003"],
    ]);
  });

  it("are never another one where their id is not UTF-8", async () => {
    const answer = await call("PUT", "/users/M%FCller", { attributes: { plan: "gold" } });
    expect([answer.status, errorsOf(answer)]).toEqual([400, [["", "user.userid", "7004"]]]);
    expect(answer.text).toContain("invalid user id: it is not in UTF-8, percent-encoded");
  });

  it("keep as many values as a service has attributes, also where a client escapes characters", async () => {
    const values = Array.from({ length: 90 }, (_, n) => [`${"n".repeat(37)}${n}`, "ж".repeat(128)]);
    const text = JSON.stringify({ attributes: Object.fromEntries(values) });
    const escaped = text.replaceAll("ж", "\\u0436");
    expect(escaped.length).toBeGreaterThan(65_536);
    expect(await call("PATCH", "/users/cyrillic", escaped)).toMatchObject({ status: 201 });
    await call("DELETE", "/users/cyrillic");
    await sql.query("DELETE FROM user_attribute WHERE name LIKE 'nnn%'");
  });

  it("are stored although one of a batch has a character that cannot be stored", async () => {
    const answer = await call(
      "POST",
      "/users",
      '{"users":[{"userid":"whole","language":"de"},{"userid":"half","attributes":{"plan":"\\ud800"}},{"userid":"zero\\u0000"}]}',
    );
    expect(answer).toMatchObject({
      status: 200,
      body: {
        stored: 1,
        failed: [
          { index: 1, pointer: "/users/1/attributes/plan" },
          { index: 2, pointer: "/users/2/userid" },
        ],
      },
    });
  });
});
