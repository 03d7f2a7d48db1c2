import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createServer as createSocketServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { config } from "@/lib/config/config";
import { ForbiddenAddressError } from "./errors";
import { addressProblem, addressRange, checkedAddresses, notify } from "./guard";
import { guardedPost } from "./guarded";
import { post } from "./plain";

/** What the deployment lists, for one test. */
function list(...entries: string[]): void {
  config().NOTIFY_ALLOW.splice(0, config().NOTIFY_ALLOW.length, ...entries);
}
afterEach(() => list());

const call = { headers: {}, body: "{}", timeoutMs: 5_000, maxBytes: 1_000 };

describe("an address that a user typed", () => {
  it.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://0/",
    "http://0.0.0.0/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://a.localhost/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b::169.254.169.254]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:7f00:1::]/",
    "http://[fe80::1]/",
    "http://[fc00::1]/",
    "http://[fec0::1]/",
    "http://[ff02::1]/",
    "http://[1000::1]/",
    "http://[4000::1]/",
    "http://[8000::1]/",
    "http://[e000::1]/",
    "http://[100::1]/",
    "http://[100:0:0:1::1]/",
    "http://[1fff:ffff::1]/",
    "http://[5f00::1]/",
    "http://[::5efe:93.184.216.34]/",
    "http://[::93.184.216.34]/",
    "http://[::ffff:0:93.184.216.34]/",
    "http://[64:ff9b:1::5db8:d822]/",
    "http://[2001:db8::1]/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://100.64.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://192.0.2.1/",
    "http://198.18.0.1/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://240.0.0.1/",
    "http://user:secret@example.com/",
    "http://example.com:22/",
    "https://example.com:6379/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "gopher://example.com/",
    "http://exa mple.com/",
  ])("%s is refused before anything is connected to", async (url) => {
    expect(addressProblem(url)).toBeDefined();
    await expect(guardedPost(url, call)).rejects.toBeInstanceOf(ForbiddenAddressError);
  });

  it.each([
    "http://93.184.216.34/",
    "https://example.com/hook?x=1",
    "https://example.com:8443/",
    "http://[2606:2800:220:1:248:1893:25c8:1946]/",
    "http://[64:ff9b::5db8:d822]/",
    "http://[2002:5db8:d822::1]/",
    "http://[::ffff:93.184.216.34]/",
    "http://[2000::1]/",
    "http://[2a00:1450:4001:80b::200e]/",
    "http://[3fff:ffff::1]/",
  ])("%s may be called", (url) => {
    expect(addressProblem(url)).toBeUndefined();
  });

  it("is checked on what its name resolves to, every address of it", async () => {
    await expect(checkedAddresses("localhost", 80, notify)).rejects.toThrow("NOTIFY_ALLOW");
    expect(addressRange("10.1.2.3")).toMatch(/private/);
    expect(addressRange("fe80::1%eth0")).toBeDefined();
  });

  it("is let pass by what the deployment lists: a host, a host with a port, a range, and no more", () => {
    list("hooks.internal", "10.0.0.0/8", "127.0.0.1:9000", "fd00::/8");
    expect(addressProblem("http://hooks.internal:9999/")).toBeUndefined();
    expect(addressProblem("http://10.9.8.7:8080/")).toBeUndefined();
    expect(addressProblem("http://[fd00::1]/")).toBeUndefined();
    expect(addressProblem("http://127.0.0.1:9000/")).toBeUndefined();
    expect(addressProblem("http://127.0.0.1:9001/")).toBeDefined();
    expect(addressProblem("http://192.168.1.1/")).toBeDefined();
    expect(addressProblem("http://user@10.9.8.7/")).toBeDefined();
  });
});

describe("a guarded call", () => {
  let server: Server;
  let port: number;
  const seen: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request.url ?? "");
      if (request.url === "/away")
        return response.writeHead(302, { location: `http://127.0.0.1:${port}/inside` }).end();
      if (request.url === "/large") return response.end("x".repeat(10_000_000));
      if (request.url === "/never") return undefined;
      return response.writeHead(201, { "x-one": "1" }).end("taken");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it("reaches a listed host, and hands on its answer", async () => {
    list("127.0.0.1");
    expect(await guardedPost(`http://127.0.0.1:${port}/`, call)).toMatchObject({
      status: 201,
      body: "taken",
      headers: { "x-one": "1" },
    });
  });

  it("follows no redirect", async () => {
    list("127.0.0.1");
    expect((await guardedPost(`http://127.0.0.1:${port}/away`, call)).status).toBe(302);
    expect(seen).not.toContain("/inside");
  });

  it("reads no more than its limit, and waits no longer", async () => {
    list("127.0.0.1");
    expect((await guardedPost(`http://127.0.0.1:${port}/large`, call)).body).toHaveLength(1_000);
    await expect(
      guardedPost(`http://127.0.0.1:${port}/never`, { ...call, timeoutMs: 100 }),
    ).rejects.toThrow("no answer in time");
  });

  it("over TLS ends at once at a closed port, an address in the URL included", async () => {
    list("127.0.0.1");
    const free = createSocketServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    const { port: unused } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    await expect(guardedPost(`https://127.0.0.1:${unused}/`, call)).rejects.toThrow(
      "not connected: ECONNREFUSED",
    );
  });

  it("waits no longer for a connection than for an answer", async () => {
    list("127.0.0.1");
    const sockets: Socket[] = [];
    const silent = createSocketServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port: mute } = silent.address() as AddressInfo;
    try {
      // A connection that is given up by itself, after ten seconds, is "not connected".
      await expect(
        guardedPost(`https://127.0.0.1:${mute}/`, { ...call, timeoutMs: 100 }),
      ).rejects.toThrow("no answer in time");
      await expect(
        post(`https://127.0.0.1:${mute}/`, { ...call, timeoutMs: 100, allowed: notify }),
      ).rejects.toThrow("no answer in time");
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });

  it("is not led astray by a name that resolves to this machine", async () => {
    await expect(guardedPost(`http://localhost:${port}/`, call)).rejects.toBeInstanceOf(
      ForbiddenAddressError,
    );
    list(`localhost:${port}`);
    expect((await guardedPost(`http://localhost:${port}/`, call)).status).toBe(201);
  });
});
