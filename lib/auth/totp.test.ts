import { describe, expect, it } from "vitest";
import { isTotpCode, newTotpSecret, totpAddress, totpStep } from "./totp";

/** RFC 6238, appendix B: "12345678901234567890" in base32. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("a code of an app", () => {
  // The last six digits of the eight that the RFC prints.
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])(
    "at second %d is %s, as in RFC 6238, one step early and one late, and no further",
    (second, code) => {
      const step = Math.floor(second / 30);
      for (const [late, expectedStep] of [
        [0, step],
        [30, step],
        [-30, step],
        [60, undefined],
        [-60, undefined],
      ] as const)
        expect([late, totpStep(secret, code, (second + late) * 1_000)]).toEqual([
          late,
          expectedStep,
        ]);
    },
  );

  it("is six digits, however they are spaced", () => {
    expect(totpStep(secret, " 287 082 ", 59_000)).toBe(1);
    for (const wrong of [
      "",
      "28708",
      "2870820",
      "28708a",
      "２８７０８２",
      "-1",
      "1e5",
      "ABCD-EFGH-JKLM",
      "\0",
      "٢٨٧٠٨٢",
    ])
      expect([wrong, isTotpCode(wrong), totpStep(secret, wrong, 59_000)]).toEqual([
        wrong,
        false,
        undefined,
      ]);
  });

  it("comes of a secret of 160 bits that no two apps share, in the form that apps read", () => {
    const secrets = new Set(Array.from({ length: 50 }, newTotpSecret));
    expect(secrets.size).toBe(50);
    for (const one of secrets) expect(one).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(totpAddress(secret, "ada+x@example.com"));
    expect([address.protocol, address.host]).toEqual(["otpauth:", "totp"]);
    expect(decodeURIComponent(address.pathname)).toMatch(
      /^\/Clarion localhost \d+:ada\+x@example\.com$/,
    );
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      secret,
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
  });
});
