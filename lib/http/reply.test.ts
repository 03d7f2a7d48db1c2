import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { logSlot, makeLog } from "@/lib/log/make-log";
import { sendBroken } from "./reply";

describe("what the log has of a request that was not answered", () => {
  const server = createServer((request, response) => sendBroken(request, response, new Error("broken")));
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
