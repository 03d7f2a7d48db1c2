import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Lab, startLab } from "./lab";
import type { Receipt } from "./receipts";
import { type Receiver, startReceiver } from "./receiver";
import {
  apnsHeaders,
  apnsToken,
  ask2,
  deviceOf,
  fcmPush,
  fcmToken,
  freshFolder,
  hmsSend,
  hmsToken,
} from "./test-client";

const closers: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function started(options: Partial<Parameters<typeof startLab>[0]> = {}): Promise<Lab> {
  const lab = await startLab({ dataDir: freshFolder(), ports: 0, ...options });
  closers.push(() => lab.stop());
  return lab;
}
async function receiving(): Promise<Receiver> {
  const receiver = await startReceiver();
  closers.push(() => receiver.stop());
  return receiver;
}

const receiptsOf = (receiver: Receiver) =>
  receiver.requests.flatMap((request) => JSON.parse(request.body) as Receipt[]);

describe("lab", () => {
  it("keeps accounts and devices across restarts, in a private file", async () => {
    const dataDir = freshFolder();
    const first = await startLab({ dataDir, ports: 0 });
    const { accounts, devices } = first;
    await first.stop();
    expect(statSync(join(dataDir, "lab.json")).mode & 0o777).toBe(0o600);
    const second = await started({ dataDir, ports: [0, 0, 0, 0] });
    expect(second.accounts.fcm.privateKey).toBe(accounts.fcm.privateKey);
    expect(second.accounts.hms.appSecret).toBe(accounts.hms.appSecret);
    expect(second.accounts.webpush.publicKey).toBe(accounts.webpush.publicKey);
    expect(
      second.devices.map((device) => [device.userid, device.kind, device.model, device.pushId]),
    ).toEqual(devices.map((device) => [device.userid, device.kind, device.model, device.pushId]));
    expect(second.devices.map((device) => [device.userid, device.kind])).toEqual([
      ["user-1", "android"],
      ["user-1", "ios"],
      ["user-2", "hms"],
      ["user-2", "chrome"],
      ["user-3", "firefox"],
      ["user-3", "safari"],
    ]);
    expect(second.accounts.fcm).toMatchObject({
      endpoint: second.endpoints.fcm,
      tokenUri: `${second.endpoints.fcm}/token`,
    });
    expect(second.accounts.webpush.subject).toBe("mailto:sandbox@clarion.example");
    expect(deviceOf(second, "chrome").subscription?.endpoint).toMatch(
      new RegExp(`^${second.endpoints.webpush}/push/`),
    );
  });

  it("says what is wrong with its file", async () => {
    const dataDir = freshFolder();
    await started({ dataDir });
    const file = join(dataDir, "lab.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"version": 1', '"version": 2'));
    await expect(startLab({ dataDir, ports: 0 })).rejects.toThrow(/lab\.json.*version/);
    writeFileSync(file, "{");
    await expect(startLab({ dataDir, ports: 0 })).rejects.toThrow(/is not JSON/);
  });

  it("sends receipts as an SDK does: gathered, by deviceid or push id, with the client key", async () => {
    const receiver = await receiving();
    const lab = await started({
      receipts: { url: `${receiver.url}/resources/v1/receipts`, clientKey: "client-1" },
    });
    const token = await fcmToken(lab);
    const [bulk] = lab.addDevices("android", 1);
    await fcmPush(lab, "t-1", undefined, token);
    await fcmPush(lab, "t-1", bulk?.pushId, token);
    const hms = deviceOf(lab, "hms");
    await hmsSend(lab, await hmsToken(lab), {
      data: JSON.stringify({ transid: "t-1" }),
      token: [hms.pushId],
    });
    const ios = deviceOf(lab, "ios");
    await ask2(
      lab.endpoints.apns,
      apnsHeaders(lab, ios.pushId, apnsToken(lab)),
      '{"aps":{"alert":"x"},"transid":"t-1"}',
    );
    await fcmPush(lab, "", undefined, token); // no transid, no receipt
    expect(
      lab.interact({
        deviceid: ios.deviceid,
        transid: "t-1",
        event: "read",
        button: "LIKE",
        reply: "so!",
      }),
    ).toBe(true);
    expect(lab.interact({ deviceid: ios.deviceid, transid: "none", event: "read" })).toBe(false);
    await receiver.waitFor(() => receiptsOf(receiver).length === 5);
    const at = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    expect(receiptsOf(receiver)).toEqual([
      { transid: "t-1", deviceid: deviceOf(lab, "android").deviceid, event: "delivered", at },
      { transid: "t-1", pushid: bulk?.pushId, event: "delivered", at },
      { transid: "t-1", deviceid: hms.deviceid, event: "delivered", at },
      { transid: "t-1", deviceid: ios.deviceid, event: "delivered", at },
      { transid: "t-1", deviceid: ios.deviceid, event: "read", button: "LIKE", reply: "so!", at },
    ]);
    expect(receiver.requests[0]).toMatchObject({
      method: "POST",
      path: "/resources/v1/receipts",
      headers: { key: "client-1", "content-type": "application/json" },
    });
  });

  it("puts at most 500 receipts in a POST and loses none", async () => {
    const receiver = await receiving();
    const lab = await started({ receipts: { url: receiver.url, clientKey: "k" } });
    const many = lab.addDevices("hms", 1000).map((device) => device.pushId);
    const token = await hmsToken(lab);
    for (const n of [1, 2, 3])
      await hmsSend(lab, token, { data: JSON.stringify({ transid: `m-${n}` }), token: many });
    await receiver.waitFor(() => receiptsOf(receiver).length === 3000);
    expect(
      Math.max(
        ...receiver.requests.map((request) => (JSON.parse(request.body) as unknown[]).length),
      ),
    ).toBe(500);
    expect(
      new Set(receiptsOf(receiver).map((receipt) => `${receipt.transid} ${receipt.pushid}`)).size,
    ).toBe(3000);
    expect(lab.counts().receipts).toMatchObject({ queued: 3000, lost: 0 });
  });

  it("repeats receipts after 503 and lost connections, not after 401; doubles them on request", async () => {
    const receiver = await receiving();
    const lab = await started();
    await fcmPush(lab, "unheard");
    lab.setReceipts({ url: receiver.url, clientKey: "k" });
    receiver.behave({ status: 503, times: 1 });
    await fcmPush(lab, "r-1");
    await receiver.waitFor((requests) => requests.length === 2);
    receiver.behave({ drop: true, times: 1 });
    await fcmPush(lab, "r-2");
    await receiver.waitFor((requests) => requests.length === 4);
    expect(receiptsOf(receiver).map((receipt) => receipt.transid)).toEqual([
      "r-1",
      "r-1",
      "r-2",
      "r-2",
    ]);
    receiver.clear();
    receiver.behave({ status: 401, times: 1 });
    await fcmPush(lab, "r-3");
    await receiver.waitFor((requests) => requests.length === 1);
    lab.faults.set({ fcm: { duplicateReceipts: true } });
    await fcmPush(lab, "r-4");
    await receiver.waitFor(() => receiptsOf(receiver).length === 3);
    expect(receiptsOf(receiver).map((receipt) => receipt.transid)).toEqual(["r-3", "r-4", "r-4"]);
    expect(lab.counts().receipts.lost).toBe(1);
  });

  it("in lean mode keeps nothing but how often each push id was reached", async () => {
    const lab = await started({ lean: true });
    const token = await fcmToken(lab);
    const { pushId } = deviceOf(lab, "android");
    for (const transid of ["l-1", "l-1", "l-2"]) await fcmPush(lab, transid, pushId, token);
    expect(lab.notifications()).toEqual([]);
    expect(lab.arrivals.get("l-1")?.get(pushId)).toBe(2);
    expect(lab.arrivals.get("l-2")?.get(pushId)).toBe(1);
  });

  it("makes 100,000 devices at once, each reachable", async () => {
    const lab = await started({ lean: true });
    const devices = lab.addDevices("android", 100_000);
    expect(new Set(devices.map((device) => device.pushId)).size).toBe(100_000);
    await fcmPush(lab, "far", devices.at(-1)?.pushId);
    expect(lab.devices).toHaveLength(6);
    const browsers = lab.addDevices("chrome", 1000);
    expect(new Set(browsers.map((device) => device.subscription?.endpoint)).size).toBe(1000);
  });
});
