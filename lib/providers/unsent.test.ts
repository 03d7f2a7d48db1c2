import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { providerOf, type DeviceKind } from "@/lib/interface/device-kinds";
import { startLab, type Lab } from "@/lib/lab/lab";
import { makePoint } from "@/lib/lab/state-file";
import type { Provider, Target } from "./provider";
import { openProvider } from "./registry";
import { outcomesOf, requestOf, targetOf } from "./testing";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({ dataDir: mkdtempSync(join(tmpdir(), "providers-")), ports: 0 });
});
afterAll(() => lab.stop());

const opened: Provider[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((provider) => provider.close()));
});

function open(kind: DeviceKind): Provider {
  const provider = providerOf(kind);
  const adapter = openProvider(provider, { ...lab.accounts[provider] }, lab.addresses);
  opened.push(adapter);
  return adapter;
}
const devices = (kind: DeviceKind, count: number) =>
  Array.from({ length: count }, () => lab.addDevice({ kind }));

describe("what is not sent", () => {
  it("is a push id that no iPhone has", async () => {
    const outcomes = await outcomesOf(open("ios"), {
      request: requestOf(lab, "ios", randomUUID()),
      targets: [{ deliveryId: randomUUID(), pushid: "../3/device" }],
    });
    expect(outcomes).toMatchObject([{ kind: "rejected", code: "7512", retireDevice: true }]);
  });

  it("is a message for a browser without a usable subscription, or at a private address", async () => {
    const [good] = devices("chrome", 1).map(targetOf);
    const keys = good?.subscription?.keys ?? { p256dh: "", auth: "" };
    const to = (endpoint: string, with_ = keys): Target => ({
      deliveryId: randomUUID(),
      pushid: "x",
      subscription: { endpoint, keys: with_ },
    });
    const targets = [
      { deliveryId: randomUUID(), pushid: "x" },
      to("no address"),
      to("http://push.shop.example.com/x"),
      to("http://permanently-removed.invalid/x"),
      to("https://127.0.0.1:8443/x"),
      to(good?.subscription?.endpoint ?? "", { p256dh: "AAAA", auth: "AAAA" }),
    ];
    const outcomes = await outcomesOf(open("chrome"), {
      request: requestOf(lab, "chrome", randomUUID()),
      targets,
    });
    expect(
      outcomes.map((outcome) => [
        outcome.kind,
        "code" in outcome && outcome.code,
        outcome.kind === "rejected" && outcome.retireDevice,
      ]),
    ).toEqual([
      ["rejected", "7512", false],
      ["rejected", "7512", true],
      ["rejected", "7512", true],
      ["rejected", "7513", true],
      ["rejected", "7512", false],
      ["rejected", "7512", true],
    ]);
  });

  it("is not the rest of the batch: one Firefox that subscribed with an older key is let go", async () => {
    const old = lab.addDevice({ kind: "firefox", vapidKey: makePoint().publicKey });
    const targets = [...devices("firefox", 2), old].map(targetOf);
    expect(
      await outcomesOf(open("firefox"), {
        request: requestOf(lab, "firefox", randomUUID()),
        targets,
      }),
    ).toMatchObject([
      { kind: "submitted" },
      { kind: "submitted" },
      { kind: "rejected", code: "7513", retireDevice: true },
    ]);
  });
});
