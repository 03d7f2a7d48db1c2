import { connect } from "node:http2";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Faults, FaultSettingsError } from "./faults";
import { type Lab, startLab } from "./lab";
import {
  apnsHeaders,
  apnsToken,
  ask,
  ask1,
  ask2,
  deviceOf,
  fcmAssertion,
  fcmHeaders,
  fcmToken,
  fcmTokenCall,
  freshFolder,
  hmsSend,
  hmsToken,
} from "./test-client";

let lab: Lab;
let token: string;
let pixel: string;
beforeAll(async () => {
  lab = await startLab({ dataDir: freshFolder(), ports: 0 });
  token = await fcmToken(lab);
  pixel = deviceOf(lab, "android").pushId;
});
afterEach(() => {
  vi.useRealTimers();
  lab.faults.set({});
});
afterAll(() => lab.stop());

const body = (transid: string) => JSON.stringify({ message: { token: pixel, data: { transid } } });
const send = (transid = "x") => ask2(lab.endpoints.fcm, fcmHeaders(lab, token), body(transid));
const arrived = (transid: string) => lab.notifications({ transid }).length;
const lost = /no answer|cancel|closed|hang up|ECONNRESET/;
const until = async (condition: () => boolean) => {
  const end = Date.now() + 30_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error("the condition did not come true");
    await new Promise((resolve) => setImmediate(resolve));
  }
};

describe("fault settings", () => {
  it("names unknown and wrong members", () => {
    const faults = new Faults();
    const wrong = { fcm: { latencyMs: -1, speed: 3 }, gcm: {}, apns: { share: 2 } };
    const problems = (() => {
      try {
        faults.set(wrong);
        return [];
      } catch (error) {
        return error instanceof FaultSettingsError
          ? error.problems.map((problem) => problem.pointer)
          : [];
      }
    })();
    expect(problems.toSorted()).toEqual(["/apns/share", "/fcm/latencyMs", "/fcm/speed", "/gcm"]);
    expect(faults.get()).toEqual({});
  });

  it("deals shares out evenly", () => {
    const faults = new Faults();
    for (const share of [0.1, 0.3, 1 / 3, 0.5, 1]) {
      faults.set({ fcm: { status: 503, share } });
      const settings = faults.of("fcm") ?? {};
      const refused = Array.from(
        { length: 300 },
        () => faults.decideVerdict("fcm", settings).action,
      ).filter((action) => action === "refuse").length;
      expect(refused).toBe(Math.round(300 * share));
    }
  });
});

describe("faults", () => {
  it("refuse with the provider's own body, Retry-After and a share", async () => {
    lab.faults.set({ fcm: { reason: "QUOTA_EXCEEDED", retryAfter: 60, share: 0.5 } });
    const answers = [await send("q"), await send("q"), await send("q"), await send("q")];
    expect(answers.map((answered) => answered.status)).toEqual([200, 429, 200, 429]);
    expect(answers[1]?.headers["retry-after"]).toBe("60");
    expect(JSON.parse(answers[1]?.body ?? "")).toMatchObject({
      error: { details: [{ errorCode: "QUOTA_EXCEEDED" }] },
    });
    expect(arrived("q")).toBe(2);
  });

  it("refuse with a text of one's own, an HTTP date, and at other providers", async () => {
    const date = new Date(Date.now() + 20_000).toUTCString();
    lab.faults.set({
      fcm: { status: 502, body: "<html>Bad gateway</html>", retryAfter: date },
      hms: { reason: "80300011" },
      apns: { reason: "Shutdown" },
      webpush: { status: 429, retryAfter: 7 },
    });
    const gateway = await send();
    expect([
      gateway.status,
      gateway.body,
      gateway.headers["retry-after"],
      gateway.headers["content-type"],
    ]).toEqual([502, "<html>Bad gateway</html>", date, "text/html; charset=UTF-8"]);
    expect((await hmsSend(lab, await hmsToken(lab), {})).code).toBe("80300011");
    const apns = await ask2(
      lab.endpoints.apns,
      apnsHeaders(lab, deviceOf(lab, "ios").pushId, apnsToken(lab)),
      "{}",
    );
    expect([apns.status, apns.body]).toEqual([503, '{"reason":"Shutdown"}']);
    const web = await ask1(deviceOf(lab, "safari").subscription?.endpoint ?? "", "POST", {});
    expect([web.status, web.body, web.headers["retry-after"]]).toEqual([
      429,
      '{"reason":"TooManyRequests"}',
      "7",
    ]);
  });

  it("delay the taking and the answer", async () => {
    lab.faults.set({ fcm: { latencyMs: 120, latencyJitterMs: 30 } });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const answered = send("slow");
    await until(() => vi.getTimerCount() === 1);
    vi.advanceTimersByTime(119);
    expect([vi.getTimerCount(), arrived("slow")]).toEqual([1, 0]);
    vi.advanceTimersByTime(31);
    expect(arrived("slow")).toBe(1);
    expect((await answered).status).toBe(200);
  });

  it("destroy the connection before taking anything", async () => {
    lab.faults.set({ fcm: { dropConnections: 1 } });
    await expect(send("before")).rejects.toThrow(lost);
    const path = fcmHeaders(lab, token)[":path"];
    await expect(
      ask1(
        `${lab.endpoints.fcm}${String(path)}`,
        "POST",
        { authorization: `Bearer ${token}` },
        body("before"),
      ),
    ).rejects.toThrow(lost);
    expect(arrived("before")).toBe(0);
  });

  it("take the notification and lose the answer", async () => {
    lab.faults.set({ fcm: { dropAfter: 1 } });
    await expect(send("after")).rejects.toThrow(lost);
    expect(arrived("after")).toBe(1);
  });

  it("never answer, while others are answered on the same connection", async () => {
    lab.faults.set({ fcm: { halfOpen: 0.5 } });
    const session = connect(lab.endpoints.fcm);
    const before = lab.counts().fcm.unanswered;
    const first = await ask(session, fcmHeaders(lab, token), body("half"));
    const second = ask(session, fcmHeaders(lab, token), body("half"));
    second.catch(() => undefined);
    await until(() => lab.counts().fcm.unanswered === before + 1);
    const third = await ask(session, fcmHeaders(lab, token), body("half"));
    expect([first.status, third.status]).toEqual([200, 200]);
    expect(arrived("half")).toBe(2);
    session.destroy();
    await expect(second).rejects.toThrow(lost);
  });

  it("send GOAWAY in mid burst: exactly the streams up to lastStreamID are processed and answered", async () => {
    lab.faults.set({ apns: { goawayAfter: 40, latencyMs: 20 } });
    const phone = deviceOf(lab, "ios").pushId;
    const session = connect(lab.endpoints.apns);
    session.on("error", () => undefined);
    await new Promise((resolve) => session.once("remoteSettings", resolve));
    const goaway = new Promise<number>((resolve) =>
      session.once("goaway", (_, lastStreamId) => resolve(lastStreamId)),
    );
    const providerToken = apnsToken(lab);
    const sent = Array.from({ length: 100 }, (_, n) =>
      ask(
        session,
        apnsHeaders(lab, phone, providerToken),
        JSON.stringify({ aps: { alert: "x" }, transid: `go-${n}` }),
      ).then(
        (answered) => answered.status,
        () => "lost",
      ),
    );
    expect(await goaway).toBe(79); // client streams are odd: the 40th is 79
    const results = await Promise.all(sent);
    expect(results.slice(0, 40)).toEqual(Array(40).fill(200));
    expect(results.slice(40)).toEqual(Array(60).fill("lost"));
    const notifications = lab
      .notifications({ userid: "user-1" })
      .filter((notification) => notification.transid.startsWith("go-"));
    expect(notifications.map((notification) => notification.transid)).toEqual(
      Array.from({ length: 40 }, (_, n) => `go-${n}`),
    );
    expect(lab.counts().apns.goaways).toBe(1);
    session.destroy();
  });

  it("change SETTINGS_MAX_CONCURRENT_STREAMS on open and new connections", async () => {
    const session = connect(lab.endpoints.fcm);
    await new Promise((resolve) => session.once("remoteSettings", resolve));
    const changed = new Promise((resolve) => session.once("remoteSettings", resolve));
    lab.faults.set({ fcm: { maxStreams: 1 } });
    await changed;
    expect(session.remoteSettings.maxConcurrentStreams).toBe(1);
    session.destroy();
    const other = connect(lab.endpoints.fcm);
    await new Promise((resolve) => other.once("remoteSettings", resolve));
    expect(other.remoteSettings.maxConcurrentStreams).toBe(1);
    other.destroy();
  });

  it("fail token calls without touching sends", async () => {
    lab.faults.set({ fcm: { tokenStatus: 503 } });
    expect((await fcmTokenCall(lab, fcmAssertion(lab))).status).toBe(503);
    expect((await send()).status).toBe(200);
  });

  it("count what happened", async () => {
    const before = structuredClone(lab.counts().fcm);
    lab.faults.set({ fcm: { status: 503 } });
    await send();
    lab.faults.set({});
    await send();
    await ask2(lab.endpoints.fcm, fcmHeaders(lab, "unknown"), "{}");
    await fcmToken(lab);
    const { fcm } = lab.counts();
    expect(fcm.requests - before.requests).toBe(4);
    expect(fcm.accepted - before.accepted).toBe(1);
    expect(fcm.tokenCalls - before.tokenCalls).toBe(1);
    expect((fcm.rejected["UNAVAILABLE"] ?? 0) - (before.rejected["UNAVAILABLE"] ?? 0)).toBe(1);
    expect((fcm.rejected["UNAUTHENTICATED"] ?? 0) - (before.rejected["UNAUTHENTICATED"] ?? 0)).toBe(
      1,
    );
    await until(() => lab.counts().fcm.openConnections === 0);
  });
});
