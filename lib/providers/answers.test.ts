import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { deferred, type ProviderAnswer } from "./answers";
import { apnsOutcome } from "./apns-answers";
import { fcmOutcome } from "./fcm-answers";
import { hmsOutcomes, wantsNewToken } from "./hms-answers";
import { sparingDevices } from "./mass-refusal";
import type { Outcome } from "./provider";
import { webPushOutcome } from "./web-push-answers";

const read = (file: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, "vectors", file), "utf8"));
const text = (body: unknown) => (typeof body === "string" ? body : JSON.stringify(body));
const retires = (outcome: Outcome) => outcome.kind === "rejected" && outcome.retireDevice;

describe("FCM's answers", () => {
  const { cases } = read("fcm_responses.json") as {
    cases: {
      id: string;
      status: number;
      headers?: Record<string, string>;
      body: unknown;
      expect: {
        outcome: string;
        deleteToken?: boolean;
        minDelayMs?: number;
        configError?: boolean;
      };
    }[];
  };
  const codes: Record<string, string> = {
    invalid_token: "7512",
    missing_recipient: "7560",
    payload_too_large: "7560",
    unregistered: "7571",
    not_found_without_details: "7404",
    not_found_html: "7404",
    sender_id_mismatch: "7562",
    permission_denied: "7570",
    quota: "7563",
    quota_no_header: "7563",
    unauthenticated: "7569",
    third_party_auth: "7566",
    internal: "7565",
    bad_gateway_html: "7565",
    unavailable: "7564",
    unavailable_retry_after_seconds: "7564",
    unavailable_retry_after_date: "7564",
  };

  it.each(cases)(
    "gives $id its outcome and code",
    ({ id, status, headers = {}, body, expect: wanted }) => {
      const at = new Date(Date.now() + 20_000).toUTCString();
      const given = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value.startsWith("<") ? at : value]),
      );
      const outcome = fcmOutcome({ status, headers: given, body: text(body) });
      const kinds: Record<string, string> = {
        accepted: "submitted",
        accepted_without_id: "submitted",
        retry: "deferred",
        retry_once_with_new_access_token: "stopped",
      };
      expect(outcome.kind).toBe(
        wanted.configError ? "stopped" : (kinds[wanted.outcome] ?? "rejected"),
      );
      expect("code" in outcome ? outcome.code : undefined).toBe(codes[id]);
      expect(retires(outcome)).toBe(wanted.deleteToken ?? false);
      const afterMs = outcome.kind === "deferred" ? (outcome.afterMs ?? 0) : 0;
      expect(afterMs).toBeGreaterThanOrEqual(wanted.minDelayMs ?? 0);
      expect(outcome.kind === "submitted" && "providerMessageId" in outcome).toBe(
        wanted.outcome === "accepted",
      );
    },
  );
});

describe("APNs's answers", () => {
  const { cases } = read("apns_reasons.json") as {
    cases: { status: number; reason: string | null; body: unknown; class: string }[];
  };
  const kinds: Record<string, Outcome["kind"]> = {
    token_dead: "rejected",
    request_bug: "rejected",
    too_big: "rejected",
    config: "stopped",
    resign_retry: "stopped",
    new_connection: "stopped",
    retry: "deferred",
    retry_slow: "deferred",
  };
  const codes: Record<string, string> = {
    BadDeviceToken: "7512",
    Unregistered: "7513",
    ExpiredToken: "7513",
    PayloadTooLarge: "7510",
    BadExpirationDate: "7511",
    TooManyRequests: "7507",
    TooManyProviderTokenUpdates: "7507",
    BadCertificate: "7515",
    InvalidProviderToken: "7504",
    InternalServerError: "7517",
    Shutdown: "7517",
    SomethingNew: "7518",
  };

  it.each(cases)("$status $reason", ({ status, reason, body, class: wanted }) => {
    const outcome = apnsOutcome({ status, headers: {}, body: text(body) });
    expect(outcome.kind).toBe(kinds[wanted]);
    expect(retires(outcome)).toBe(wanted === "token_dead");
    const code = "code" in outcome ? outcome.code : undefined;
    expect(code).toBe(codes[reason ?? ""] ?? code);
  });

  it("reports the id that it used", () => {
    expect(apnsOutcome({ status: 200, headers: { "apns-id": "A-1" }, body: "" })).toEqual({
      kind: "submitted",
      providerMessageId: "A-1",
    });
  });

  it("does not slow down when one device gets too much", () => {
    expect(
      apnsOutcome({ status: 429, headers: {}, body: '{"reason":"TooManyRequests"}' }),
    ).toMatchObject({ trouble: "device" });
  });
});

describe("Huawei's answers", () => {
  const { cases, partial } = read("hms_codes.json") as {
    cases: { http: number; body: { code: string }; class: string }[];
    partial: {
      body: { code: string; msg: string; requestId: string };
      fallback_cases: { msg: string }[];
    };
  };
  const kinds: Record<string, Outcome["kind"]> = {
    accepted: "submitted",
    partial: "submitted",
    retry: "deferred",
    refresh_retry_once: "stopped",
    config: "stopped",
  };

  it.each(cases)(
    "makes of $body.code an outcome for every token",
    ({ http, body, class: wanted }) => {
      const answer = { status: http, headers: {}, body: text(body) };
      const outcomes = hmsOutcomes(answer, ["a", "b"]);
      expect(outcomes.map(({ kind }) => kind)).toEqual([
        kinds[wanted] ?? "rejected",
        kinds[wanted] ?? "rejected",
      ]);
      expect(outcomes.map(retires)).toEqual(
        wanted === "tokens_dead_all" ? [true, true] : [false, false],
      );
      expect(wantsNewToken(answer)).toBe(wanted === "refresh_retry_once");
    },
  );

  it("retires the illegal tokens of a call and takes the others as sent", () => {
    const outcomes = hmsOutcomes({ status: 200, headers: {}, body: text(partial.body) }, [
      "a",
      "xxx",
      "b",
    ]);
    const { requestId } = partial.body;
    expect(outcomes).toEqual([
      { kind: "submitted", providerMessageId: requestId },
      { kind: "rejected", code: "7537", reason: "HMS 200 80100000", retireDevice: true },
      { kind: "submitted", providerMessageId: requestId },
    ]);
  });

  it("reads the illegal tokens from an object, too", () => {
    const msg: unknown = JSON.parse(partial.body.msg);
    const outcomes = hmsOutcomes(
      { status: 200, headers: {}, body: text({ ...partial.body, msg }) },
      ["a", "xxx"],
    );
    expect(outcomes).toMatchObject([
      { kind: "submitted" },
      { kind: "rejected", code: "7537", retireDevice: true },
    ]);
  });

  it.each(partial.fallback_cases)(
    "never sends again, nor retires, what was partly taken: $msg",
    ({ msg }) => {
      const outcomes = hmsOutcomes(
        { status: 200, headers: {}, body: text({ code: "80100000", msg }) },
        ["a", "b"],
      );
      expect(outcomes).toEqual([{ kind: "submitted" }, { kind: "submitted" }]);
    },
  );

  it("does not know what 200 without a code means, and spreads what 503 refuses", () => {
    expect(hmsOutcomes({ status: 200, headers: {}, body: "<html>" }, ["a"])).toMatchObject([
      { kind: "unknown" },
    ]);
    expect(
      hmsOutcomes({ status: 503, headers: { "retry-after": "3" }, body: "Flow control" }, ["a"]),
    ).toMatchObject([{ kind: "deferred", trouble: "overload", afterMs: 3_000 }]);
  });
});

describe("push services' answers", () => {
  const vectors = read("webpush_responses.json") as {
    generic: { status: number; class: string }[];
    mozilla: { status: number; errno: number; class: string }[];
    apple: { status: number; reason: string; class: string }[];
  };
  const kinds: Record<string, Outcome["kind"]> = {
    accepted: "submitted",
    config: "stopped",
    config_or_key_mismatch: "stopped",
    token_dead: "rejected",
    request_bug: "rejected",
    too_big: "rejected",
    retry: "deferred",
    retry_slow: "deferred",
  };
  const all = [
    ...vectors.generic.map((one) => ({ ...one, body: "" })),
    ...vectors.mozilla.map((one) => ({
      ...one,
      body: text({ code: one.status, errno: one.errno, error: "x", message: "x", more_info: "x" }),
    })),
    ...vectors.apple
      // 404 means gone (RFC 8030 7.3) whoever says it, and a wrong key is the subscription's fault
      // as long as others are well.
      .filter(({ reason }) => reason !== "BadPath" && reason !== "VapidPkHashMismatch")
      .map((one) => ({ ...one, body: text({ reason: one.reason }) })),
  ];

  it.each(all)(
    "says whether to retry, retire or stop after $status $body",
    ({ status, body, class: wanted }) => {
      const outcome = webPushOutcome({ status, headers: {}, body });
      expect(outcome.kind).toBe(kinds[wanted]);
      expect(retires(outcome)).toBe(wanted === "token_dead");
    },
  );

  it.each([
    [
      {
        "x-wns-error-description": "Ttl value conflicts with X-WNS-Cache-Policy.",
        "x-wns-status": "dropped",
      },
      "",
      "Ttl value conflicts",
    ],
    [{ "x-wns-status": "channelthrottled" }, "", "channelthrottled"],
    [{}, "invalid Topic header\n", "invalid Topic header"],
    [{}, '{"code":400,"errno":113,"message":"Invalid Topic"}', "errno 113: Invalid Topic"],
    [{}, '{"reason":"BadWebPushTopic"}', "BadWebPushTopic"],
  ])("finds the reason wherever it stands: %o %s", (headers, body, reason) => {
    const given: Record<string, string> = { ...headers };
    expect(webPushOutcome({ status: 400, headers: given, body })).toMatchObject({
      kind: "rejected",
      code: "7404",
      retireDevice: false,
      reason: expect.stringContaining(reason) as string,
    });
    expect(webPushOutcome({ status: 400, headers: {}, body: "<html>Bad Gateway" })).toMatchObject({
      reason: "Web Push 400",
    });
  });

  it.each([
    [400, '{"reason":"VapidPkHashMismatch"}'],
    [401, '{"code":401,"errno":109,"error":"Unauthorized","message":"VAPID public key mismatch"}'],
    [
      403,
      "the key in the authorization header does not correspond to the sender ID used to subscribe this user.\n",
    ],
    [
      403,
      "the VAPID credentials in the authorization header do not correspond to the credentials used to create the subscriptions.\n",
    ],
    [403, "MismatchSenderId"],
    [400, '{"error":"MismatchSenderId"}'],
    [403, "SenderId mismatch\n"],
  ])("retires a subscription made with another key: %d", (status, body) => {
    expect(webPushOutcome({ status, headers: {}, body })).toMatchObject({
      kind: "rejected",
      code: "7513",
      retireDevice: true,
    });
  });

  it("heeds Retry-After, and reports where the message is", () => {
    expect(
      webPushOutcome({ status: 429, headers: { "retry-after": "9" }, body: "" }),
    ).toMatchObject({ code: "7507", afterMs: 9_000 });
    expect(
      webPushOutcome({ status: 201, headers: { location: "https://push.example/m/1" }, body: "" }),
    ).toEqual({
      kind: "submitted",
      providerMessageId: "https://push.example/m/1",
    });
  });
});

describe("any answer", () => {
  const answer: fc.Arbitrary<ProviderAnswer> = fc.record({
    status: fc.integer({ min: 200, max: 599 }),
    headers: fc.dictionary(fc.constantFrom("retry-after", "apns-id", "location"), fc.string()),
    body: fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .jsonValue()
        .map((error) =>
          JSON.stringify({ error, code: error, reason: error, msg: error, name: error }),
        ),
    ),
  });

  it("is understood without throwing, and only an answer of success counts as sent", () => {
    fc.assert(
      fc.property(answer, (given) => {
        const sent = [fcmOutcome(given), apnsOutcome(given), webPushOutcome(given)].filter(
          ({ kind }) => kind === "submitted",
        );
        expect(sent.length === 0 || given.status < 203).toBe(true);
        expect(hmsOutcomes(given, ["a", "b", "c"])).toHaveLength(3);
        const after = deferred("7507", "", given, "pace");
        expect(after).toSatisfy(
          ({ afterMs = 0 }: { afterMs?: number }) => afterMs >= 0 && afterMs <= 3_600_000,
        );
      }),
    );
  });
});

describe("a batch that is refused as a whole", () => {
  const dead: Outcome = {
    kind: "rejected",
    code: "7512",
    reason: "no such token",
    retireDevice: true,
  };
  const deadOnes = (count: number) => Array.from({ length: count }, () => dead);
  /** The reports of a batch of which so many are answered. */
  const told = (count: number, outcomes: readonly Outcome[]) => {
    const all: Outcome[] = [];
    const tell = sparingDevices(count, (n, outcome) => {
      expect(all[n]).toBeUndefined();
      all[n] = outcome;
    });
    for (const [n, outcome] of outcomes.entries()) tell(n, outcome);
    return all;
  };

  it("keeps its devices, because the credential is the wrong one", () => {
    expect(told(10, deadOnes(10)).map(retires)).toEqual(Array.from({ length: 10 }, () => false));
  });
  it("loses them when it is small, or when one token was taken", () => {
    expect(told(9, deadOnes(9)).map(retires)).toEqual(Array.from({ length: 9 }, () => true));
    const outcomes = [...deadOnes(10), { kind: "submitted" } as const];
    expect(told(11, outcomes)).toEqual(outcomes);
  });
  it("reports at once what is beyond doubt, and waits a moment only for one that is not answered", async () => {
    expect(told(30, [{ kind: "submitted" }, ...deadOnes(3)])).toHaveLength(4);
    const waiting = told(30, deadOnes(12));
    expect(waiting).toEqual([]);
    await vi.waitFor(() => expect(waiting).toHaveLength(12), 30_000);
    expect(waiting.some(retires)).toBe(false);
  });
});
