import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type SimulatedDevice, Devices } from "./devices";
import { LiveFeed } from "./live";
import { Screens } from "./screens";

const closers: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const close of closers.splice(0).toReversed()) close();
});

function phone(): { screens: Screens; device: SimulatedDevice; arrive: (transid: string) => void } {
  const devices = new Devices([], "http://127.0.0.1:1", "k");
  devices.add({ kind: "android" });
  const [device] = devices.named;
  if (!device) throw new Error("no device");
  const screens = new Screens(devices, false);
  return {
    screens,
    device,
    arrive: (transid) =>
      screens.arrive(device, { transid, headers: () => ({}), body: "{}", tag: undefined }),
  };
}
async function streaming(live: LiveFeed): Promise<{
  stream: IncomingMessage;
  until: (condition: (text: string) => boolean) => Promise<string>;
}> {
  const server = createServer((_, response) => live.open(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    live.stop();
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stream = await new Promise<IncomingMessage>((resolve) =>
    get(url, { agent: false }, resolve),
  );
  let text = "";
  const until = async (condition: (text: string) => boolean) => {
    while (!condition(text))
      await new Promise((resolve) =>
        stream.once("data", (chunk: Buffer) => resolve((text += chunk.toString("utf8")))),
      );
    return text;
  };
  return { stream, until };
}

describe("Live", () => {
  it("sends a comment every 15 seconds", async () => {
    vi.useFakeTimers({ toFake: ["setInterval"] });
    const { until } = await streaming(new LiveFeed(phone().screens));
    await until((text) => text.includes("event: snapshot"));
    vi.advanceTimersByTime(15_000);
    expect(await until((text) => text.endsWith(":\n\n"))).toBe(
      "event: snapshot\ndata: []\n\n:\n\n",
    );
  });

  it("turns a flood into one snapshot", async () => {
    const { screens, arrive } = phone();
    const { until } = await streaming(new LiveFeed(screens));
    await until((text) => text.includes("event: snapshot"));
    for (let n = 0; n < 1000; n += 1) arrive(`f-${n}`);
    const text = await until((seen) => seen.includes('"f-999"'));
    expect(text).not.toContain("event: notification");
    expect(text.match(/event: snapshot/g)).toHaveLength(2);
  });

  it("forgets readers that go away, and ends the others when it stops", async () => {
    const live = new LiveFeed(phone().screens);
    const first = await streaming(live);
    first.stream.destroy();
    await vi.waitUntil(() => live.readers === 0, 30_000);
    const second = await streaming(live);
    const ended = new Promise((resolve) => second.stream.once("end", resolve));
    second.stream.resume();
    live.stop();
    await ended;
    expect(live.readers).toBe(0);
  });
});

describe("Screens", () => {
  it("keep the last 200 notifications of a device, and forget what cannot be touched any more", () => {
    const { screens, device, arrive } = phone();
    for (let n = 0; n < 205; n += 1) arrive(`k-${n}`);
    const notifications = screens.list({ userid: device.device.userid });
    expect([
      notifications.length,
      notifications[0]?.transid,
      notifications.at(-1)?.transid,
    ]).toEqual([200, "k-5", "k-204"]);
    expect(screens.interact(notifications[0]?.id ?? "", { event: "dismissed" })).toMatchObject({
      notification: { state: "dismissed" },
    });
    arrive("k-205");
    expect(screens.interact(notifications[0]?.id ?? "", { event: "read" })).toBe("absent");
  });

  it("keep no more than 20,000 in all, the newest", () => {
    const devices = new Devices([], "http://127.0.0.1:1", "k");
    const screens = new Screens(devices, false);
    const added = devices.addMany("android", 21_000);
    for (const device of added) {
      const simulatedDevice = devices.find("fcm", device.pushId);
      if (simulatedDevice)
        screens.arrive(simulatedDevice, {
          transid: "t",
          headers: () => ({}),
          body: "{}",
          tag: undefined,
        });
    }
    const notifications = screens.list({});
    expect([notifications.length, notifications[0]?.pushId, notifications.at(-1)?.pushId]).toEqual([
      20_000,
      added[1000]?.pushId,
      added.at(-1)?.pushId,
    ]);
  });
});
