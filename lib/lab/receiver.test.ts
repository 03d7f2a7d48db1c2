import { createHmac } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Receiver, startReceiver } from "./receiver";
import { ask1, hmacHex, nowSeconds } from "./test-client";

let receiver: Receiver;
afterEach(async () => {
  vi.useRealTimers();
  await receiver.stop();
});

const secret = `whsec_${Buffer.from("a secret of some length").toString("base64")}`;
function signed(body: string, at = nowSeconds(), key = secret): Record<string, string> {
  const signature = createHmac("sha256", Buffer.from(key.slice(6), "base64"))
    .update(`msg-1.${at}.${body}`)
    .digest("base64");
  return {
    "x-hub-signature": `sha256=${hmacHex(key, body)}`,
    "webhook-id": "msg-1",
    "webhook-timestamp": String(at),
    "webhook-signature": `v1,AAAA v1,${signature}`,
  };
}

describe("receiver", () => {
  it("records requests exactly and verifies both signatures", async () => {
    receiver = await startReceiver({ secret });
    await ask1(`${receiver.url}/hook?x=1`, "POST", signed("grüße"), "grüße");
    await ask1(receiver.url, "POST", signed("other"), "changed");
    await ask1(receiver.url, "POST", {}, "bare");
    await ask1(receiver.url, "POST", signed("old", nowSeconds() - 400), "old");
    const [good, changed, bare, old] = receiver.requests;
    expect(good).toMatchObject({
      method: "POST",
      path: "/hook?x=1",
      body: "grüße",
      hubSignature: "valid",
      standardWebhook: "valid",
    });
    expect(changed).toMatchObject({ hubSignature: "invalid", standardWebhook: "invalid" });
    expect(bare).toMatchObject({ hubSignature: "absent", standardWebhook: "absent" });
    expect(old).toMatchObject({ hubSignature: "valid", standardWebhook: "invalid" });
  });

  it("misbehaves as configured and then no more", async () => {
    receiver = await startReceiver();
    receiver.behave({ status: 503, headers: { "retry-after": "3" }, body: "no", times: 2 });
    const answers = [
      await ask1(receiver.url, "POST", {}),
      await ask1(receiver.url, "POST", {}),
      await ask1(receiver.url, "POST", {}),
    ];
    expect(answers.map((answered) => answered.status)).toEqual([503, 503, 200]);
    expect([answers[0]?.headers["retry-after"], answers[0]?.body]).toEqual(["3", "no"]);
    receiver.behave({ drop: true, times: 1 });
    await expect(ask1(receiver.url, "POST", {})).rejects.toThrow(/hang up|ECONNRESET/);
    receiver.behave({ delayMs: 60, times: 1 });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const answered = ask1(receiver.url, "POST", {});
    // Without an interval, by which polling would move the clock.
    await expect.poll(() => vi.getTimerCount(), { interval: 0 }).toBe(1);
    vi.advanceTimersByTime(59);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1);
    expect((await answered).status).toBe(200);
    expect(receiver.requests.every((request) => request.hubSignature === "unchecked")).toBe(true);
  });

  it("hangs until it is stopped, and waits for conditions", async () => {
    receiver = await startReceiver();
    receiver.behave({ hang: true });
    const hanging = ask1(receiver.url, "POST", {}, "x");
    hanging.catch(() => undefined);
    await receiver.waitFor((requests) => requests.length === 1);
    await expect(receiver.waitFor((requests) => requests.length === 2, 30)).rejects.toThrow(
      /1 requests arrived/,
    );
    receiver.clear();
    expect(receiver.requests).toEqual([]);
    await receiver.stop();
    await expect(hanging).rejects.toThrow(/hang up|ECONNRESET/);
    receiver = await startReceiver();
  });
});
