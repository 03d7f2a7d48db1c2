import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSendable } from "@/lib/interface/text";
import { hostileText, hostileValue, knownTexts } from "@/tests/hostile";
import { mostLineBytes, recipientLine } from "./audience";
import { LineError, recipientSlices } from "./recipient-slices";

const bytesOf = (...lines: string[]) => new TextEncoder().encode(lines.join("\n"));
const read = (bytes: Uint8Array) => [...recipientSlices(bytes)];
const user = (id: string, parameters: Record<string, string> = {}) => ({
  type: "userid" as const,
  id,
  parameters,
});
function faultOf(bytes: Uint8Array): { message: string; pointer: string } {
  try {
    read(bytes);
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    return { message: error.message, pointer: error.pointer };
  }
  throw new Error("Nothing was refused.");
}

describe("lines of recipients", () => {
  it("are read as they were written, with letters of any length in UTF-8", () => {
    const letters = fc.string({
      unit: fc.constantFrom("a", "ü", "न", "👍", "\n", "\r", '"', "\\", "\u2028", " "),
      maxLength: 8,
    });
    const recipient = fc.record({
      id: letters.map((text) => `x${text}x`),
      parameters: fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), letters, { maxKeys: 3 }),
    });
    fc.assert(
      fc.property(fc.array(recipient, { maxLength: 9 }), fc.boolean(), (rows, ends) => {
        const recipients = rows.map(({ id, parameters }) => user(id, { ...parameters }));
        const bytes = bytesOf(...recipients.map(recipientLine), ...(ends ? [""] : []));
        expect(read(bytes).flat()).toEqual(recipients);
      }),
    );
  });

  it("are short: values are left out where there are none", () => {
    expect(recipientLine(user("a"))).toBe('["userid","a"]');
    expect(recipientLine({ type: "ios_pushid", id: "a" })).toBe('["ios_pushid","a"]');
    expect(recipientLine(user("a", { city: "Rome" }))).toBe('["userid","a",{"city":"Rome"}]');
  });

  it("come in slices of 2,000, and of fewer where they are long", () => {
    const sizes = (lines: string[]) => read(bytesOf(...lines)).map(({ length }) => length);
    expect(sizes(Array.from({ length: 4_001 }, (_, n) => recipientLine(user(`u${n}`))))).toEqual([
      2_000, 2_000, 1,
    ]);
    const long = Array.from({ length: 1_500 }, (_, n) =>
      recipientLine(user(`u${n}`, { text: "न".repeat(1_000) })),
    );
    const cut = sizes(long);
    expect(Math.max(...cut)).toBeLessThan(340);
    expect(cut.reduce((sum, size) => sum + size, 0)).toBe(1_500);
    expect(sizes([])).toEqual([]);
  });

  it("are read only as far as they are asked for", () => {
    const lines = Array.from({ length: 2_000 }, (_, n) => recipientLine(user(`u${n}`)));
    const slices = recipientSlices(bytesOf(...lines, "nothing"));
    expect(slices.next().value).toHaveLength(2_000);
    expect(() => slices.next()).toThrow("Line 2,001: ");
  });

  it("have ids in their one form", () => {
    expect(read(bytesOf('["ios_pushid"," <AB CD> "]'))).toEqual([
      [{ type: "ios_pushid", id: "abcd", parameters: {} }],
    ]);
  });

  it.each([
    ['["userid",""]', "/1/1", "Line 2: id: must not be empty"],
    ['["userid"," "]', "/1/1", "Line 2: id: must not be empty"],
    ['["email","a"]', "/1/0", "Line 2: type: "],
    ['["userid",7]', "/1/1", "Line 2: id: must be a text"],
    ['["userid","a",{"city":7}]', "/1/2/city", "Line 2: parameters, city: must be a text"],
    ['["userid","a",{"no name":"x"}]', "/1/2/no name", "letters, digits and _, at most 64"],
    ['["userid","a",null]', "/1/2", "Line 2: parameters: "],
    ['["userid","a\\u0000b"]', "/1/1", "U+0000"],
    ['["userid","\\ud800"]', "/1/1", "Line 2: id: "],
    [`["userid","${"a".repeat(4_097)}"]`, "/1/1", "takes at most 4,096 characters"],
    ['["userid"]', "/1", "Line 2: must be an array with a type, an id and"],
    ['["userid","a",{},{}]', "/1", "Line 2: must be an array"],
    ['{"type":"userid","id":"a"}', "/1", "Line 2: must be an array"],
    ["null", "/1", "Line 2: must be an array"],
    ["", "/1", "Line 2: "],
    ['["userid","a"', "/1", "Line 2: "],
    ['["userid","a"]["userid","b"]', "/1", "Line 2: "],
    ['["userid","a",{"city":"x","city":"y"}]', "/1", "Line 2: "],
    ["[".repeat(9_000), "/1", "Line 2: "],
    [`["userid","a"${" ".repeat(mostLineBytes)}]`, "/1", "Line 2: takes at most 200,000 bytes."],
  ])("are refused with the line, the field and the fix: %s", (line, pointer, message) => {
    const fault = faultOf(bytesOf('["userid","first"]', line, '["userid","last"]'));
    expect(fault).toEqual({ pointer, message: expect.stringContaining(message) as unknown });
  });

  it("are refused when they are not UTF-8, also where a letter is cut in two", () => {
    const whole = bytesOf('["userid","a"]', '["userid","ü"]');
    const cut = Uint8Array.from([...whole.slice(0, -3), ...whole.slice(-2)]);
    expect(faultOf(cut)).toMatchObject({ pointer: "/1" });
    expect(faultOf(Uint8Array.from([0xff, 0x0a]))).toMatchObject({ pointer: "/0" });
  });

  it("hold the longest recipient, each of its characters escaped", () => {
    const values = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`${"p".repeat(62)}${n + 10}`, "\u0001".repeat(1_024)]),
    );
    const line = recipientLine(user("\u0001".repeat(4_096), values));
    expect(line.length).toBeLessThan(mostLineBytes);
    expect(read(bytesOf(line))[0]?.[0]?.parameters).toEqual(values);
  });

  it("give recipients that can be stored, or one error with its line, for any bytes", () => {
    const line = fc.oneof(
      fc
        .tuple(fc.constantFrom("userid", "ios_pushid", "constructor"), hostileText, hostileValue)
        .map((parts) => JSON.stringify(parts)),
      hostileValue.map((value) => JSON.stringify(value) ?? ""),
      fc.constantFrom(...knownTexts),
    );
    const bytes = fc.oneof(
      fc.array(line, { maxLength: 4 }).map((lines) => bytesOf(...lines)),
      fc.uint8Array({ maxLength: 60 }),
    );
    const outcome = (input: Uint8Array): boolean => {
      try {
        const texts = read(input).flatMap((slice) =>
          slice.flatMap(({ id, parameters }) => [id, ...Object.values(parameters ?? {})]),
        );
        return texts.every((text) => isSendable(text));
      } catch (error) {
        return error instanceof LineError && /^Line \d+: ./.test(error.message);
      }
    };
    fc.assert(
      fc.property(bytes, (input) => {
        expect(outcome(input)).toBe(true);
      }),
    );
  });
});
