import { describe, expect, it } from "vitest";
import { cleanDraft, cleanRequest, cleanSubject } from "./scrub";

const person = { userid: "customer-77", tokens: ["token-of-77"], deviceids: [] };
const deep = (inner: string) => `${"[".repeat(20_000)}${inner}${"]".repeat(20_000)}`;
const clean = {
  draft: (text: string) => cleanDraft(text, person),
  request: (text: string) => cleanRequest(text, person).text,
};

describe.each(["draft", "request"] as const)("a %s", (kind) => {
  it.each([
    [`{"u":"customer-77","x":${deep("")}}`, `{"u":"erased","x":${deep("")}}`],
    [
      `{"x":${deep('"\\u0063ustomer-77 \\u00fc"')},"customer-77":1.10}`,
      `{"x":${deep('"erased ü"')},"erased":1.10}`,
    ],
    ["not JSON of customer-77, token-of-77", "not JSON of erased, erased"],
    ['{"open": "customer-77', '{"open": "erased'],
    [`{"a": "\\u0063ustomer-77", "b": `, '{"a": "erased", "b": '],
    ['["customer-77", 1.10]', '["erased", 1.10]'],
  ])("that cannot be read is cleaned as a text", (text, expected) => {
    expect(clean[kind](text)).toBe(expected);
  });

  it("keeps the digits of everybody’s numbers", () => {
    const text = (ids: string, who: string) =>
      `{"destination":[{"userid":[${ids}]}],"a":12345678901234567890,"b":[1.10,-0,1E5],"c":{"customtags":{"d":1.0}},"who":"${who}"}`;
    const left = kind === "draft" ? '"other"' : '"erased","other"';
    expect(clean[kind](text('"customer-77","other"', "customer-77"))).toBe(text(left, "erased"));
  });

  it("without the person stays as it is written", () => {
    const text =
      '{ "destination": [{"userid": ["other"]}], "a": 1.10, "b": "\\u00fc customer-778", "c": 12345678901234567890 }';
    expect(clean[kind](text)).toBe(text);
  });

  it("keeps nothing of a person in members that are repeated", () => {
    expect(clean[kind]('{"destination":[{"userid":["other"]}],"a":"customer-77","a":"x"}')).toBe(
      '{"destination":[{"userid":["other"]}],"a":"x"}',
    );
  });
});

it("takes out a user id that a number is, with all of its digits", () => {
  const numbered = { ...person, userid: "12345678901234567890" };
  expect(
    cleanDraft(
      '{"a":12345678901234567890,"b":12345678901234567891,"c":123456789012345678901}',
      numbered,
    ),
  ).toBe('{"a":0,"b":12345678901234567891,"c":123456789012345678901}');
  const { alone } = cleanRequest('{"destination":[{"userid":[12345678901234567890]}]}', numbered);
  expect(alone).toBe(true);
});

it("keeps the digits of what an approval was asked for, and cleans one that cannot be read", () => {
  const subject = (who: string) =>
    JSON.stringify({ request: `{"a":"${who}","b":1.10}`, at: null }).replace("null", "1.50");
  expect(cleanSubject(subject("customer-77"), person)).toBe(subject("erased"));
  expect(cleanSubject(`{"request":"customer-77","x":${deep("1")}}`, person)).toBe(
    `{"request":"erased","x":${deep("1")}}`,
  );
});
