import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent, buildConnector } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerTo } from "./answer";
import { TimedOutError } from "./errors";

describe("an answer over HTTP/1.1", () => {
  const seen: string[] = [];
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request.url ?? "");
      if (request.url === "/hints") response.writeEarlyHints({ link: "</a.css>; rel=preload" });
      response.writeHead(202, { "set-cookie": ["one=1", "two=2"] });
      if (request.url === "/open") response.write("begins");
      else response.end("twelve bytes");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const get = (
    agent: Agent,
    path: string,
    limits: { timeoutMs?: number; maxBytes?: number } = {},
  ) =>
    answerTo(
      agent,
      { origin, path, method: "GET" },
      { timeoutMs: 5_000, maxBytes: 100, ...limits },
    );

  it.each([
    [5, "twelv"],
    [12, "twelve bytes"],
    [13, "twelve bytes"],
  ])("has the first %d bytes of the body and no more", async (maxBytes, body) => {
    const agent = new Agent();
    expect((await get(agent, "/", { maxBytes })).body).toBe(body);
    // The line is usable, or a new one is opened: the next call has its own answer.
    expect((await get(agent, "/")).body).toBe("twelve bytes");
    await agent.destroy();
  });

  it("is the final one, its repeated headers joined", async () => {
    const agent = new Agent();
    expect(await get(agent, "/hints")).toMatchObject({
      status: 202,
      headers: { "set-cookie": "one=1, two=2" },
      body: "twelve bytes",
    });
    await agent.destroy();
  });

  it("is late where its body does not end in time", async () => {
    const agent = new Agent();
    await expect(get(agent, "/open", { timeoutMs: 200 })).rejects.toBeInstanceOf(TimedOutError);
    await agent.destroy();
  });

  it("is late before the connection stands: the request is not sent then", async () => {
    const connect = buildConnector({});
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const agent = new Agent({
      connections: 1,
      connect: (options, callback) => void released.then(() => connect(options, callback)),
    });
    await expect(get(agent, "/too-late", { timeoutMs: 50 })).rejects.toBeInstanceOf(TimedOutError);
    const next = get(agent, "/next");
    release();
    expect((await next).status).toBe(202);
    expect(seen).toContain("/next");
    expect(seen).not.toContain("/too-late");
    await agent.destroy();
  });
});
