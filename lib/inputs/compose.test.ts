import { expect, it } from "vitest";
import { BODY_BYTES } from "@/lib/interface/limits";
import { inputProblems } from "@/lib/verb/arguments";
import { composedOf, planSchema } from "./compose";

const reach = { audienceId: null, moreAppids: [] };
const read = (request: unknown) => {
  const parsed = planSchema.safeParse({ request, reach });
  return parsed.success
    ? { ok: true as const, value: parsed.data }
    : { ok: false as const, message: inputProblems(parsed.error)[0]?.message };
};

it("takes a request as text, and leaves it as it stands", () => {
  const request = ` {"x":1.10,"appid":"shop", "y":"\\u00e9"}\n`;
  expect(read(request)).toEqual({
    ok: true,
    value: {
      request: { body: request, request: expect.any(Object) as unknown },
      reach,
      zoned: false,
    },
  });
});

it.each([
  ["an object", { appid: "shop" }, "request: must be a text."],
  ["no JSON", "{", "request: "],
  ["a byte order mark", `\ufeff{"appid":"shop"}`, "request: "],
  ["a member twice", `{"appid":"shop","appid":"other"}`, "request: "],
  ["more than 32 levels", `{"appid":"shop","x":${"[".repeat(50_000)}`, "request: "],
  ["no app", `{}`, "request, appid: is missing."],
  [
    "an app that cannot be one",
    `{"appid":"a\\u0000b"}`,
    "request, appid: holds a character that cannot be kept",
  ],
  [
    "U+0000 as it is",
    `{"appid":"shop","x":"\0"}`,
    "request: holds a character that cannot be kept",
  ],
  [
    "too much",
    `{"appid":"shop","x":"${"x".repeat(BODY_BYTES)}"}`,
    "request: takes at most 1,048,576 characters.",
  ],
])("refuses %s in a sentence", (_, request, sentence) => {
  const answer = read(request);
  expect(answer.ok ? "taken" : answer.message).toContain(sentence);
});

it("reads it with the digits of its custom tags, as those who read its text do", () => {
  const request = `{"appid":"shop","channels":{"push":{"android":{"text":"Hi","extras":{"customtags":{"a":1.10}}}}}}`;
  expect(planSchema.parse({ request, reach }).request).toEqual(composedOf(request));
});
