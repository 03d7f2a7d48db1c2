import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { providerText } from "./answers";
import { fcmOutcome } from "./fcm-answers";
import { webPushOutcome } from "./web-push-answers";

const text = (body: unknown) => JSON.stringify(body);

describe("a refusal of FCM with more than one spelling", () => {
  const detail = (errorCode: string) => ({ "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", errorCode });
  const said = (message: string, details: object[] = [detail("INVALID_ARGUMENT")], status = 400, name = "INVALID_ARGUMENT") =>
    fcmOutcome({ status, headers: {}, body: text({ error: { code: status, message, status: name, details } }) });
  const violation = (field: string | undefined, description: string) => ({
    "@type": "type.googleapis.com/google.rpc.BadRequest",
    fieldViolations: [{ field, description }],
  });

  it.each([
    said("The registration token is not a valid FCM registration token"),
    said("The registration token is not a valid FCM registration token", []),
    said("The registration token is not valid."),
    said("Token is not a valid FCM registration token"),
    said("Invalid registration token"),
    said("Invalid registration token provided. Make sure it matches the one of the app."),
    said("Invalid registration"),
    said("The installation ID is not valid"),
    said("Request contains an invalid argument.", [detail("INVALID_ARGUMENT"), violation("message.token", "Invalid registration token")]),
    said("Request contains an invalid argument.", [violation("message.fid", "Invalid FID")]),
    said("Request contains an invalid argument.", [violation(undefined, "Invalid registration token")]),
  ])("is a push id that is none: %o", (outcome) => {
    expect(outcome).toMatchObject({ kind: "rejected", code: "7512", retireDevice: true });
  });

  it.each([
    said("Message too big"),
    said("Request contains an invalid argument."),
    said("Recipient of the message is not set."),
    said("Invalid data payload key: from", [violation("message.data", "Invalid data payload key: from")]),
    said("Invalid data payload key: invalid registration token"),
    said("The registration token is not a valid FCM registration token", [violation("message.data[0].value", "too long")]),
    said("Invalid JSON payload received. Unknown name \"token\" at 'message.data'", [violation("message.data", "Unknown name")]),
    said("TTL is not valid"),
  ])("is a message that is wrong, and keeps the device: %o", (outcome) => {
    expect(outcome).toMatchObject({ kind: "rejected", code: "7560", retireDevice: false });
  });

  it("is a device of another project, also where its code alone would stop the app", () => {
    for (const details of [[], [detail("SENDER_ID_MISMATCH")]])
      expect(said("SenderId mismatch", details, 403, "PERMISSION_DENIED")).toMatchObject({ code: "7562", retireDevice: true });
    expect(said("Permission denied on resource project", [], 403, "PERMISSION_DENIED")).toMatchObject({ kind: "stopped" });
  });
});

describe("the pause that an answer asks for", () => {
  const odd = ["-1", "-2", "1.5", "", "30 seconds", "1e3", "0x10", "٣٠", "0", "Sun, 06 Nov 1994 08:49:37 GMT", "2099-01-01"];
  const pauses = (after: string | undefined, status = 429) => {
    const answer = { status, headers: after === undefined ? {} : { "retry-after": after } };
    return [fcmOutcome({ ...answer, body: "{}" }), webPushOutcome({ ...answer, body: "" })].map((outcome) =>
      outcome.kind === "deferred" ? outcome.afterMs : Number.NaN,
    );
  };

  it("is FCM's minute and a push service's half where the header names none", () => {
    expect([undefined, ...odd].map((after) => pauses(after))).toEqual([undefined, ...odd].map(() => [60_000, 30_000]));
    expect(odd.map((after) => pauses(after, 503))).toEqual(odd.map(() => [undefined, undefined]));
  });

  it("is never below FCM's minute, and an hour at most", () => {
    expect(pauses("7")).toEqual([60_000, 7_000]);
    expect(pauses("90")).toEqual([90_000, 90_000]);
    expect(pauses("9999999999999999999")).toEqual([3_600_000, 3_600_000]);
    expect(pauses("120", 503)).toEqual([120_000, 120_000]);
  });
});

describe("a provider's text", () => {
  it("is cut between characters, and holds no control characters", () => {
    expect(providerText("a\u0000b\r\nc\u2028d\u202ee\ud83d", 20)).toBe("a b c d e\ufffd");
    expect(providerText("x😀😀😀", 3)).toBe("x😀😀");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(50), (written, most) => {
        const kept = providerText(written, most);
        expect(Array.from(kept).length).toBeLessThanOrEqual(most);
        expect(kept).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
    );
    const long = `${"😀".repeat(150)}\u0000\u001b[31m`;
    const body = text({ error: { message: long, status: `INVALID_ARGUMENT` }, reason: long });
    for (const outcome of [fcmOutcome({ status: 400, headers: {}, body }), webPushOutcome({ status: 400, headers: {}, body })])
      expect("reason" in outcome && outcome.reason).not.toMatch(/[\p{Cc}\p{Cs}]/u);
  });
});
