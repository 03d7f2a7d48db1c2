import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Outcome } from "../provider";
import { webPushOutcome } from "./answers";

const read = (file: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../vectors", file), "utf8"));
const text = (body: unknown) => JSON.stringify(body);
const retires = (outcome: Outcome) => outcome.kind === "rejected" && outcome.retireDevice;

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
      // 404 means gone from every push service (RFC 8030 7.3), and a wrong key is the
      // subscription's fault as long as others are well.
      .filter(({ reason }) => reason !== "BadPath" && reason !== "VapidPkHashMismatch")
      .map((one) => ({ ...one, body: text({ reason: one.reason }) })),
  ];

  it.each(all)(
    "says whether to retry, retire or stop after $status $body",
    ({ status, body, class: expectedClass }) => {
      const outcome = webPushOutcome({ status, headers: {}, body });
      expect(outcome.kind).toBe(kinds[expectedClass]);
      expect(retires(outcome)).toBe(expectedClass === "token_dead");
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
    const responseHeaders: Record<string, string> = { ...headers };
    expect(webPushOutcome({ status: 400, headers: responseHeaders, body })).toMatchObject({
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
  ])("retires a subscription with another key: %d", (status, body) => {
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
