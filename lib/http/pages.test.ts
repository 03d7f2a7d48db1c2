import { createServer, request as send, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { config } from "@/lib/config/config";
import { presentClient } from "@/lib/verb/client";
import { guardPages } from "./pages";

let server: Server;
let port: number;
/** The headers that the pages got, if they were asked. */
let pageHeaders: IncomingHttpHeaders | undefined;
/** For whom the audit log takes what they do. */
let client: string | null;

beforeAll(async () => {
  const pages = guardPages((request, response) => {
    pageHeaders = request.headers;
    client = presentClient();
    response.statusCode = Number(request.headers["x-status"] ?? 200);
    response.end("page");
  });
  server = createServer((request, response) => void pages(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function ask(method: string, headers: Record<string, string>): Promise<number> {
  pageHeaders = undefined;
  return new Promise((resolve, reject) => {
    const request = send({ port, host: "127.0.0.1", method, headers, agent: false }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    });
    request.on("error", reject).end();
  });
}

const own = config().ORIGIN;
const ownHost = new URL(own).host;
const changing = ["POST", "PUT", "PATCH", "DELETE"];

describe("the way to the pages", () => {
  it("is open to the console's own pages, which stand at ORIGIN for those behind it", async () => {
    const said: Record<string, string>[] = [
      { origin: own, host: ownHost },
      { origin: own, host: "10.0.0.7:8080" },
      { origin: own, host: ownHost, "sec-fetch-site": "same-origin" },
      { origin: "http://127.0.0.1:9999", host: "127.0.0.1:9999" },
      { host: ownHost, "sec-fetch-site": "same-origin" },
    ];
    for (const method of changing)
      for (const headers of said) {
        expect([method, headers, await ask(method, headers)]).toEqual([method, headers, 200]);
        expect([pageHeaders?.origin, pageHeaders?.host]).toEqual([own, ownHost]);
      }
  });

  it("gives the audit log the address from where a page was asked for, for any header of the client", async () => {
    expect(
      await ask("POST", {
        origin: own,
        host: ownHost,
        "x-forwarded-for": "192.0.2.1",
        "x-clarion-client": "192.0.2.1",
      }),
    ).toBe(200);
    expect(client).toBe("127.0.0.1");
    expect(presentClient()).toBeNull();
  });

  it("answers 400 to a call of a server action that could not be read", async () => {
    const status = (headers: Record<string, string>) =>
      ask("POST", { origin: own, host: ownHost, ...headers });
    expect(await status({ "next-action": "x", "x-status": "500" })).toBe(400);
    expect(await status({ "next-action": "x", "x-status": "303" })).toBe(303);
    expect(await status({ "x-status": "500" })).toBe(500);
  });

  it("is closed to requests that change something and come from nowhere or another site", async () => {
    const said: Record<string, string>[] = [
      {},
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { origin: "null", "sec-fetch-site": "same-origin" },
      { origin: "https://evil.example" },
      { origin: "https://evil.example", host: "evil.example" },
      { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
      {
        origin: "https://evil.example",
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
        "sec-fetch-site": "same-origin",
      },
      { origin: "http://localhost:1", host: ownHost },
      { referer: `${own}/messages`, host: ownHost },
    ];
    for (const method of changing)
      for (const headers of said) {
        expect([method, headers, await ask(method, { host: ownHost, ...headers })]).toEqual([
          method,
          headers,
          403,
        ]);
        expect(pageHeaders).toBeUndefined();
      }
  });

  it("is open to requests that merely read", async () => {
    for (const method of ["GET", "HEAD"])
      expect(await ask(method, { origin: "https://evil.example" })).toBe(200);
  });

  it("passes the client's address on, for any header of the client", async () => {
    await ask("GET", {
      "x-clarion-client": "203.0.113.1",
      "x-forwarded-for": "203.0.113.2",
      forwarded: "for=203.0.113.3",
    });
    expect(pageHeaders?.["x-clarion-client"]).toBe("127.0.0.1");
    for (const name of ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded"])
      expect(pageHeaders).not.toHaveProperty(name);
  });
});
