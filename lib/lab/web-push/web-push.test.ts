import { createECDH } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ece from "http_ece";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Lab, startLab } from "@/lib/lab/lab";
import { makePoint } from "@/lib/lab/state-file";
import {
  type ClientResponse,
  ask1,
  ask2,
  deviceOf,
  freshFolder,
  nowSeconds,
  vapidHeader,
} from "@/lib/lab/test-client";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({ dataDir: freshFolder(), ports: 0 });
});
afterAll(() => lab.stop());

type Device = Lab["devices"][number];
function subscriptionOf(device: Device) {
  if (!device.subscription) throw new Error("no subscription");
  return device.subscription;
}
function encrypt(device: Device, text: string | Buffer): Buffer {
  const { p256dh, auth } = subscriptionOf(device).keys;
  const sender = createECDH("prime256v1");
  sender.generateKeys();
  return ece.encrypt(Buffer.from(text), {
    version: "aes128gcm",
    privateKey: sender,
    dh: p256dh,
    authSecret: auth,
    rs: 4096,
  });
}
async function send(
  device: Device,
  more: Record<string, string | undefined> = {},
  body: string | Buffer = encrypt(device, "{}"),
  method = "POST",
): Promise<ClientResponse> {
  const headers = {
    authorization: vapidHeader(lab),
    ttl: "60",
    "content-encoding": "aes128gcm",
    "content-type": "application/octet-stream",
    ...more,
  };
  const definedHeaders = Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return ask1(subscriptionOf(device).endpoint, method, definedHeaders, body);
}
const chrome = () => deviceOf(lab, "chrome");
const firefox = () => deviceOf(lab, "firefox");
const safari = () => deviceOf(lab, "safari");
const short = (answered: ClientResponse) => {
  const json = answered.body.startsWith("{")
    ? (JSON.parse(answered.body) as { errno?: number; reason?: string })
    : {};
  return [answered.status, json.errno ?? json.reason ?? ""];
};

describe("Web Push", () => {
  it("takes a message over HTTP/1.1 and HTTP/2 and the browser reads its text", async () => {
    const text = JSON.stringify({
      web_push: 8030,
      notification: { title: "Grüße", navigate: "https://example.com/", data: { transid: "t-1" } },
    });
    for (const device of [chrome(), firefox(), safari()]) {
      const answered = await send(device, { topic: "upd", urgency: "high" }, encrypt(device, text));
      expect(answered.status).toBe(201);
      expect(answered.headers["location"]).toMatch(
        new RegExp(`^${lab.endpoints.webpush}/message/`),
      );
      expect(answered.headers["ttl"]).toBe("60");
    }
    const { endpoint } = subscriptionOf(chrome());
    const headers = {
      ":method": "POST",
      ":path": new URL(endpoint).pathname,
      authorization: vapidHeader(lab),
      ttl: "9999999",
      "content-encoding": "aes128gcm",
    };
    const answered = await ask2(lab.endpoints.webpush, headers, encrypt(chrome(), text));
    expect([answered.status, answered.headers["ttl"]]).toEqual([201, "2592000"]);
    const notifications = lab.notifications({ transid: "t-1" });
    expect(notifications.map((notification) => notification.kind)).toEqual([
      "chrome",
      "firefox",
      "safari",
      "chrome",
    ]);
    expect(notifications[0]).toMatchObject({
      body: text,
      provider: "webpush",
      pushId: chrome().pushId,
      headers: { topic: "upd", ttl: "60", urgency: "high" },
    });
    expect(notifications[0]?.headers).not.toHaveProperty("authorization");
  });

  it("refuses in the words of each browser's service", async () => {
    const cases: [Record<string, string | undefined>, [number, number | string][]][] = [
      [
        { authorization: undefined },
        [
          [401, ""],
          [401, 109],
          [403, "BadAuthorizationHeader"],
        ],
      ],
      [
        { authorization: vapidHeader(lab).replace("vapid", "WebPush") },
        [
          [401, ""],
          [401, 109],
          [403, "BadAuthorizationHeader"],
        ],
      ],
      [
        { authorization: vapidHeader(lab, { aud: "https://push.example.com" }) },
        [
          [403, ""],
          [401, 109],
          [403, "BadJwtToken"],
        ],
      ],
      [
        { authorization: vapidHeader(lab, {}, makePoint()) },
        [
          [403, ""],
          [401, 109],
          [400, "VapidPkHashMismatch"],
        ],
      ],
      [
        { ttl: undefined },
        [
          [400, ""],
          [400, 111],
          [400, "BadTtl"],
        ],
      ],
      [
        { ttl: "-1" },
        [
          [400, ""],
          [400, 112],
          [400, "BadTtl"],
        ],
      ],
      [
        { topic: "has space" },
        [
          [400, ""],
          [400, 113],
          [400, "BadWebPushTopic"],
        ],
      ],
      [
        { urgency: "urgent" },
        [
          [400, ""],
          [400, 110],
          [400, "BadUrgency"],
        ],
      ],
      [
        { "content-encoding": "aesgcm" },
        [
          [400, ""],
          [400, 110],
          [400, "BadWebPushRequest"],
        ],
      ],
      [
        { "content-encoding": undefined },
        [
          [400, ""],
          [400, 110],
          [400, "BadWebPushRequest"],
        ],
      ],
      [
        { "crypto-key": "dh=x" },
        [
          [400, ""],
          [400, 110],
          [400, "BadWebPushRequest"],
        ],
      ],
    ];
    for (const [more, expected] of cases) {
      const answers = [
        short(await send(chrome(), more)),
        short(await send(firefox(), more)),
        short(await send(safari(), more)),
      ];
      expect([more, answers]).toEqual([more, expected]);
    }
  });

  const sizes = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../../tests/vectors/webpush_sizes.json"), "utf8"),
  ) as {
    cases: { plaintext: number; body: number; ok: boolean }[];
    topic_cases: { value: string; ok: boolean }[];
    ttl_cases: { rfc: { v: string | null; ok: boolean }[] };
    sub_cases: { cases: { v: string | null; ok?: boolean }[] };
  };
  it.each(sizes.cases)("judges a body of $body bytes", async ({ plaintext, body, ok }) => {
    const encrypted = encrypt(firefox(), Buffer.alloc(plaintext, "x"));
    // http_ece writes a second record when the plaintext does not fit the first.
    expect(ok ? encrypted.length : body).toBe(body);
    const answered = await send(firefox(), {}, encrypted);
    expect(short(answered)).toEqual(ok ? [201, ""] : [413, 104]);
  });
  it.each(sizes.topic_cases)("judges the topic '$value'", async ({ value, ok }) => {
    expect((await send(chrome(), { topic: value })).status).toBe(ok ? 201 : 400);
  });
  it.each(sizes.ttl_cases.rfc)("judges the TTL $v", async ({ v, ok }) => {
    expect((await send(chrome(), { ttl: v ?? undefined })).status).toBe(ok ? 201 : 400);
  });
  it("refuses TTL 0 for Safari only", async () => {
    expect(short(await send(safari(), { ttl: "0" }))).toEqual([400, "BadTtl"]);
    expect((await send(firefox(), { ttl: "0" })).status).toBe(201);
  });
  it.each(sizes.sub_cases.cases)("judges the subject $v", async ({ v, ok }) => {
    const answered = await send(safari(), {
      authorization: vapidHeader(lab, { sub: v ?? undefined }),
    });
    expect(short(answered)).toEqual(ok ? [201, ""] : [403, "BadJwtToken"]);
  });

  it("judges the VAPID token: times, signature, key", async () => {
    const status = async (authorization: string) =>
      (await send(chrome(), { authorization })).status;
    const now = nowSeconds();
    expect(await status(vapidHeader(lab, { exp: now + 86_400 }))).toBe(201);
    expect(await status(vapidHeader(lab, { exp: now + 86_500 }))).toBe(403);
    expect(await status(vapidHeader(lab, { exp: now - 1 }))).toBe(403);
    expect(await status(vapidHeader(lab, { exp: undefined }))).toBe(403);
    const good = vapidHeader(lab);
    expect(
      await status(
        good.replace(/\.[^.]+, k=/, `.${Buffer.alloc(64, 1).toString("base64url")}, k=`),
      ),
    ).toBe(403);
    expect(await status(good.replace(/k=.*/, "k=AAAA"))).toBe(403);
    expect(await status(good.replace(/, k=.*/, ""))).toBe(401);
  });

  it("accepts a subscription's own VAPID key only", async () => {
    const pair = makePoint();
    const own = lab.addDevice({ kind: "chrome", vapidKey: pair.publicKey });
    expect((await send(own)).status).toBe(403);
    expect((await send(own, { authorization: vapidHeader(lab, {}, pair) })).status).toBe(201);
  });

  it("refuses what the browser cannot read", async () => {
    expect(short(await send(safari(), {}, encrypt(chrome(), "{}")))).toEqual([
      400,
      "BadWebPushRequest",
    ]);
    expect((await send(chrome(), {}, "not encrypted at all")).status).toBe(400);
    expect((await send(chrome(), {}, encrypt(chrome(), Buffer.from([0xff, 0xfe])))).status).toBe(
      400,
    );
  });

  it("answers unknown, retired and wrongly called subscriptions", async () => {
    const gone = lab.addDevice({ kind: "firefox" });
    expect((await send(gone)).status).toBe(201);
    lab.retire(gone.pushId);
    expect(short(await send(gone))).toEqual([410, 106]);
    expect((await ask1(`${lab.endpoints.webpush}/push/unknown`, "POST", { ttl: "1" })).status).toBe(
      404,
    );
    expect((await ask1(`${lab.endpoints.webpush}/elsewhere`, "POST", { ttl: "1" })).status).toBe(
      404,
    );
    expect((await send(chrome(), {}, "", "PUT")).status).toBe(405);
  });

  it("takes a push without a body", async () => {
    expect((await send(chrome(), { "content-encoding": undefined }, "")).status).toBe(201);
  });

  it("replaces what is shown under the same tag", async () => {
    const tagged = (transid: string) =>
      send(
        chrome(),
        {},
        encrypt(
          chrome(),
          JSON.stringify({ notification: { title: "x", tag: "w", data: { transid } } }),
        ),
      );
    await tagged("w-1");
    await tagged("w-2");
    expect(lab.notifications({ transid: "w-1" })[0]?.state).toBe("replaced");
  });
});
