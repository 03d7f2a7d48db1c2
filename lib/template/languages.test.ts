import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalLanguage } from "@/lib/interface/device-language";
import { blocksIn, chainOf, languageFor, languagesSchema, standingOf, textsIn } from "./languages";

const blocks = {
  android: { title: "Hello", text: "Your order is here", extras: { collapse_key: "order" } },
  web: {
    text: "Hello",
    actiontext: "Open",
    url: "https://example.com/",
    platform_types: ["chrome"],
  },
  interactive: {
    category: "DOUBLE_LIKE_SHARE",
    device_types: ["android"],
    actions: [
      { pos: 1, action: "DISMISS" },
      { pos: 2, action: "SHARE", value: "Look at this" },
    ],
  },
};
const portuguese = {
  language: "pt",
  texts: [
    { at: "/android/title", of: "Hello", text: "Olá" },
    { at: "/android/text", of: "Your parcel is here", text: "O pedido chegou" },
  ],
};
const brazilian = {
  language: "pt-BR",
  texts: [
    { at: "/android/title", of: "Hello", text: "Oi" },
    { at: "/web/actiontext", of: "Open", text: "" },
  ],
};

test("a chain leaves out a subtag at a time, singletons with what they stand before", () => {
  expect(chainOf("zh-Hant-TW")).toEqual(["zh-Hant-TW", "zh-Hant", "zh"]);
  expect(chainOf("en-u-ca-gregory")).toEqual(["en-u-ca-gregory", "en-u-ca", "en"]);
});

describe("which language a device gets", () => {
  const have = [{ language: "pt" }, { language: "zh-Hant" }];
  test.each([
    ["pt-BR", "pt"],
    ["pt_BR", "pt"],
    ["PT", "pt"],
    ["zh-Hant-TW", "zh-Hant"],
    ["zh", ""],
    ["de", ""],
    ["", ""],
    ["no language at all", ""],
    [null, ""],
  ])("%s → %s", (reportedLanguage, language) =>
    expect(languageFor(have, reportedLanguage)).toBe(language),
  );
});

test("texts that people read can be translated, addresses and keys cannot", () => {
  expect(textsIn(blocks).map(({ at }) => at)).toEqual([
    "/android/title",
    "/android/text",
    "/web/text",
    "/web/actiontext",
    "/interactive/actions/1/value",
  ]);
});

test("a language says its own texts, then those of its chain, then the default ones", () => {
  const said = blocksIn(blocks, [portuguese, brazilian], "pt-BR");
  expect(said).toMatchObject({
    android: { title: "Oi", text: "O pedido chegou", extras: { collapse_key: "order" } },
    web: { text: "Hello", actiontext: "Open" },
  });
  expect(blocks.android.title).toBe("Hello");
});

test("a translation remains when its source text changes, and is marked as outdated", () => {
  const [title, text] = textsIn(blocks);
  expect(title && standingOf(title, portuguese)).toBe("translated");
  expect(text && standingOf(text, portuguese)).toBe("outdated");
  expect(text && standingOf(text, brazilian)).toBe("missing");
});

test("a translation of what the template does not have changes nothing", () => {
  const lost = {
    language: "de",
    texts: [
      { at: "/ios/text", of: "", text: "Hallo" },
      { at: "/android/extras/collapse_key", of: "", text: "x" },
    ],
  };
  expect(blocksIn(blocks, [lost], "de")).toEqual(blocks);
});

test("only texts change, for any translation", () => {
  const translated = fc.array(
    fc.record({
      at: fc.constantFrom(...textsIn(blocks).map(({ at }) => at), "/android", "/", "/web/url"),
      of: fc.string(),
      text: fc.string(),
    }),
  );
  fc.assert(
    fc.property(translated, (texts) => {
      const said = blocksIn(blocks, [{ language: "de", texts }], "de");
      expect(shapeOf(said)).toEqual(shapeOf(blocks));
    }),
  );
});

/** Returns the value with every translatable text emptied. */
function shapeOf(value: object): unknown {
  const texts = new Set(["title", "text", "actiontext", "value"]);
  return JSON.parse(
    JSON.stringify(value, (name, member: unknown) =>
      texts.has(name) && typeof member === "string" ? "" : member,
    ),
  );
}

test("a language is written as BCP 47 writes it, and is there once", () => {
  expect(canonicalLanguage("pt-br")).toBe("pt-BR");
  expect(canonicalLanguage("not a language")).toBeUndefined();
  expect(languagesSchema.safeParse([{ language: "pt-br", texts: [] }]).success).toBe(false);
  expect(
    languagesSchema.safeParse([
      { language: "pt", texts: [] },
      { language: "pt", texts: [] },
    ]).success,
  ).toBe(false);
  expect(languagesSchema.safeParse([portuguese, brazilian]).success).toBe(true);
});

test.each([
  ["zh_CN_#Hans", "zh"],
  ["no_NO", "nb"],
  ["iw_IL", "he"],
  ["pt_BR.UTF-8", "pt-BR"],
  ["pt-BR,pt;q=0.9", "pt-BR"],
])("gives a device that reports %s the text in %s", (reportedLanguage, language) => {
  expect(
    languageFor(
      ["zh", "he", "nb", "pt-BR"].map((one) => ({ language: one })),
      reportedLanguage,
    ),
  ).toBe(language);
});
