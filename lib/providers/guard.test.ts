import { randomUUID } from "node:crypto";
import { channel } from "node:diagnostics_channel";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { config } from "@/lib/config/config";
import { platformOf, providerOf, type DeviceKind } from "@/lib/interface/device-kinds";
import { startLab, type Lab } from "@/lib/lab/lab";
import { built, context } from "@/lib/payload/testing";
import type { Outcome } from "./provider";
import { openProvider } from "./registry";
import { outcomesOf } from "./testing";

let lab: Lab;
let folder: string;
let inside: Server;
let port: number;
/** Sockets that were opened to somewhere, and connections that arrived at the server inside. */
let sockets = 0;
let arrived = 0;
const count = () => void (sockets += 1);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "clarion-provider-guard-"));
  lab = await startLab({ dataDir: folder, ports: 0 });
  // On all addresses of this machine, of both families.
  inside = createServer((socket) => {
    arrived += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => inside.listen(0, resolve));
  ({ port } = inside.address() as AddressInfo);
  channel("net.client.socket").subscribe(count);
});
afterEach(() => {
  for (const name of ["NOTIFY_ALLOW", "PROVIDER_ALLOW"] as const) config()[name].splice(0);
});
afterAll(async () => {
  channel("net.client.socket").unsubscribe(count);
  inside.close();
  await lab.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Connects to the server inside: all earlier connections have then arrived. */
async function knock(): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  await new Promise((resolve) =>
    socket
      .once("close", resolve)
      .once("error", () => undefined)
      .resume(),
  );
}

/** Addresses of credentials: the provider's own, and where its tokens come from. */
const places = [
  ["android", "endpoint"],
  ["android", "tokenUri"],
  ["ios", "endpoint"],
  ["hms", "endpoint"],
  ["hms", "tokenUri"],
] as const;

async function send(
  kind: DeviceKind,
  more: Record<string, string>,
  allowed: readonly string[] = lab.addresses,
): Promise<Outcome> {
  const provider = openProvider(
    providerOf(kind),
    { ...lab.accounts[providerOf(kind)], ...more },
    allowed,
  );
  const request = built(
    { [platformOf(kind)]: { text: "Hello" } },
    kind,
    context({ bundleId: lab.accounts.apns.bundleId }),
  );
  const [outcome] = await outcomesOf(provider, {
    request,
    targets: [{ deliveryId: randomUUID(), pushid: lab.addDevice({ kind }).pushId }],
  });
  await provider.close();
  if (!outcome) throw new Error("no outcome");
  return outcome;
}

describe.each(places)("an address in the credential of %s (%s)", (kind, member) => {
  // The token comes first: with it in order, the address of the provider is tried.
  const sendTo = (host: string, scheme = "http") =>
    send(kind, { [member]: `${scheme}://${host.replace("PORT", String(port))}` });

  it.each([
    ["127.0.0.1:PORT", "127.0.0.1 is a private address (loopback); add it to PROVIDER_ALLOW"],
    ["127.1:PORT", "127.0.0.1 is a private address (loopback)"],
    ["2130706433:PORT", "127.0.0.1 is a private address (loopback)"],
    ["0x7f000001:PORT", "127.0.0.1 is a private address (loopback)"],
    ["0177.0.0.1:PORT", "127.0.0.1 is a private address (loopback)"],
    ["0.0.0.0:PORT", "0.0.0.0 is a private address (unspecified)"],
    ["[::1]:PORT", "::1 is a private address (loopback)"],
    ["[::]:PORT", ":: is a private address (unspecified)"],
    ["[::ffff:127.0.0.1]:PORT", "::ffff:7f00:1 is a private address (loopback)"],
    ["[::127.0.0.1]:PORT", "::7f00:1 is a private address (outside 2000::/3)"],
    ["[64:ff9b::7f00:1]:PORT", "is a private address (loopback)"],
    ["[2002:7f00:1::]:PORT", "is a private address (loopback)"],
    ["localhost:PORT", "localhost leads to a forbidden address"],
    [
      "169.254.169.254",
      "169.254.169.254 is a private address (linkLocal); add it to PROVIDER_ALLOW",
    ],
    ["[::ffff:10.0.0.1]", "::ffff:a00:1 is a private address (private); add it to PROVIDER_ALLOW"],
    ["10.0.0.1", "10.0.0.1 is a private address (private)"],
    ["192.168.0.1:8443", "192.168.0.1 is a private address (private)"],
    ["[fd00::1]", "fd00::1 is a private address (uniqueLocal)"],
    ["[fec0::1]", "fec0::1 is a private address (deprecatedSiteLocal)"],
    ["100.64.0.1", "100.64.0.1 is a private address (carrierGradeNat)"],
  ])("is not connected to when it is %s", async (host, reason) => {
    // Elsewhere the count includes the socket that fetches a token from the lab, and one that is
    // opened before its address is refused.
    const alone = (member === "tokenUri" || kind === "ios") && !host.startsWith("localhost");
    for (const scheme of ["http", "https"]) {
      sockets = arrived = 0;
      expect(await sendTo(host, scheme)).toMatchObject({
        kind: "stopped",
        reason: expect.stringContaining(reason) as string,
      });
      expect(alone ? sockets : 0).toBe(0);
      await knock();
      expect(arrived).toBe(1);
    }
  });

  it("may be private where PROVIDER_ALLOW lists it: a host, a host with its port, a range, and no more", async () => {
    const forbidden = {
      kind: "stopped",
      reason: expect.stringContaining("PROVIDER_ALLOW") as string,
    };
    for (const entry of ["127.0.0.1", `127.0.0.1:${port}`, "127.0.0.0/8"]) {
      config().PROVIDER_ALLOW.splice(0, 1, entry);
      arrived = 0;
      expect((await sendTo("127.0.0.1:PORT")).kind).not.toBe("stopped");
      expect(arrived).toBeGreaterThan(0);
    }
    for (const entry of [`127.0.0.1:${port + 1}`, "10.0.0.0/8", "localhost"]) {
      config().PROVIDER_ALLOW.splice(0, 1, entry);
      expect(await sendTo("127.0.0.1:PORT")).toMatchObject(forbidden);
    }
    // What notify URLs may reach is another matter.
    config().PROVIDER_ALLOW.splice(0);
    config().NOTIFY_ALLOW.push("127.0.0.1");
    expect(await sendTo("127.0.0.1:PORT")).toMatchObject(forbidden);
  });
});

it.each(["android", "ios", "hms"] as const)(
  "reaches the lab for %s by its exact addresses, and only where they are allowed",
  async (kind) => {
    expect(await send(kind, {})).toMatchObject({ kind: "submitted" });
    expect(await send(kind, {}, [])).toMatchObject({
      kind: "stopped",
      reason: expect.stringContaining("PROVIDER_ALLOW") as string,
    });
  },
);

it("keeps to the connections it has: a hundred messages ask the guard once", async () => {
  const provider = openProvider("apns", lab.accounts.apns, lab.addresses);
  const request = built(
    { ios: { text: "Hello" } },
    "ios",
    context({ bundleId: lab.accounts.apns.bundleId }),
  );
  const target = () => ({
    deliveryId: randomUUID(),
    pushid: lab.addDevice({ kind: "ios" }).pushId,
  });
  await outcomesOf(provider, { request, targets: [target()] });
  sockets = 0;
  const outcomes = await outcomesOf(provider, {
    request,
    targets: Array.from({ length: 100 }, target),
  });
  expect(outcomes.filter(({ kind }) => kind !== "submitted")).toEqual([]);
  expect(sockets).toBe(0);
  await provider.close();
});
