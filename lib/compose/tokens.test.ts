import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addTokens, parseTokens } from "./tokens";

describe("parseTokens", () => {
  it.each([
    ["user-1", ["user-1"]],
    ["  a, b;c\td \n e ", ["a", "b", "c", "d", "e"]],
    ["a\r\nb\r\n", ["a", "b"]],
    ['"Ann Lee", bob', ["Ann Lee", "bob"]],
    ['["a","b"]', ["a", "b"]],
    ["", []],
    [" , ;\n", []],
    ["fcm:APA91b-x_y/z=", ["fcm:APA91b-x_y/z="]],
  ])("reads %j", (text, tokens) => expect(parseTokens(text)).toEqual(tokens));

  it("keeps a subscription whole, alone, one a line, or in a list", () => {
    const one = '{"endpoint":"https://push.test/a, b","keys":{"p256dh":"x","auth":"y"}}';
    expect(parseTokens(one)).toEqual([one]);
    expect(parseTokens(`${one}\n${one.replace("/a", "/c")}`)).toHaveLength(2);
    expect(parseTokens(`[${one}]`)).toEqual([one]);
  });

  it("gives back any identifiers joined by lines", () => {
    const id = fc.stringMatching(/^[A-Za-z0-9_:.-]{1,40}$/);
    const isKept = fc.property(fc.array(id), (ids) =>
      isDeepStrictEqual(parseTokens(ids.join("\n")), ids),
    );
    expect(fc.check(isKept).counterexample).toBeNull();
  });
});

it("adds each once and counts the repeats", () => {
  expect(addTokens(["a", "b"], ["b", "c", "c"])).toEqual({ tokens: ["a", "b", "c"], repeats: 2 });
});
