import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase } from "@/lib/database/testing";
import { openInterface, type TestInterface } from "./testing";

let served: TestInterface;
beforeAll(async () => {
  served = await openInterface(await openTestDatabase());
}, 60_000);
afterAll(() => served.close());

const ask = async (line: string) => {
  const answer = await served.raw(
    `${line} HTTP/1.1\r\nhost: here.example\r\nconnection: close\r\n\r\n`,
  );
  const [, status, headers = "", body = ""] =
    /^HTTP\/1\.1 (\d+)[^\r]*\r\n(.*?)\r\n\r\n(.*)$/s.exec(answer) ?? [];
  return { status: Number(status), allow: /^allow: (.*)$/im.exec(headers)?.[1]?.trim(), body };
};
/** What a page is given, when it is left to one. */
const pageOf = (target: string) => ({
  status: 299,
  allow: undefined,
  body: expect.stringContaining(target),
});

const everything = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
const pages = "GET, HEAD, POST, OPTIONS";

it.each([
  ["OPTIONS *", 204, everything],
  ["CONNECT here.example:443", 405, everything],
  ["CONNECT /", 405, everything],
  ["TRACE /", 405, pages],
  ["TRACE /sign-in", 405, pages],
  ["PROPFIND /messages", 405, pages],
  ["PATCH /api/auth/session", 405, pages],
  ["OPTIONS /sign-in", 204, pages],
  ["TRACE /healthz", 405, "GET, HEAD"],
  ["TRACE /readyz", 405, "GET, HEAD"],
  ["TRACE /resources/v1/messaging", 405, "POST"],
  ["TRACE /resources/v1/devices", 405, "PUT, DELETE, OPTIONS"],
])("%s is answered %i with what is allowed", async (line, status, allow) => {
  expect(await ask(line)).toMatchObject({ status, allow });
});

it.each([
  "GET *",
  "GET http://",
  "GET http:///x",
  "GET http://a@b/",
  "GET ftp://x/y",
  "GET foo:bar",
])("%s names nothing here", async (line) => {
  expect(await ask(line)).toMatchObject({ status: 400, allow: undefined });
});

it("takes the absolute form as the path that it names", async () => {
  expect(await ask("GET http://here.example/healthz")).toMatchObject({ status: 200 });
  expect(await ask("GET HTTP://elsewhere.example:80/healthz?x=1")).toMatchObject({ status: 200 });
  expect(await ask("GET http://here.example/messages?a=b")).toEqual(pageOf("/messages?a=b"));
  expect(await ask("GET http://here.example")).toEqual(pageOf("/"));
  expect(await ask("GET http://here.example?x")).toEqual(pageOf("/?x"));
});

it("leaves pages a path that can be decoded, and what looked so is found nowhere", async () => {
  expect(await ask("GET /messages/%ff?q=%ff")).toEqual(pageOf("/messages/%25ff?q=%ff"));
  expect(await ask("GET /messages/%E0%A4%A")).toEqual(pageOf("/messages/%25E0%25A4%25A"));
  expect(await ask("GET /%")).toEqual(pageOf("/%25"));
  expect(await ask("GET /caf%C3%A9")).toEqual(pageOf("/caf%C3%A9"));
  expect(await ask("GET //elsewhere.example/x")).toEqual(pageOf("//elsewhere.example/x"));
  expect(await ask("GET /resources/%ff")).toMatchObject({ status: 404 });
});
