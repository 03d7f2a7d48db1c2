import { describe, expect, it } from "vitest";
import { updateCodes } from "@/lib/interface/codes";
import { reasonText } from "./reason-text";

describe("reasonText", () => {
  it("says of people without a device what the composer says of them", () => {
    expect(reasonText({ code: "7105", description: updateCodes["7105"] })).toBe("No device");
  });

  it("gives the size and the limit of a payload that is too large", () => {
    expect(reasonText({ code: "7505", description: "The payload is 5078 bytes; fcm takes 4096" })).toBe(
      "Too large for Firebase (5,078 of 4,096 bytes)",
    );
  });

  it("leaves what a provider wrote as it is", () => {
    expect(reasonText({ code: "7560", description: "FCM: invalid argument" })).toBe("FCM: invalid argument");
  });
});
