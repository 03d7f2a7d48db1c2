import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { forcedApns } from "./apns/reasons";
import { forcedFcm, refuseField } from "./fcm/errors";
import { forcedHms } from "./hms/codes";
import { forcedWebPush } from "./web-push/refusals";
import { VapidReader } from "./web-push/vapid";

const read = (file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, "vectors", file), "utf8")) as unknown;
const readShared = (file: string) =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, "../../tests/vectors", file), "utf8"),
  ) as unknown;
const bodyOf = (answer: { body: string }) => JSON.parse(answer.body) as unknown;

describe("error bodies equal those seen on the wire or documented", () => {
  const fcm = (
    read("fcm_responses.json") as {
      cases: {
        id: string;
        status: number;
        body: { error: { details?: { errorCode?: string }[]; status: string; message?: string } };
      }[];
    }
  ).cases;
  const coded = fcm.filter(
    ({ id, body }) =>
      typeof body === "object" &&
      body.error?.message !== undefined &&
      !["invalid_token", "missing_recipient", "payload_too_large"].includes(id),
  );
  it.each(coded)("FCM $id", ({ id, status, body }) => {
    const reason =
      body.error.details?.[0]?.errorCode ??
      (id === "not_found_without_details" ? "NOT_FOUND" : body.error.status);
    const answer = forcedFcm({ status: undefined, reason });
    expect([answer.status, bodyOf(answer)]).toEqual([status, body]);
  });

  it("FCM invalid_token and missing_recipient", () => {
    const find = (id: string) => fcm.find((entry) => entry.id === id)?.body;
    expect(bodyOf(refuseField("message.token", "Invalid registration token"))).toEqual(
      find("invalid_token"),
    );
    const missing = bodyOf(
      refuseField(
        "message",
        "Recipient of the message is not set.",
        "Recipient of the message is not set.",
      ),
    ) as {
      error: { details: unknown[] };
    };
    expect({ error: { ...missing.error, details: missing.error.details.toReversed() } }).toEqual(
      find("missing_recipient"),
    );
  });

  it("FCM answers a forced gateway error with HTML", () => {
    expect(forcedFcm({ status: 502, reason: undefined })).toMatchObject({
      status: 502,
      headers: { "content-type": "text/html; charset=UTF-8" },
      body: expect.stringMatching(/^<!DOCTYPE html>.*try again in 30 seconds/),
    });
  });

  const apns = (
    read("apns_reasons.json") as {
      cases: { status: number; reason: string | null; body: { timestamp?: number } | "" }[];
    }
  ).cases;
  it.each(apns)("APNs $status $reason", ({ status, reason, body }) => {
    const answer = forcedApns(
      reason === null
        ? { status, reason: undefined }
        : { status: reason === "SomethingNew" ? status : undefined, reason },
      "id",
    );
    expect(answer.status).toBe(status);
    // The time a token died is the moment of the refusal.
    expect(answer.body.replace(/\d{13}/, "0")).toBe(
      body === "" ? "" : JSON.stringify(body).replace(/\d{13}/, "0"),
    );
  });

  const hms = (read("hms_codes.json") as { cases: { body: { code: string } }[] }).cases;
  it.each(hms)("HMS $body.code", ({ body }) => {
    const answer = forcedHms({ status: undefined, reason: body.code });
    expect(answer.status).toBe(200);
    expect(bodyOf(answer)).toEqual({
      code: body.code,
      msg: expect.any(String) as string,
      requestId: expect.stringMatching(/^\d+$/) as string,
    });
  });
  it("HMS answers a status without a code", () => {
    expect(forcedHms({ status: 503, reason: undefined })).toMatchObject({
      status: 503,
      verdict: "HTTP 503",
    });
  });

  it("Web Push speaks for Mozilla and Apple", () => {
    expect(bodyOf(forcedWebPush("firefox", { status: 503, reason: undefined }))).toMatchObject({
      code: 503,
      errno: 201,
      error: "Service Unavailable",
    });
    expect(bodyOf(forcedWebPush("safari", { status: 429, reason: undefined }))).toEqual({
      reason: "TooManyRequests",
    });
    expect(forcedWebPush("chrome", { status: 429, reason: undefined }).body).toBe(
      "Too Many Requests\n",
    );
  });
});

describe("VapidReader", () => {
  it("verifies the example of RFC 8292 §2.4, and no other text under its signature", () => {
    const example = readShared("rfc8292_vapid_example.json") as {
      authorization_header: string;
      claims: { aud: string; exp: number; sub: string };
      public_key: string;
    };
    const reader = new VapidReader();
    expect(reader.read(example.authorization_header)).toEqual({
      key: example.public_key,
      audience: example.claims.aud,
      expiry: example.claims.exp,
      subject: example.claims.sub,
    });
    expect(reader.read(example.authorization_header.replace("t=eyJ0", "t=eyJ1"))).toBe("unsound");
  });
});
