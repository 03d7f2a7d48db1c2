import { describe, expect, it } from "vitest";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { ownPart, refusalOf, refusedWords } from "./refusals";

describe("the reason why a credential is refused", () => {
  it.each<[ProviderKind, string, string | undefined]>([
    ["fcm", "FCM 403 PERMISSION_DENIED: The caller does not have permission", "projectId"],
    [
      "fcm",
      "FCM 403 PERMISSION_DENIED: The token endpoint answered 404 at a private address; it cannot be read",
      "projectId",
    ],
    [
      "fcm",
      "FCM 404 NOT_FOUND: Requested entity was not found.; is the project id right?",
      "projectId",
    ],
    ["fcm", "FCM 401 UNAUTHENTICATED: invalid_grant", "tokenUri"],
    ["apns", "APNs 403: BadTopic may be meant", "teamId"],
    ["hms", "HMS 200 80300002: 80200001 is not meant", "appId"],
    ["hms", "HMS 404; is the app id right?", "appId"],
    ["webpush", "Web Push 403 BadJwtToken: 401", "subject"],
  ])("of %s is read from what the adapter says alone: %s", (provider, reason, field) => {
    expect(refusalOf(provider, reason).field).toBe(field);
  });

  it("is in plain words although the provider's end with a full stop", () => {
    const reason = "FCM 403 PERMISSION_DENIED: The caller does not have permission.";
    expect(refusedWords("fcm", reason)).toBe(refusalOf("fcm", reason).says);
    expect(refusedWords("fcm", "This address is private.")).toBe("This address is private.");
  });

  it("is whole where no provider answered", () => {
    expect(ownPart("shop.example leads to a forbidden address: 10.0.0.1")).toBe(
      "shop.example leads to a forbidden address: 10.0.0.1",
    );
    expect(ownPart("HMS 503: INVALID_ARGUMENT")).toBe("HMS 503");
  });
});
