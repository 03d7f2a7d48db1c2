import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { sha256Base64Url, sha256Hex } from "./sha256";

it("is the platform's own SHA-256, for any text and around every block", () => {
  const check = (text: string) => {
    expect(sha256Base64Url(text)).toBe(createHash("sha256").update(text).digest("base64url"));
    expect(sha256Hex(text)).toBe(createHash("sha256").update(text).digest("hex"));
  };
  for (let length = 0; length < 200; length += 1) check("x".repeat(length));
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), check));
});
