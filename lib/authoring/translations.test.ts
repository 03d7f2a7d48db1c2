import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textsIn, type TemplateLanguage } from "@/lib/template/languages";
import {
  otherPlaceholders,
  tableOfTexts,
  textsOfTable,
  textsToTranslate,
  translatedTexts,
  withFile,
  withTranslation,
} from "./translations";

const blocks = { android: { title: "Hello", text: "Your order" }, ios: { text: "Your order" } };

test("adds a translation of the current default text, and removes it again", () => {
  const none: TemplateLanguage = { language: "de", texts: [] };
  const [title, text] = textsToTranslate(translatedTexts(blocks, none).texts);
  if (!title || !text) throw new Error("There is no text.");
  const once = withTranslation(none, title, "Hallo");
  expect(translatedTexts(blocks, once).texts.map(({ standing }) => standing)).toEqual([
    "translated",
    "missing",
    "missing",
  ]);
  expect(
    translatedTexts({ ...blocks, android: { title: "Hi", text: "x" } }, once).texts[0]?.standing,
  ).toBe("outdated");
  expect(withTranslation(once, title, "")).toEqual(none);
  // What is the same everywhere is translated once, and again for each place once it differs.
  expect(text.places).toEqual(["/android/text", "/ios/text"]);
  const both = withTranslation(once, text, "Deine Bestellung");
  expect(textsToTranslate(translatedTexts(blocks, both).texts)).toHaveLength(2);
  const apart = withTranslation(both, { ...text, places: ["/ios/text"] }, "Bestellung");
  expect(textsToTranslate(translatedTexts(blocks, apart).texts)).toHaveLength(3);
  expect(translatedTexts({ ios: { text: "x" } }, once).lost).toEqual(["/android/title"]);
});

describe("a table of texts", () => {
  const language = (tag: string) =>
    fc
      .tuple(
        ...textsIn(blocks).map(({ at, text: of }) => fc.string().map((text) => ({ at, of, text }))),
      )
      .map((texts) => ({
        language: tag,
        texts: texts
          .filter(({ text }) => text !== "" && !/^'[=+\-@\t\r]/.test(text))
          .toSorted((one, other) => (one.at < other.at ? -1 : 1)),
      }));

  test("is read again as it was written", () => {
    fc.assert(
      fc.property(language("ar"), language("pt-BR"), (...languages) => {
        expect(
          withFile(blocks, [], textsOfTable(tableOfTexts(blocks, languages))).languages,
        ).toEqual(languages);
      }),
    );
  });

  test("brings its translations and leaves the others", () => {
    const before = [
      {
        language: "de",
        texts: [
          { at: "/android/title", of: "Hello", text: "Hallo" },
          { at: "/ios/text", of: "Your order", text: "alt" },
        ],
      },
    ];
    const file = textsOfTable([
      ["text", "default", "DE"],
      ["/ios/text", "Your order", "neu"],
      ["/web/text", "Gone", "weg"],
    ]);
    expect(withFile(blocks, before, file)).toEqual({
      languages: [
        {
          language: "de",
          texts: [
            { at: "/android/title", of: "Hello", text: "Hallo" },
            { at: "/ios/text", of: "Your order", text: "neu" },
          ],
        },
      ],
      importedTexts: 1,
      left: 1,
      outdated: 0,
      misnamed: 0,
      untranslated: 0,
    });
  });

  test("that comes back as it left changes nothing: what was outdated stays so", () => {
    const before = [
      {
        language: "de",
        texts: [
          { at: "/android/text", of: "Your parcel", text: "Dein Paket" },
          { at: "/android/title", of: "Hello", text: "Hallo" },
          { at: "/ios/text", of: "Your parcel", text: "Dein Paket" },
        ],
      },
    ];
    const table = tableOfTexts(blocks, before);
    expect(withFile(blocks, before, textsOfTable(table))).toMatchObject({
      languages: before,
      importedTexts: 3,
      outdated: 2,
    });
    // As XML hands it back.
    const [broken, whole] = ["a\r\nb", "a\nb"].map((text) => [
      { language: "de", texts: [{ at: "/ios/text", of: "Your parcel", text }] },
    ]);
    expect(withFile(blocks, broken ?? [], { languages: whole ?? [] }).languages).toEqual(broken);
    // One is translated again, from the default text in its row.
    const changed = table.map(([where = "", of = "", text = ""]) => [
      where,
      of,
      where === "/ios/text" ? "Deine Bestellung" : text,
    ]);
    const after = withFile(blocks, before, textsOfTable(changed));
    expect(after).toMatchObject({ importedTexts: 3, outdated: 1 });
    expect(after.languages[0]?.texts).toEqual([
      { at: "/android/text", of: "Your parcel", text: "Dein Paket" },
      { at: "/android/title", of: "Hello", text: "Hallo" },
      { at: "/ios/text", of: "Your order", text: "Deine Bestellung" },
    ]);
  });

  test("counts how many of its texts name placeholders that their default text does not have", () => {
    const named = { android: { title: "Good day ${name}", text: "Your order" } };
    const table = [
      ["text", "default", "it"],
      ["/android/title", "Good day ${name}", "Ciao ${nome}"],
      ["/android/text", "Your order", "Il tuo ordine"],
    ];
    expect(withFile(named, [], textsOfTable(table))).toMatchObject({
      importedTexts: 2,
      misnamed: 1,
    });
  });

  test("is rejected as a whole with a text that is too long, which it names", () => {
    const table = (length: number, where = "/android/text") =>
      textsOfTable([
        ["text", "default", "it"],
        ["/android/title", "Hello", "Ciao"],
        [where, "Your order", "x".repeat(length)],
      ]);
    expect(withFile(blocks, [], table(4_096))).toMatchObject({ importedTexts: 2 });
    expect(withFile(blocks, [], table(5_210))).toMatchObject({
      languages: [],
      importedTexts: 0,
      problem:
        "Android text in Italian has 5,210 characters, and a text has at most 4,096. Shorten it in the file.",
    });
    // What the template does not have is left out, however long.
    expect(withFile(blocks, [], table(5_210, "/web/text"))).toMatchObject({
      importedTexts: 1,
      left: 1,
    });
  });

  test.each([[["a", "b", "c"]], [["text", "default"]], [["text", "default", "not a language"]]])(
    "whose first line is %j is refused with what to do",
    (header) => {
      expect(textsOfTable([header]).problem).toMatch(/pt-BR/);
    },
  );
});

test.each([
  ["Good day ${name}", "Ciao ${nome}", ["nome"], ["name"]],
  ["Good day ${name}", "Ciao ${name}, ${name}", [], []],
  ["${a} of ${b}", "$${c} ${b}", [], ["a"]],
  // Nothing is missing in what is not there yet.
  ["Good day ${name}", "", [], []],
])("of %j, %j names others than its default text", (text, translated, unknown, missing) => {
  expect(otherPlaceholders(text, translated)).toEqual({ unknown, missing });
});

test("a file that would make too many languages takes nothing, and says so", () => {
  const of = (tags: readonly string[]): TemplateLanguage[] =>
    tags.map((language) => ({ language, texts: [] }));
  const letters = Array.from({ length: 26 }, (_, n) => String.fromCodePoint(97 + n));
  const tags = letters.flatMap((one) => [`a${one}`, `b${one}`]).toSorted();
  const before = of(tags.slice(2));
  expect(withFile(blocks, before, { languages: of(tags.slice(2, 20)) })).toMatchObject({
    languages: before,
  });
  expect(withFile(blocks, before, { languages: of(["aa"]) })).toEqual({
    languages: before,
    importedTexts: 0,
    left: 0,
    outdated: 0,
    misnamed: 0,
    untranslated: 0,
    problem:
      "With those of this file the template would have 51 languages, and it has at most 50. Remove some, or leave some out of the file.",
  });
});

test("reads a table below lines of titles", () => {
  expect(
    textsOfTable([
      ["Texts of the sale"],
      [],
      ["text", "default", "de"],
      ["android/text", "Hello", "Hallo"],
    ]),
  ).toEqual({
    languages: [{ language: "de", texts: [{ at: "android/text", of: "Hello", text: "Hallo" }] }],
  });
});
