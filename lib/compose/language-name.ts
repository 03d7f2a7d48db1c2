const names = new Intl.DisplayNames(["en"], { type: "language" });

/** What people call a language: `pt-BR` → "Brazilian Portuguese"; "" is the default text. */
export function languageName(tag: string): string {
  if (tag === "") return "Default text";
  try {
    // Engines differ in whether one with extensions has a name at all.
    return names.of(new Intl.Locale(tag).baseName) ?? tag;
  } catch {
    return tag;
  }
}

const scriptsToLeft = new Set([
  "Adlm",
  "Arab",
  "Hebr",
  "Mand",
  "Nkoo",
  "Rohg",
  "Samr",
  "Syrc",
  "Thaa",
]);

/** Whether a language is written from right to left; false for the default text, "". */
export function isRightToLeft(tag: string): boolean {
  return tag !== "" && scriptsToLeft.has(new Intl.Locale(tag).maximize().script ?? "");
}

/** Those that are offered first when one is added. */
export const commonLanguages = [
  "ar",
  "zh-Hans",
  "zh-Hant",
  "nl",
  "en",
  "fr",
  "de",
  "hi",
  "id",
  "it",
  "ja",
  "ko",
  "pl",
  "pt",
  "pt-BR",
  "ru",
  "es",
  "es-MX",
  "th",
  "tr",
  "uk",
  "vi",
];
