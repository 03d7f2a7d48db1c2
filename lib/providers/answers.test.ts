import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deferred, type ProviderAnswer } from "./answers";
import { apnsOutcome } from "./apns/answers";
import { fcmOutcome } from "./fcm/answers";
import { hmsOutcomes, wantsNewToken } from "./hms/answers";
import type { Outcome } from "./provider";
import { webPushOutcome } from "./web-push/answers";

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
    ({ id, status, headers = {}, body, expect: expected }) => {
      const at = new Date(Date.now() + 20_000).toUTCString();
      const responseHeaders = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value.startsWith("<") ? at : value]),
      );
      const outcome = fcmOutcome({ status, headers: responseHeaders, body: text(body) });
      const kinds: Record<string, string> = {
        accepted: "submitted",
        accepted_without_id: "submitted",
        retry: "deferred",
        retry_once_with_new_access_token: "stopped",
      };
      expect(outcome.kind).toBe(
        expected.configError ? "stopped" : (kinds[expected.outcome] ?? "rejected"),
      );
      expect("code" in outcome ? outcome.code : undefined).toBe(codes[id]);
      expect(retires(outcome)).toBe(expected.deleteToken ?? false);
      const afterMs = outcome.kind === "deferred" ? (outcome.afterMs ?? 0) : 0;
      expect(afterMs).toBeGreaterThanOrEqual(expected.minDelayMs ?? 0);
      expect(outcome.kind === "submitted" && "providerMessageId" in outcome).toBe(
        expected.outcome === "accepted",
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

  it.each(cases)("$status $reason", ({ status, reason, body, class: expectedClass }) => {
    const outcome = apnsOutcome({ status, headers: {}, body: text(body) });
    expect(outcome.kind).toBe(kinds[expectedClass]);
    expect(retires(outcome)).toBe(expectedClass === "token_dead");
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
    ({ http, body, class: expectedClass }) => {
      const answer = { status: http, headers: {}, body: text(body) };
      const outcomes = hmsOutcomes(answer, ["a", "b"]);
      expect(outcomes.map(({ kind }) => kind)).toEqual([
        kinds[expectedClass] ?? "rejected",
        kinds[expectedClass] ?? "rejected",
      ]);
      expect(outcomes.map(retires)).toEqual(
        expectedClass === "tokens_dead_all" ? [true, true] : [false, false],
      );
      expect(wantsNewToken(answer)).toBe(expectedClass === "refresh_retry_once");
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
    "never sends again, nor retires, what was partly accepted: $msg",
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
      fc.property(answer, (response) => {
        const sent = [fcmOutcome(response), apnsOutcome(response), webPushOutcome(response)].filter(
          ({ kind }) => kind === "submitted",
        );
        expect(sent.length === 0 || response.status < 203).toBe(true);
        expect(hmsOutcomes(response, ["a", "b", "c"])).toHaveLength(3);
        const after = deferred("7507", "", response, "pace");
        expect(after).toSatisfy(
          ({ afterMs = 0 }: { afterMs?: number }) => afterMs >= 0 && afterMs <= 3_600_000,
        );
      }),
    );
  });
});
