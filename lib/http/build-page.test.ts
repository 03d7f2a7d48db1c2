import { createServer, request as ask, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildPage } from "./build-page";

let step = "Compiling the pages";
let now = 0;
let server: Server;
beforeAll(async () => {
  server = createServer(buildPage({ step: () => step }, () => now));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

const read = async (accept: string, method = "GET") => {
  const { port } = server.address() as AddressInfo;
  return new Promise<{
    status: number | undefined;
    type: string | undefined;
    refresh: unknown;
    retryAfter: unknown;
    body: string;
  }>((resolve) => {
    ask({ port, host: "127.0.0.1", path: "/", method, headers: { accept } }, (response) => {
      const { statusCode: status, headers } = response;
      let body = "";
      response.on("data", (chunk: Buffer) => (body += chunk.toString()));
      response.on("end", () =>
        resolve({
          status,
          type: headers["content-type"],
          refresh: headers["refresh"],
          retryAfter: headers["retry-after"],
          body,
        }),
      );
    }).end();
  });
};

describe("pages while the console is being built", () => {
  it("show the step and its time to a browser, and load again by themselves", async () => {
    const first = await read("text/html,application/xhtml+xml");
    expect(first).toMatchObject({
      status: 503,
      type: "text/html; charset=utf-8",
      refresh: "2",
      retryAfter: "2",
    });
    expect(first.body).toContain("Compiling the pages: 0 s so far.");
    step = "Writing the pages";
    now = 61_400;
    expect((await read("text/html")).body).toContain("Writing the pages: 61 s so far.");
  });

  it("are one line for a program, and no body for HEAD", async () => {
    const line = await read("*/*");
    expect(line).toMatchObject({
      status: 503,
      type: "text/plain; charset=utf-8",
      refresh: undefined,
      retryAfter: "2",
    });
    expect(line.body).toBe(
      "The console is being built (Writing the pages, 61 s so far). The interface answers already.\n",
    );
    expect((await read("text/html", "HEAD")).body).toBe("");
  });
});
