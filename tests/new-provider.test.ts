import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { askProvider } from "@/lib/check/ask-provider";
import { refusalOf } from "@/lib/describe/refusals";
import { credentialSchema } from "@/lib/inputs/credential";
import { missingProviders } from "@/lib/interface/app-problems";
import {
  destinationKeys,
  deviceKinds,
  providerKinds,
  providerNames,
  providerOf,
  type DeviceKind,
  type ProviderKind,
} from "@/lib/interface/device-kinds";
import { parseRequest } from "@/lib/interface/parse";
import { oversized } from "@/lib/payload/oversized";
import { readAppearance } from "@/lib/payload/read-appearance";
import { built, context, effective } from "@/lib/payload/testing";
import { openProvider } from "@/lib/providers/registry";
import { outcomesOf } from "@/lib/providers/testing";

// The lines of a new provider, one in each list.
vi.mock("@/lib/providers/facts", async (actual) => {
  const { providerFacts } = await actual<{ providerFacts: object[] }>();
  return { providerFacts: [...providerFacts, (await import("./dove/facts")).doveFacts] };
});
vi.mock("@/lib/providers/credentials", async (actual) => {
  const { providers } = await actual<{ providers: object }>();
  return { providers: { ...providers, dove: (await import("./dove/credential")).doveCredential } };
});
vi.mock("@/lib/providers/payloads", async (actual) => {
  const { payloads } = await actual<{ payloads: object }>();
  return { payloads: { ...payloads, dove: (await import("./dove/payload")).buildDove } };
});
vi.mock("@/lib/providers/appearances", async (actual) => {
  const { appearances } = await actual<{ appearances: object }>();
  return { appearances: { ...appearances, dove: (await import("./dove/appearance")).readDove } };
});
vi.mock("@/lib/providers/checks", async (actual) => {
  const { checks } = await actual<{ checks: object }>();
  return { checks: { ...checks, dove: (await import("./dove/check")).doveCheck } };
});
vi.mock("@/lib/providers/adapters", async (actual) => {
  const { adapters } = await actual<{ adapters: object }>();
  return { adapters: { ...adapters, dove: (await import("./dove/adapter")).openDove } };
});

/** The compiler knows the providers of the list alone. */
const provider = "dove" as string as ProviderKind;
const kind = "dove" as string as DeviceKind;
const push = { android: { text: "Bread", extras: { customtags: { text: "crumbs", loft: 7 } } } };

describe("a new provider", () => {
  let server: Server;
  let address: string;
  let calls: { path: string | undefined; key: string | undefined; body: string }[] = [];
  const answers: Record<string, [status: number, body: object]> = {
    "/fly/hawk": [410, { message: "It was eaten" }],
    "/fly/storm": [503, { message: "Wind" }],
    "/fly/no%20dove": [400, { message: "No such dove" }],
  };

  beforeAll(async () => {
    const answerOf = ({ url = "", headers }: IncomingMessage): [number, object] =>
      headers.authorization === "Bearer coo"
        ? (answers[url] ?? [200, { flight: `flight of ${url.slice(5)}` }])
        : [401, {}];
    server = createServer((request, response) => {
      void text(request).then((body) => {
        const { url, headers } = request;
        calls.push({ path: url, key: headers.authorization, body });
        const [status, json] = answerOf(request);
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(json));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    calls = [];
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const credential = (key: string) => ({ endpoint: `http://${address}`, key });

  it("delivers to its own kind of device, which programs name in a destination", () => {
    expect(providerKinds.at(-1)).toBe("dove");
    expect(deviceKinds).toEqual(["android", "hms", "dove", "ios", "chrome", "firefox", "safari"]);
    expect(destinationKeys).toContain("dove_pushid");
    expect(providerOf(kind)).toBe("dove");
    expect(providerNames[provider]).toBe("Dove");
    const raw = {
      deliverychannel: "push",
      appid: "shop",
      destination: [{ dove_pushid: ["Coco"] }],
      channels: { push },
    };
    const parsed = parseRequest(Buffer.from(JSON.stringify(raw)), {
      sizeRule: "message",
      httpsOnly: false,
      now: Date.now(),
    });
    expect(parsed).toMatchObject({ ok: true, request: { destination: raw.destination } });
    expect(parsed.warnings.map(({ message }) => message)).toContainEqual(
      expect.stringContaining("for Dove"),
    );
    const missing = (providers: ProviderKind[]) =>
      missingProviders(effective(push, raw as object), providers).map(({ pointer }) => pointer);
    expect(missing(["fcm"])).toEqual(["/destination/0/dove_pushid"]);
    expect(missing([provider])).toEqual([]);
  });

  it("is sent a payload of its own, within its limit, which previews draw", () => {
    const request = built(push, kind);
    expect(request).toMatchObject({ provider: "dove", kind: "dove", limit: 200, tooLarge: false });
    expect(JSON.parse(request.body)).toEqual({
      text: "Bread",
      "customtags.text": "crumbs",
      loft: "7",
    });
    expect(request.ignored.map(({ field }) => field)).toEqual(["android.extras.customtags.text"]);
    expect(readAppearance(request, { name: "Shop" })).toMatchObject({
      kind: "dove",
      appName: "Shop",
      text: "Bread",
      customtags: { text: "crumbs", loft: "7" },
    });
    const long = effective({ android: { text: "x".repeat(1_300) } });
    expect(oversized(long, context().app, [provider])).toMatchObject([{ kind, limit: 200 }]);
  });

  it("has its credential checked by its fields, by itself and by its server", async () => {
    const read = (key: string) =>
      credentialSchema.safeParse({ appId: "a", provider, credential: credential(key) });
    expect(read(" coo ").data).toMatchObject({ credential: { key: "coo" } });
    expect(read("").error?.issues).toMatchObject([{ path: ["credential", "key"] }]);
    const ask = (key: string) => askProvider(provider, credential(key), [address]);
    expect(await ask("hawk")).toEqual({
      kind: "refused",
      field: "key",
      says: "This is the key of a hawk.",
    });
    expect(calls).toEqual([]);
    expect(await ask("caw")).toEqual({
      kind: "refused",
      field: "key",
      says: "The loft does not know this key.",
    });
    expect(await ask("coo")).toEqual({ kind: "accepted" });
    expect(refusalOf(provider, "Dove 401 stranger").field).toBe("key");
  });

  it("sends to each device, and each answer becomes an outcome", async () => {
    const opened = openProvider(provider, credential("coo"), [address]);
    const targets = ["Coco", "hawk", "storm"].map((pushid) => ({ deliveryId: pushid, pushid }));
    const request = built(push, kind);
    const outcomes = await outcomesOf(opened, { request, targets });
    expect(outcomes).toEqual([
      { kind: "submitted", providerMessageId: "flight of Coco" },
      { kind: "rejected", code: "7513", reason: "Dove 410: It was eaten", retireDevice: true },
      { kind: "deferred", code: "7404", reason: "Dove 503: Wind", trouble: "outage" },
    ]);
    expect(calls.map(({ path, body }) => `${path} ${body}`).toSorted()).toEqual(
      ["Coco", "hawk", "storm"].map((pushid) => `/fly/${pushid} ${request.body}`),
    );
    await opened.close();
    expect(() => openProvider(provider, { endpoint: `http://${address}` })).toThrow(
      /^The dove credential cannot be used: key/,
    );
  });
});
