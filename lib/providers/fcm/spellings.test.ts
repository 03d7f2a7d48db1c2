import { describe, expect, it } from "vitest";
import { fcmOutcome } from "./answers";

const text = (body: unknown) => JSON.stringify(body);

describe("a refusal of FCM with more than one spelling", () => {
  const detail = (errorCode: string) => ({
    "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError",
    errorCode,
  });
  const said = (
    message: string,
    details: object[] = [detail("INVALID_ARGUMENT")],
    status = 400,
    name = "INVALID_ARGUMENT",
  ) =>
    fcmOutcome({
      status,
      headers: {},
      body: text({ error: { code: status, message, status: name, details } }),
    });
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
    said("InvalidRegistration"),
    said("The installation ID is not valid"),
    said("Request contains an invalid argument.", [
      detail("INVALID_ARGUMENT"),
      violation("message.token", "Invalid registration token"),
    ]),
    said("Request contains an invalid argument.", [violation("message.fid", "Invalid FID")]),
    said("Request contains an invalid argument.", [
      violation(undefined, "Invalid registration token"),
    ]),
  ])("is a push id that is none: %o", (outcome) => {
    expect(outcome).toMatchObject({ kind: "rejected", code: "7512", retireDevice: true });
  });

  it.each([
    said("Message too big"),
    said("Request contains an invalid argument."),
    said("Recipient of the message is not set."),
    said("Invalid data payload key: from", [
      violation("message.data", "Invalid data payload key: from"),
    ]),
    said("Invalid data payload key: invalid registration token"),
    said("The registration token is not a valid FCM registration token", [
      violation("message.data[0].value", "too long"),
    ]),
    said("Invalid JSON payload received. Unknown name \"token\" at 'message.data'", [
      violation("message.data", "Unknown name"),
    ]),
    said("TTL is not valid"),
  ])("is a message that is wrong, and keeps the device: %o", (outcome) => {
    expect(outcome).toMatchObject({ kind: "rejected", code: "7560", retireDevice: false });
  });

  it("is a device that is gone, in the words of the older interface", () => {
    for (const status of [400, 404])
      expect(said("NotRegistered", [], status, "NOT_FOUND")).toMatchObject({
        code: "7571",
        retireDevice: true,
      });
    expect(
      fcmOutcome({ status: 404, headers: {}, body: text({ error: "NotRegistered" }) }),
    ).toMatchObject({ code: "7571" });
    expect(said("Sender is not registered", [], 404, "NOT_FOUND")).toMatchObject({
      code: "7404",
      retireDevice: false,
    });
  });

  it("is a device of another project, also where its code alone would stop the app", () => {
    for (const details of [[], [detail("SENDER_ID_MISMATCH")]])
      expect(said("SenderId mismatch", details, 403, "PERMISSION_DENIED")).toMatchObject({
        code: "7562",
        retireDevice: true,
      });
    for (const words of [
      "MismatchSenderId",
      "MismatchedSenderId",
      "mismatch_sender_id",
      "Error=MismatchSenderId",
      "SENDER_ID_MISMATCH",
    ])
      expect(said(words, [], 403, "PERMISSION_DENIED")).toMatchObject({
        kind: "rejected",
        code: "7562",
        doubtful: true,
      });
    for (const body of [
      "MismatchSenderId",
      text({ error: "MismatchSenderId" }),
      text({ error: { status: "MismatchSenderId" } }),
    ])
      expect(fcmOutcome({ status: 403, headers: {}, body })).toMatchObject({
        kind: "rejected",
        code: "7562",
      });
    expect(
      said("Permission denied on resource project", [], 403, "PERMISSION_DENIED"),
    ).toMatchObject({ kind: "stopped" });
    expect(
      said(
        "The caller does not have permission. See MismatchSenderId",
        [],
        403,
        "PERMISSION_DENIED",
      ),
    ).toMatchObject({
      kind: "stopped",
    });
  });
});
