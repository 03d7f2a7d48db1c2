import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { LabKind } from "@/lib/lab/kinds";
import { startLab, type Lab } from "@/lib/lab/lab";
import type { ProviderRequest } from "@/lib/payload/provider-request";
import { forgetClock, setClock } from "@/lib/runtime/clock";
import type { Provider, Target } from "./provider";
import { openProvider } from "./registry";
import { outcomesOf } from "./testing";

const day = 86_400_000;
const transids = { ios: randomUUID(), chrome: randomUUID() };
const requests: Record<"ios" | "chrome", ProviderRequest> = {
  ios: {
    provider: "apns",
    body: JSON.stringify({ aps: { alert: "Hi" }, transid: transids.ios }),
    headers: { "apns-push-type": "alert", "apns-priority": "10" },
    ttlSeconds: 60,
    bytes: 60,
    limit: 4_096,
    tooLarge: false,
  } as unknown as ProviderRequest,
  chrome: {
    provider: "webpush",
    body: JSON.stringify({ title: "Hi", transid: transids.chrome }),
    headers: { ttl: "60", urgency: "high" },
    ttlSeconds: 60,
    bytes: 60,
    limit: 3_993,
    tooLarge: false,
  } as unknown as ProviderRequest,
};
let lab: Lab;
let opened: Provider;

beforeAll(async () => {
  lab = await startLab({ dataDir: mkdtempSync(join(tmpdir(), "providers-clock-")), ports: 0 });
  requests.ios.headers["apns-topic"] = lab.accounts.apns.bundleId;
});
afterEach(async () => {
  forgetClock();
  await opened.close();
});
afterAll(() => lab.stop());

const wrongBy = (ms: number) => setClock(Date.now() + ms, performance.now());
const targets = (kind: LabKind, count: number): Target[] =>
  lab.addDevices(kind, count).map(({ pushId, subscription }) => ({
    deliveryId: randomUUID(),
    pushid: pushId,
    ...(subscription ? { subscription } : {}),
  }));
const kindsOf = async (kind: "ios" | "chrome", count: number) =>
  new Set(
    (await outcomesOf(opened, { request: requests[kind], targets: targets(kind, count) })).map(
      (outcome) => outcome.kind,
    ),
  );

it("APNs: goes on with a token that was signed before the clock jumped", async () => {
  opened = openProvider("apns", lab.accounts.apns, lab.addresses);
  expect(await kindsOf("ios", 3)).toEqual(new Set(["submitted"]));
  for (const ms of [3 * day, -day / 12, 0]) {
    wrongBy(ms);
    expect(await kindsOf("ios", 3)).toEqual(new Set(["submitted"]));
  }
});

it("APNs: signs a new token once the clock that dated the refused one is right", async () => {
  opened = openProvider("apns", lab.accounts.apns, lab.addresses);
  wrongBy(3 * day);
  expect(await kindsOf("ios", 3)).toEqual(new Set(["stopped"]));
  wrongBy(0);
  expect(await kindsOf("ios", 30)).toEqual(new Set(["submitted"]));
});

it("Web Push: a clock that jumps in the middle of a batch costs no subscription", async () => {
  opened = openProvider("webpush", lab.accounts.webpush, lab.addresses);
  const sent = outcomesOf(opened, { request: requests.chrome, targets: targets("chrome", 800) });
  await vi.waitFor(
    () => expect(lab.notifications().some(({ kind }) => kind === "chrome")).toBe(true),
    { timeout: 30_000, interval: 1 },
  );
  wrongBy(3 * day);
  const outcomes = await sent;
  expect(outcomes.filter((outcome) => outcome.kind === "rejected")).toEqual([]);
});
