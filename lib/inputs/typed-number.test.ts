import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asciiDigits, plainNumber, wholeNumber } from "./typed-number";

/** The zero of each script that has decimal digits. */
const zeros = Array.from({ length: 0x20_000 }, (_, point) => point).filter(
  (point) =>
    /^\p{Nd}$/u.test(String.fromCodePoint(point)) &&
    "0".localeCompare(String.fromCodePoint(point), "en", { numeric: true }) === 0,
);

describe("typed numbers", () => {
  it.each([
    ["１２３", 123],
    ["१२३", 123],
    ["١٢٣", 123],
    ["۱۲۳", 123],
    ["১২৩", 123],
    ["๑๒๓", 123],
    [" 123 ", 123],
    ["\u200F١٢٣\u200F", 123],
    ["1,234", 1234],
    ["１，２３４", 1234],
    ["١٬٢٣٤", 1234],
    ["1 234 567", 1_234_567],
    ["1\u00A0234", 1234],
    ["1\u202F234", 1234],
    ["1’234", 1234],
    ["12,34,567", 1_234_567],
    ["0", 0],
  ])("%j is %i", (typed, number) => expect(wholeNumber(typed)).toBe(number));

  it.each([
    "",
    "123人",
    "1.5",
    "1,5",
    "1,50",
    "12,3",
    "-1",
    "1e3",
    "1 2",
    "½",
    "①2人",
    "一二三",
    "1,234 567",
    "９".repeat(30),
  ])("%j is no whole number", (typed) => expect(wholeNumber(typed)).toBeUndefined());

  it.each([
    ["-1.50", "-1.50"],
    ["−١٫٥", "-1.5"],
    ["１２．５", "12.5"],
    ["1,234.5", "1234.5"],
    ["007", "007"],
  ])("%j is written %j", (typed, plain) => expect(plainNumber(typed)).toBe(plain));

  it("reads the digits of every script", () => {
    expect(zeros.length).toBeGreaterThan(40);
    fc.assert(
      fc.property(fc.constantFrom(...zeros), fc.nat(999_999_999), (zero, number) => {
        const typed = String(number).replace(/\d/g, (digit) =>
          String.fromCodePoint(zero + Number(digit)),
        );
        expect(wholeNumber(typed)).toBe(number);
        expect(asciiDigits(typed)).toBe(String(number));
      }),
    );
  });

  it("leaves other text as it is, and reads full-width letters of codes", () => {
    expect(asciiDigits("１2人")).toBe("12人");
    expect(asciiDigits("ＡＢ２Ｃ－४d")).toBe("AB2C-4d");
  });
});
