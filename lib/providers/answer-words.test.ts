import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { providerText } from "./answers";
import { apnsOutcome } from "./apns/answers";
import { fcmOutcome } from "./fcm/answers";
import { hmsOutcomes } from "./hms/answers";
import type { Outcome } from "./provider";
import { webPushOutcome } from "./web-push/answers";

const text = (body: unknown) => JSON.stringify(body);

describe("the pause that an answer asks for", () => {
  const odd = [
    "-1",
    "-2",
    "1.5",
    "",
    "30 seconds",
    "1e3",
    "0x10",
    "٣٠",
    "0",
    "Sun, 06 Nov 1994 08:49:37 GMT",
    "2099-01-01",
  ];
  const pauses = (after: string | undefined, status = 429) => {
    const answer = { status, headers: after === undefined ? {} : { "retry-after": after } };
    return [fcmOutcome({ ...answer, body: "{}" }), webPushOutcome({ ...answer, body: "" })].map(
      (outcome) => (outcome.kind === "deferred" ? outcome.afterMs : Number.NaN),
    );
  };

  it("is FCM's minute and a push service's half where the header names none", () => {
    expect([undefined, ...odd].map((after) => pauses(after))).toEqual(
      [undefined, ...odd].map(() => [60_000, 30_000]),
    );
    expect(odd.map((after) => pauses(after, 503))).toEqual(odd.map(() => [undefined, undefined]));
  });

  it("is never below FCM's minute, and an hour at most", () => {
    expect(pauses("7")).toEqual([60_000, 7_000]);
    expect(pauses("90")).toEqual([90_000, 90_000]);
    expect(pauses("9999999999999999999")).toEqual([3_600_000, 3_600_000]);
    expect(pauses("120", 503)).toEqual([120_000, 120_000]);
  });
});

describe("the reason that a provider gives", () => {
  const reasonOf = (outcome: Outcome | undefined) =>
    outcome && "reason" in outcome ? outcome.reason : undefined;

  it.each([
    [{ "x-wns-error-description": "", "x-wns-status": "dropped" }, "", "Web Push 400: dropped"],
    [
      { "x-wns-error-description": " ", "x-wns-status": "", "x-wns-notificationstatus": "dropped" },
      "",
      "Web Push 400: dropped",
    ],
    [{}, text({ message: "Topic is too long" }), "Web Push 400: Topic is too long"],
    [{}, text({ error: { message: "Topic is too long" } }), "Web Push 400: Topic is too long"],
    [
      {},
      text({ error: "invalid_request", error_description: "Topic is too long" }),
      "Web Push 400: Topic is too long",
    ],
    [{}, text({ error: "Topic is too long" }), "Web Push 400: Topic is too long"],
    [{}, text({ errors: [{ message: "Topic is too long" }] }), "Web Push 400: Topic is too long"],
    [{}, text({ errors: ["Topic is too long"] }), "Web Push 400: Topic is too long"],
    [{}, text({ title: "Bad", detail: "Topic is too long" }), "Web Push 400: Topic is too long"],
    [{ "x-wns-status": "dropped" }, text({ reason: "", message: "x" }), "Web Push 400: dropped"],
    [
      {},
      text({ reason: "BadTopic", message: "Topic is too long" }),
      "Web Push 400 BadTopic: Topic is too long",
    ],
    [
      {},
      text({ errno: 113, message: "", error: "Bad Request" }),
      "Web Push 400 errno 113: Bad Request",
    ],
    [{}, text({ message: { deep: 1 } }), "Web Push 400"],
    [{}, " \n<html>Bad Request", "Web Push 400"],
  ])("is worded for Web Push: %o %s", (headers, body, reason) => {
    expect(
      reasonOf(webPushOutcome({ status: 400, headers: headers as Record<string, string>, body })),
    ).toBe(reason);
  });

  it.each([
    [403, "PERMISSION_DENIED", "Cloud Messaging has not been used in project 1 before", "stopped"],
    [401, "UNAUTHENTICATED", "Request had invalid authentication credentials", "stopped"],
    [404, "UNREGISTERED", "Requested entity was not found.", "rejected"],
    [429, "RESOURCE_EXHAUSTED", "Quota exceeded for quota metric", "deferred"],
    [503, "UNAVAILABLE", "The service is unavailable", "deferred"],
    [500, "INTERNAL", "Internal error encountered.", "deferred"],
    [400, "FAILED_PRECONDITION", "Precondition check failed.", "rejected"],
    [404, "NOT_FOUND", "Requested entity was not found.", "rejected"],
  ])("is worded for FCM: %d %s", (status, name, message, kind) => {
    const outcome = fcmOutcome({
      status,
      headers: {},
      body: text({ error: { code: status, message, status: name } }),
    });
    expect(outcome).toMatchObject({ kind, reason: `FCM ${status} ${name}: ${message}` });
  });

  it("names what FCM finds wrong with a field, not the general words alone", () => {
    const details = [
      {
        fieldViolations: [{ field: "message.data", description: "Invalid data payload key: from" }],
      },
    ];
    const error = {
      message: "Request contains an invalid argument.",
      status: "INVALID_ARGUMENT",
      details,
    };
    expect(reasonOf(fcmOutcome({ status: 400, headers: {}, body: text({ error }) }))).toBe(
      "FCM 400 INVALID_ARGUMENT: Invalid data payload key: from (Request contains an invalid argument.)",
    );
  });

  it.each([
    ["80300008", "The message body is too large", "rejected"],
    ["80200001", "Oauth authentication error", "stopped"],
    ["80300002", "No permission to send messages to these tokens", "stopped"],
    ["81000001", "Internal error", "deferred"],
    ["89999999", "Something new", "rejected"],
  ])("is worded for Huawei: %s %s", (code, msg, kind) => {
    const [outcome] = hmsOutcomes(
      { status: 200, headers: {}, body: text({ code, msg, requestId: "1" }) },
      ["a"],
    );
    expect(outcome).toMatchObject({ kind, reason: `HMS 200 ${code}: ${msg}` });
  });

  it("is worded for Huawei where all tokens are dead, and where it has no code", () => {
    const all = hmsOutcomes(
      { status: 200, headers: {}, body: text({ code: "80300007", msg: "All tokens are invalid" }) },
      ["a"],
    );
    expect(reasonOf(all[0])).toMatch(/^HMS 200 80300007: All tokens are invalid; the tokens/);
    expect(
      reasonOf(hmsOutcomes({ status: 503, headers: {}, body: "Flow control" }, ["a"])[0]),
    ).toBe("HMS 503: Flow control");
  });

  it("is worded for Apple in other words than its own", () => {
    for (const body of [
      "Upstream is down",
      text({ reason: "Upstream is down" }),
      text({ message: "Upstream is down" }),
    ])
      expect(reasonOf(apnsOutcome({ status: 400, headers: {}, body }))).toBe(
        "APNs 400: Upstream is down",
      );
  });

  it("is cut between characters", () => {
    const long = "😀".repeat(300);
    const [hms] = hmsOutcomes(
      { status: 200, headers: {}, body: text({ code: "80100003", msg: long }) },
      ["a"],
    );
    for (const outcome of [
      hms,
      webPushOutcome({ status: 400, headers: {}, body: text({ error: { message: long } }) }),
    ])
      expect(reasonOf(outcome)).toMatch(/: (?:😀){200}$/u);
  });

  it("repeats no token and no secret", () => {
    const device = `cXyz-1:APA91b${"Ab9_-".repeat(25)}`;
    const short = "0123abcd-device";
    const access = `ya29.${"c.Kp".repeat(30)}`;
    const jwt = "eyJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZSJ9.c2lnbmF0dXJl";
    const words = `${short} ${device} and Bearer ${access}, Authorization: vapid t=${jwt}, k=${"B".repeat(87)} 'quoted' are wrong`;
    const secrets = [short, access];
    const answer = { headers: {}, secrets };
    const outcomes = [
      fcmOutcome({
        ...answer,
        status: 403,
        body: text({ error: { message: words, status: words } }),
      }),
      fcmOutcome({
        ...answer,
        status: 400,
        body: text({ error: { message: words, status: "INVALID_ARGUMENT" } }),
      }),
      webPushOutcome({ ...answer, status: 400, body: text({ reason: words, message: words }) }),
      webPushOutcome({ ...answer, status: 400, body: words }),
      webPushOutcome({
        ...answer,
        status: 400,
        headers: { "x-wns-error-description": words },
        body: "",
      }),
      apnsOutcome({ ...answer, status: 400, body: text({ reason: words }) }),
      ...hmsOutcomes(
        { ...answer, secrets: [access], status: 200, body: text({ code: "80300010", msg: words }) },
        [short],
      ),
    ];
    for (const outcome of outcomes) {
      for (const secret of [
        device.slice(0, 30),
        short,
        access.slice(0, 20),
        jwt.slice(0, 15),
        "BBBBBBBB",
      ])
        expect(reasonOf(outcome)).not.toContain(secret);
      expect(reasonOf(outcome)).toContain("…");
    }
    expect(reasonOf(outcomes[3])).toMatch(/'quoted' are wrong$/);
  });
});

describe("a provider's text", () => {
  it("is cut between characters, and holds no control characters", () => {
    expect(providerText("a\u0000b\r\nc\u2028d\u202ee\ud83d", 20)).toBe("a b c d e\ufffd");
    expect(providerText("x😀😀😀", 3)).toBe("x😀😀");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(50), (rawText, most) => {
        const cleanText = providerText(rawText, most);
        expect(Array.from(cleanText).length).toBeLessThanOrEqual(most);
        expect(cleanText).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
    );
    const long = `${"😀".repeat(150)}\u0000\u001b[31m`;
    const body = text({ error: { message: long, status: `INVALID_ARGUMENT` }, reason: long });
    for (const outcome of [
      fcmOutcome({ status: 400, headers: {}, body }),
      webPushOutcome({ status: 400, headers: {}, body }),
    ])
      expect("reason" in outcome && outcome.reason).not.toMatch(/[\p{Cc}\p{Cs}]/u);
  });
});
