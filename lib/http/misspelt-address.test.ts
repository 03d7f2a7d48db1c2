import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase } from "@/lib/database/testing";
import { openInterface, type TestInterface } from "./testing";

let served: TestInterface;
beforeAll(async () => {
  served = await openInterface(await openTestDatabase());
}, 60_000);
afterAll(() => served.close());

const ask = async (path: string, method = "POST") => {
  const answer = await fetch(served.origin + path, {
    method,
    headers: { key: served.key },
    ...(method === "POST" ? { body: "{}" } : {}),
  });
  return { status: answer.status, text: await answer.text() };
};

it.each([
  "//resources/v1/messaging",
  "/resources//v1/messaging",
  "/resources/v1/messaging/",
  "/resources/v1/messaging//",
])("serves %s", async (path) => expect((await ask(path)).text).toContain("7003"));
it.each(["//healthz", "/healthz/", "//readyz", "//resources/v1/openapi.json/"])(
  "serves %s",
  async (path) => expect((await ask(path, "GET")).status).toBe(200),
);
it.each([
  "/resource/v1/messaging",
  "/Resources/v1/messaging",
  "/v1/messaging",
  "/api/resources/v1/messaging",
  "/resources/messaging",
])("answers %s with the right address", async (path) => {
  const { status, text } = await ask(path);
  expect([status, text]).toEqual([404, expect.stringContaining("It is /resources/v1/messaging.")]);
});
it("leaves the case of an id", async () => {
  const { text } = await ask("/Resources/v1/messaging/ABC", "GET");
  expect(text).toContain("It is /resources/v1/messaging/ABC.");
});
it("answers a program at an unknown address 404", async () => {
  expect(await ask("/messaging")).toMatchObject({ status: 404 });
});
