import { createECDH, randomBytes, randomUUID } from "node:crypto";
import {
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { WebKind } from "@/lib/interface/device-kinds";
import { makePoint } from "@/lib/lab/state-file";
import { built } from "@/lib/payload/testing";
import type { Outcome, Provider, Target } from "../provider";
import { openProvider } from "../registry";
import { outcomesOf } from "../testing";

// The hosts of the real push services lead to the one below.
vi.mock("node:dns/promises", () => ({
  lookup: async (host: string) => {
    if (host === "nobody.shop.example.com")
      throw Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
    return [{ address: "127.0.0.1", family: 4 }];
  },
}));

const hosts = {
  microsoft: "wns2-par02p.notify.windows.com",
  apple: "web.push.apple.com",
  mozilla: "updates.push.services.mozilla.com",
  google: "fcm.googleapis.com",
  other: "push.shop.example.com",
};
let server: Http2Server;
let port: number;
let provider: Provider;
let requests: IncomingHttpHeaders[] = [];
let answers: { headers: OutgoingHttpHeaders; body?: string }[] = [];

beforeAll(async () => {
  server = createServer();
  server.on("stream", (stream, headers) => {
    stream.on("error", () => undefined);
    requests.push(headers);
    const { headers: answer, body } = answers[requests.length - 1] ??
      answers.at(-1) ?? { headers: { ":status": 201 } };
    stream.respond(answer);
    stream.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  requests = [];
  answers = [];
  const lab = [
    ...Object.values(hosts),
    "nobody.shop.example.com",
    "permanently-removed.invalid",
  ].map((host) => `${host}:${port}`);
  provider = openProvider(
    "webpush",
    { ...makePoint(), subject: "mailto:a@b.example" },
    lab.slice(0, -1),
  );
});
afterEach(() => provider.close());
afterAll(() => void server.close());

function targetAt(host: string): Target {
  const own = createECDH("prime256v1");
  const keys = {
    p256dh: own.generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  return {
    deliveryId: randomUUID(),
    pushid: "x",
    subscription: { endpoint: `http://${host}:${port}/w/?token=${randomUUID()}`, keys },
  };
}

const requestFor = (kind: WebKind, ttl: number) => {
  const extras = { time_to_live: String(ttl), collapse_key: "release" };
  return built(
    {
      web: {
        platform_types: [kind],
        text: "Version 0.25 is out",
        url: "https://shop.example/",
        extras,
      },
    },
    kind,
  );
};
const send = (
  count: number,
  host = hosts.google,
  kind: WebKind = "chrome",
  ttl = 60,
): Promise<Outcome[]> =>
  outcomesOf(provider, {
    request: requestFor(kind, ttl),
    targets: Array.from({ length: count }, () => targetAt(host)),
  });

describe.each(["chrome", "firefox", "safari"] as const)(
  "a subscription that is registered as %s",
  (kind) => {
    it.each([
      ["microsoft", 0, { ttl: "0", "x-wns-cache-policy": "no-cache", topic: "release" }],
      ["microsoft", 60, { ttl: "60", "x-wns-cache-policy": "cache", topic: "release" }],
      ["apple", 0, { ttl: "1", "x-wns-cache-policy": undefined, topic: undefined }],
      ["apple", 60, { ttl: "60", "x-wns-cache-policy": undefined, topic: undefined }],
      ["mozilla", 0, { ttl: "0", "x-wns-cache-policy": undefined, topic: "release" }],
      ["google", 0, { ttl: "0", "x-wns-cache-policy": undefined, topic: "release" }],
    ] as const)(
      "is sent to as the push service wants it: %s, %d seconds",
      async (service, ttl, expectedHeaders) => {
        expect(await send(1, hosts[service], kind, ttl)).toMatchObject([{ kind: "submitted" }]);
        expect(requests).toMatchObject([{ urgency: "normal", "content-encoding": "aes128gcm" }]);
        for (const [name, value] of Object.entries(expectedHeaders))
          expect(requests[0]?.[name]).toBe(value);
      },
    );

    it("is sent to elsewhere as a browser of its kind is", async () => {
      await send(1, hosts.other, kind, 0);
      expect(requests[0]).toMatchObject(requestFor(kind, 0).headers);
    });
  },
);

describe("an endpoint that leads nowhere", () => {
  it("is out of use at once where its name cannot exist, and holds up no other", async () => {
    const targets = [
      "permanently-removed.invalid",
      hosts.google,
      "gone.test",
      "a.b.example",
      "invalid.",
    ]
      .map(targetAt)
      .map((target) => ({
        ...target,
        ...(target.subscription && {
          subscription: {
            ...target.subscription,
            endpoint: target.subscription.endpoint.replace(/^http:\/\/(?!fcm)/, "https://"),
          },
        }),
      }));
    const outcomes = await outcomesOf(provider, { request: requestFor("chrome", 60), targets });
    const gone = { kind: "rejected", code: "7513", retireDevice: true };
    expect(outcomes).toMatchObject([gone, { kind: "submitted" }, gone, gone, gone]);
    const takenAway = outcomes.map(
      (outcome) => "reason" in outcome && /permission was taken away/.test(outcome.reason),
    );
    expect(takenAway).toEqual([true, false, false, false, true]);
  });

  it("is tried again where its name is not found for now", async () => {
    expect(await send(1, "nobody.shop.example.com")).toMatchObject([
      { kind: "deferred", code: "7404" },
    ]);
  });
});

describe("the reason of a push service", () => {
  it("is read from Microsoft's headers", async () => {
    answers = [
      {
        headers: {
          ":status": 400,
          "content-length": "0",
          "x-wns-error-description": "Ttl value conflicts with X-WNS-Cache-Policy.",
          "x-wns-status": "dropped",
          "x-wns-notificationstatus": "dropped",
        },
      },
    ];
    expect(await send(1, hosts.microsoft)).toMatchObject([
      {
        kind: "rejected",
        code: "7404",
        reason: "Web Push 400: Ttl value conflicts with X-WNS-Cache-Policy.",
      },
    ]);
  });
});

const google = (status: number, body: string) => ({
  headers: { ":status": status, "content-type": "text/plain" },
  body,
});
const otherKey = {
  apple: { headers: { ":status": 400 }, body: '{"reason":"VapidPkHashMismatch"}' },
  google: google(
    403,
    "the VAPID credentials in the authorization header do not correspond to the credentials used to create the subscriptions.\n",
  ),
  older: google(
    403,
    "the key in the authorization header does not correspond to the sender ID used to subscribe this user. Please ensure you are using the correct sender ID and server Key from the Firebase console.\n",
  ),
  mozilla: {
    headers: { ":status": 401 },
    body: '{"code":401,"errno":109,"error":"Unauthorized","message":"VAPID public key mismatch"}',
  },
};

describe.each(Object.entries(otherKey))(
  "a subscription with another key, in the words of %s",
  (name, answer) => {
    const retired = { kind: "rejected", code: "7513", retireDevice: true };

    it("is out of use although it is alone", async () => {
      answers = [answer];
      expect(await send(1)).toMatchObject([retired]);
      answers = [answer, answer, { headers: { ":status": 201 } }];
      requests = [];
      expect((await send(3)).map(({ kind }) => kind).toSorted()).toEqual([
        "rejected",
        "rejected",
        "submitted",
      ]);
    });

    it("is not retired where all are refused, since then the key is the wrong one", async () => {
      answers = [answer];
      const all =
        name === "mozilla"
          ? { kind: "stopped", code: "7504" }
          : { kind: "rejected", code: "7513", retireDevice: false };
      expect(await send(12)).toMatchObject(Array.from({ length: 12 }, () => all));
      expect(await send(1)).toMatchObject([all]);
    });

    it("is retired, however many there are, where the key was accepted", async () => {
      await send(1);
      answers = [answer];
      expect(await send(12)).toMatchObject(Array.from({ length: 12 }, () => retired));
      expect(await send(12, hosts.apple)).toMatchObject(Array.from({ length: 12 }, () => retired));
    });
  },
);

it("stops for a key that is refused in other words", async () => {
  answers = [
    {
      headers: { ":status": 401 },
      body: '{"code":401,"errno":109,"error":"Unauthorized","message":"Invalid bearer token"}',
    },
  ];
  expect(await send(1)).toMatchObject([
    { kind: "stopped", code: "7504", reason: "Web Push 401 errno 109: Invalid bearer token" },
  ]);
});
