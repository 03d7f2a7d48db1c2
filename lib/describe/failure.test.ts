import { describe, expect, it } from "vitest";
import { updateCodes } from "@/lib/interface/codes";
import { failureOf } from "./failure";

/** Codes of deliveries that did not fail. */
const fine = ["7500", "7501", "7502"];
const failed = Object.entries(updateCodes).filter(([code]) => !fine.includes(code));

describe("failureOf", () => {
  it.each(failed.filter(([code]) => code !== "7404"))(
    "says code %s in plain words, with what to do",
    (code, description) => {
      const failure = failureOf({ code, description });
      expect(failure.cause).not.toBe("unknown");
      expect(failure.says).toMatch(/^[A-Z][^.]*$/);
      expect(failure.says).not.toMatch(/FCM|APNs|HMS|\d{3}|token/);
      expect(failure.remedy).toMatch(/^[A-Z].*\.$/);
    },
  );

  it.each([
    [
      "7504",
      "Web Push 403: the VAPID credentials in the authorization header do not correspond to the credentials used to create the subscriptions.",
      "credential",
    ],
    [
      "7513",
      "Web Push 403: the VAPID credentials in the authorization header do not correspond to the credentials used to create the subscriptions.: subscribed with another key",
      "other app",
    ],
    [
      "7513",
      "Web Push 400 VapidPkHashMismatch; so for all: is this the key that browsers subscribe with?",
      "credential",
    ],
    ["7513", "Web Push 410", "unregistered"],
    ["7404", "Web Push 413: the payload is too large", "too large"],
    ["7404", "Web Push 502", "provider"],
    ["7404", "Web Push 400 errno 111: something odd", "refused"],
    [
      "7512",
      "APNs 400 BadDeviceToken: the token is no longer valid, or belongs to the other environment (sandbox or production)",
      "other app",
    ],
    ["7404", "APNs 400 TopicDisallowed", "credential"],
    ["7404", "APNs 400 BadCollapseId", "refused"],
    ["7404", "APNs 400 PayloadEmpty", "refused"],
    [
      "7512",
      "FCM 400 INVALID_ARGUMENT: The registration token is not a valid FCM registration token",
      "invalid id",
    ],
    ["7404", "FCM 404 404; is the project id right?", "credential"],
    ["7404", "FCM 418 418: short and stout", "refused"],
    ["7404", "HMS 200 80999999: new", "refused"],
    ["7404", "Suppressed", "suppressed"],
    [
      "7404",
      "The app has no provider for the devices of this user that the message has content for",
      "credential",
    ],
    ["7404", "The message has no content for ios devices", "left out"],
    [
      "7513",
      "The devices of this user that the message has content for are unregistered",
      "unregistered",
    ],
    ["7404", "the message was deleted", "removed"],
    ["7404", "Others", "unknown"],
  ])("knows the cause of %s “%s”", (code, description, cause) => {
    const failure = failureOf({ code, description });
    expect(failure.cause).toBe(cause);
    expect(failure.says).not.toMatch(/FCM|APNs|HMS|VAPID credentials|BadDeviceToken|\b\d{3}\b/);
    expect(failure.remedy).not.toBe("");
  });

  it("says of people without a device what the composer says of them", () => {
    expect(failureOf({ code: "7105", description: updateCodes["7105"] }).says).toBe("No device");
  });

  it("gives the size and the limit of a payload that is too large", () => {
    const delivery = { code: "7505", description: "The payload is 5078 bytes; fcm takes 4096" };
    expect(failureOf(delivery)).toMatchObject({
      cause: "too large",
      says: "Too large for Firebase (5,078 of 4,096 bytes)",
    });
  });

  it("says what a refused credential needs, in the words of its check", () => {
    const { remedy } = failureOf({ code: "7504", description: "APNs 403 InvalidProviderToken" });
    expect(remedy).toContain("team ID, key ID and private key do not belong together");
  });
});
