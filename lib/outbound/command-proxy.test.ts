import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";

/** A server, and a proxy in front of it that takes every host for it. */
async function proxied() {
  const targets: string[] = [];
  const server = createServer((_, response) => response.end("served")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy = createServer().listen(0, "127.0.0.1");
  proxy.on("connect", (request, socket) => {
    targets.push(request.url ?? "");
    const to = connect((server.address() as AddressInfo).port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      to.pipe(socket).pipe(to);
    });
  });
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  const close = () => {
    for (const one of [server, proxy]) one.closeAllConnections();
    server.close();
    proxy.close();
  };
  return { origin: `http://127.0.0.1:${port}`, targets, close };
}

afterEach(() => vi.unstubAllEnvs());

describe("a command of another machine's Clarion", () => {
  it("calls it through the proxy of its environment, and this machine without one", async () => {
    const { origin, targets, close } = await proxied();
    vi.resetModules();
    vi.stubEnv("http_proxy", origin);
    vi.stubEnv("no_proxy", "");
    const { throughProxy } = await import("./command-proxy");
    const answer = await fetch(
      "http://clarion.test/x",
      throughProxy("http://clarion.test") as RequestInit,
    );
    expect(await answer.text()).toBe("served");
    expect(targets).toEqual(["clarion.test:80"]);
    for (const local of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])
      expect(throughProxy(local)).toEqual({});
    close();
  });
});
