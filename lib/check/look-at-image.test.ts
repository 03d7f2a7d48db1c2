import type dns from "node:dns/promises";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, beforeAll, afterAll, expect, it, vi } from "vitest";
import { config } from "@/lib/config/config";
import { jpeg, png } from "@/lib/media/testing";
import { lookAt } from "./look-at-image";

// The names of a network inside, which no resolver here knows.
vi.mock("node:dns/promises", async (actual) => {
  const own = await actual<typeof dns>();
  const inside = (name: string) => name.endsWith(".inside.example");
  // Of the resolver of this machine only the answer counts, and not how long it takes.
  const unknown = (name: string) =>
    Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: "ENOTFOUND" });
  const lookup = async (name: string, options: object) => {
    if (name.endsWith(".invalid")) throw unknown(name);
    return inside(name) ? [{ address: "10.1.2.3", family: 4 }] : own.lookup(name, options);
  };
  return { ...own, default: own, lookup };
});

let server: Server;
let origin: string;
let answer: RequestListener = (_, response) => response.end();
const requestedPaths: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    requestedPaths.push(request.url ?? "");
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  config().NOTIFY_ALLOW.splice(0, config().NOTIFY_ALLOW.length, "127.0.0.1");
});
afterEach(() => requestedPaths.splice(0));
afterAll(async () => {
  config().NOTIFY_ALLOW.splice(0);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const picture = (
  bytes: Uint8Array,
  headers: Record<string, string | number> = {},
): RequestListener => {
  return (_, response) =>
    void response
      .writeHead(200, { "content-type": "image/png", "content-length": bytes.length, ...headers })
      .end(bytes);
};

/** Sends for as long as a client listens. */
function pour(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536)));
  };
  response.on("drain", more);
  more();
}

it("reports what is there: format, size and bytes", async () => {
  const bytes = Buffer.concat([png(1_200, 600), Buffer.alloc(20_000)]);
  answer = picture(bytes, { "content-type": "Image/PNG; charset=binary" });
  expect(await lookAt(`${origin}/a.png`)).toEqual({
    kind: "image",
    url: `${origin}/a.png`,
    format: "PNG",
    size: { width: 1_200, height: 600 },
    animated: false,
    bytes: bytes.length,
    atLeast: bytes.length,
    contentType: "image/png",
  });
});

it("reads the head of a large one only, and takes its length from the server", async () => {
  const bytes = 400_000_000;
  let closed = false;
  answer = (_, response) => {
    response
      .writeHead(200, { "content-type": "image/jpeg", "content-length": bytes })
      .write(jpeg(4_000, 2_000));
    pour(response);
    response.on("close", () => (closed = true));
  };
  const look = await lookAt(`${origin}/large.jpg`);
  expect(look).toMatchObject({
    kind: "image",
    format: "JPEG",
    size: { width: 4_000, height: 2_000 },
    bytes,
    atLeast: 262_144,
  });
  await expect.poll(() => closed).toBe(true);
});

it("counts no further than a phone would show of one that never ends", async () => {
  answer = (_, response) => {
    response.writeHead(200, { "content-type": "image/png" }).write(png(10, 10));
    pour(response);
  };
  const look = await lookAt(`${origin}/endless`);
  expect(look).toMatchObject({ kind: "image", bytes: undefined });
  expect(look).toHaveProperty("atLeast", 1_048_577);
});

it("follows redirects, but no circle of them", async () => {
  answer = (request, response) => {
    if (request.url === "/moved")
      return void response.writeHead(302, { location: "/b.png" }).end("gone there");
    if (request.url === "/circle")
      return void response.writeHead(301, { location: `${origin}/circle` }).end();
    if (request.url === "/script")
      return void response.writeHead(302, { location: "javascript:alert(1)" }).end();
    picture(png(8, 4))(request, response);
  };
  expect(await lookAt(`${origin}/moved`)).toMatchObject({ kind: "image", url: `${origin}/b.png` });
  expect(await lookAt(`${origin}/circle`)).toEqual({ kind: "redirects", url: `${origin}/circle` });
  expect(requestedPaths.filter((path) => path === "/circle")).toHaveLength(5);
  expect(await lookAt(`${origin}/script`)).toEqual({
    kind: "refused",
    url: `${origin}/script`,
    status: 302,
  });
});

it("reaches no private address by a redirect either", async () => {
  answer = (_, response) =>
    void response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end();
  expect(await lookAt(`${origin}/inside`)).toEqual({
    kind: "unreached",
    url: "http://169.254.169.254/latest/meta-data/",
    why: "private",
  });
  for (const url of [
    "http://10.0.0.1/a.png",
    "http://[::1]/a.png",
    "http://localhost/a.png",
    "http://0xa.1:8443/a",
  ])
    expect(await lookAt(url)).toMatchObject({ kind: "unreached", why: "private" });
  expect(await lookAt("http://192.0.2.1.example.invalid/a.png")).toMatchObject({
    kind: "unreached",
    why: "host",
  });
  expect(await lookAt("https://example.com:25/a.png")).toMatchObject({
    kind: "unreached",
    why: "forbidden",
  });
});

it("says of a name inside what it says of one that there is not", async () => {
  const answerText = async (host: string) =>
    JSON.stringify(await lookAt(`https://${host}/a.png`)).replaceAll(host, "HOST");
  expect(await answerText("wiki.inside.example")).toBe(await answerText("nowhere.invalid"));
});

it.each([401, 403, 404, 500, 204])("reports the answer %s", async (status) => {
  answer = (_, response) => void response.writeHead(status).end();
  expect(await lookAt(`${origin}/x.png`)).toEqual({
    kind: "refused",
    url: `${origin}/x.png`,
    status,
  });
});

it("distinguishes a page from a picture, with any name, and repeats only names of a header", async () => {
  answer = (_, response) =>
    void response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end("<!doctype html><p>x");
  expect(await lookAt(`${origin}/x.png`)).toEqual({
    kind: "other",
    url: `${origin}/x.png`,
    contentType: "text/html",
  });
  answer = (_, response) =>
    void response.writeHead(200, { "content-type": "<script>alert(1)</script>" }).end("x");
  expect(await lookAt(`${origin}/x.png`)).toMatchObject({ kind: "other", contentType: "" });
  answer = (_, response) =>
    void response.writeHead(200, { "content-type": "image/png", "content-length": 0 }).end();
  expect(await lookAt(`${origin}/x.png`)).toMatchObject({ kind: "other" });
});

it("unpacks nothing", async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  answer = picture(bomb, { "content-encoding": "gzip" });
  expect(await lookAt(`${origin}/bomb.png`)).toEqual({
    kind: "compressed",
    url: `${origin}/bomb.png`,
    encoding: "gzip",
  });
});

it("waits no longer than it should, for the head or in the middle of it", async () => {
  answer = () => undefined;
  expect(await lookAt(`${origin}/silent`, 100)).toEqual({
    kind: "unreached",
    url: `${origin}/silent`,
    why: "slow",
  });
  answer = (_, response) =>
    void response.writeHead(200, { "content-length": 100 }).write(png(1, 1).subarray(0, 20));
  expect(await lookAt(`${origin}/stuck`, 100)).toMatchObject({ kind: "unreached", why: "slow" });
});

it("reports a closed port, and a broken connection", async () => {
  expect(await lookAt("http://127.0.0.1:1/a.png")).toMatchObject({
    kind: "unreached",
    why: "broken",
  });
  answer = (request) => void request.socket.destroy();
  expect(await lookAt(`${origin}/cut`)).toMatchObject({ kind: "unreached", why: "broken" });
});
