import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printable } from "./printable";

describe("a line that is printed", () => {
  it.each([
    ["\u001b]0;owned\u0007", String.raw`\u001b]0;owned\u0007`],
    ["\u009b2J", String.raw`\u009b2J`],
    ["a\nb\r\nc\td", String.raw`a\nb\r\nc\td`],
    ["a\u2028b\u2029c\u0085d\u007f", String.raw`a\u2028b\u2029c\u0085d\u007f`],
    ["admin\u202egnp.exe\u2066x\u200f", String.raw`admin\u202egnp.exe\u2066x\u200f`],
    ["\ud800x\udc00", String.raw`\ud800x\udc00`],
    ["::error title=x::y", String.raw`\u003a:error title=x\u003a:y`],
    ["  ::add-mask::secret", String.raw`  \u003a:add-mask\u003a:secret`],
    [
      "x ##[error]y ##vso[task.setvariable]z ##teamcity[a]",
      String.raw`x \u0023#[error]y \u0023#vso[task.setvariable]z \u0023#teamcity[a]`,
    ],
  ])("%j is shown as %s", (text, printed) => {
    expect(printable(text)).toBe(printed);
  });

  it.each([
    "saved  shop/order_shipped",
    "  - android: Schön! 👩‍👩‍👧 سلام ‌می (90 bytes)",
    "/blocks/android/text: ${name} is not declared.",
    "http://[::1]:3000 does not answer: ECONNREFUSED.",
    "## 10:30 :: 5",
    String.raw`C:\templates\new`,
  ])("%s stays as it is", (text) => {
    expect(printable(text)).toBe(text);
  });

  it("is one line that begins no command, for any text", () => {
    const unit = fc.constantFrom(
      "\n",
      "\r",
      "\u001b",
      "[",
      ":",
      "::",
      "#",
      "##",
      "error",
      "vso",
      " ",
      "\u202e",
      "\ud83d",
      "\ude00",
      "😀",
      "\u2028",
    );
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const line = printable(text);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/u);
        expect(line).not.toMatch(/::[A-Za-z]|##[A-Za-z]*\[/);
      }),
    );
  });
});
