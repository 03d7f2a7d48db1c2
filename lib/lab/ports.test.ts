import { createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { forget } from "@/lib/runtime/once";
import { labProviders } from "./kinds";
import { type Lab, startLab } from "./lab";
import { deviceOf, freshFolder } from "./test-client";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  vi.unstubAllEnvs();
  forget("config");
});

/** As a start does: on the ports that are configured. */
async function startedAt(dataDir: string, port: number): Promise<Lab> {
  vi.stubEnv("LAB_PORT", String(port));
  forget("config");
  const lab = await startLab({ dataDir });
  closers.push(() => lab.stop());
  return lab;
}
const portsOf = (lab: Lab) =>
  labProviders.map((provider) => Number(new URL(lab.endpoints[provider]).port));

async function occupied(port: number): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  closers.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

describe("the lab's ports", () => {
  it("are replaced where they are in use, and every address follows", async () => {
    const usedPort = await occupied(0);
    const lab = await startedAt(freshFolder(), usedPort);
    const [fcm = 0] = portsOf(lab);
    expect(fcm).not.toBe(usedPort);
    expect(new Set(portsOf(lab)).size).toBe(4);
    expect(lab.accounts.fcm).toMatchObject({
      endpoint: lab.endpoints.fcm,
      tokenUri: `${lab.endpoints.fcm}/token`,
    });
    const all = await startedAt(freshFolder(), usedPort);
    expect(portsOf(all).filter((port) => portsOf(lab).includes(port))).toEqual([]);
  });

  it("are those of the last time when nothing is said, one by one", async () => {
    const dataDir = freshFolder();
    const first = await startedAt(dataDir, 0);
    const ports = portsOf(first);
    await first.stop();
    const second = await startedAt(dataDir, 0);
    expect(portsOf(second)).toEqual(ports);
    await second.stop();
    await occupied(ports[3] ?? 0);
    const third = await startedAt(dataDir, 0);
    expect(portsOf(third).slice(0, 3)).toEqual(ports.slice(0, 3));
    expect(portsOf(third)[3]).not.toBe(ports[3]);
    expect(deviceOf(third, "chrome").subscription?.endpoint).toMatch(
      new RegExp(`^${third.endpoints.webpush}/push/`),
    );
    expect(deviceOf(third, "chrome").pushId).toBe(deviceOf(first, "chrome").pushId);
  });

  it("are those that are configured, for any earlier ports", async () => {
    const dataDir = freshFolder();
    const first = await startedAt(dataDir, 0);
    const other = await startedAt(freshFolder(), 0);
    const [configuredPort = 0] = portsOf(other);
    await other.stop();
    await first.stop();
    expect(portsOf(await startedAt(dataDir, configuredPort))[0]).toBe(configuredPort);
  });
});
