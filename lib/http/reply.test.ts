import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { logSlot, makeLog } from "@/lib/log/make-log";
import { sendFailure } from "./failure";
import { sendError } from "./reply";
import { writeAll } from "./testing";

describe("what the log has of a request that was not answered", () => {
  const server = createServer((request, response) =>
    sendFailure(request, response, new Error("broken")),
  );
  const slots = globalThis as { [logSlot]?: unknown };
  let origin = "";
  let lines: string[] = [];
  let before: unknown;

  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => void server.close(resolve)));
  beforeEach(() => {
    lines = [];
    before = slots[logSlot];
    slots[logSlot] = makeLog("error", { write: (line) => void lines.push(line) });
  });
  afterEach(() => {
    slots[logSlot] = before;
  });

  const pathOf = async (path: string) => {
    expect((await fetch(origin + path)).status).toBe(500);
    return (JSON.parse(lines.at(-1) ?? "{}") as { path?: string }).path;
  };

  it("is its path, without the token of an inbox", async () => {
    const token = "abcdefghijklmnopqrstuvwxyz-_0123";
    expect(await pathOf("/resources/v1/messaging?key=1")).toBe("/resources/v1/messaging");
    expect(await pathOf(`/resources/v1/inbox/${token}`)).toBe("/resources/v1/inbox/[masked]");
    expect(lines.join("")).not.toContain(token);
  });
});

describe("an answer before the body was read", () => {
  const server = createServer((request: IncomingMessage, response: ServerResponse) =>
    sendError(request, response, 401, "Sign in first."),
  );
  const portOf = () => (server.address() as AddressInfo).port;
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => new Promise((resolve) => void server.close(resolve)));

  const part = Buffer.alloc(100_000, "x");
  const chunk = Buffer.concat([Buffer.from("186a0\r\n"), part, Buffer.from("\r\n")]);
  const parts = (one: Buffer, count: number) => Array.from({ length: count }, () => one);

  it.each([
    ["of a known length", "content-length: 4000000", parts(part, 40)],
    [
      "behind which the client closes",
      "connection: close\r\ncontent-length: 60000",
      parts(part.subarray(0, 30_000), 2),
    ],
    ["in chunks", "transfer-encoding: chunked", [...parts(chunk, 40), Buffer.from("0\r\n\r\n")]],
  ])("arrives at a client that writes all of a body first: one %s", async (_, header, body) => {
    const answer = await writeAll(portOf(), `PUT / HTTP/1.1\r\nhost: x\r\n${header}`, body);
    expect(answer).toMatch(
      /^HTTP\/1\.1 401 [^]*\r\nConnection: close\r\n[^]*\{"error":"Sign in first\."\}$/i,
    );
  });

  it("ends the connection of a body that does not end", async () => {
    await expect(
      writeAll(
        portOf(),
        "PUT / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked",
        parts(chunk, 2_000),
      ),
    ).rejects.toThrow(/EPIPE|ECONNRESET/);
  });

  it("ends the connection of a body that does not come", async () => {
    const socket = connect(portOf(), "127.0.0.1");
    let answer = "";
    socket.on("data", (bytes: Buffer) => (answer += String(bytes)));
    socket.write("PUT / HTTP/1.1\r\nhost: x\r\ncontent-length: 4000000\r\n\r\n");
    await once(socket, "close");
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });
});
