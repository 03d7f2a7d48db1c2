/** Modifiers of POSIX that name a script. */
const scripts: Readonly<Record<string, string>> = {
  latin: "Latn",
  cyrillic: "Cyrl",
  devanagari: "Deva",
};

/**
 * A language as BCP 47 writes it in canonical form (`pt-br` is `pt-BR`); undefined for what is
 * none.
 */
export function canonicalLanguage(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

/**
 * Returns the language that a device reports, as BCP 47 in canonical form: from BCP 47 itself with
 * `-` or `_`, Java's `Locale.toString()` (`zh_CN_#Hans`, `iw_IL`), POSIX (`pt_BR.UTF-8`,
 * `sr_RS@latin`), and the first of an Accept-Language (`pt-BR,pt;q=0.9`). Undefined for what names
 * no language.
 */
export function deviceLanguage(text: string): string | undefined {
  const [first = ""] = text.split(/[,;]/, 1);
  const [name = "", modifier = ""] = first.trim().split("@", 2);
  const [locale = ""] = name.split(".", 1);
  if (/^(?:c|posix)$/i.test(locale)) return undefined;
  const script = scripts[modifier.toLowerCase()];
  const tag = fromJava(locale) ?? locale.replaceAll("_", "-");
  const language = canonicalLanguage(tag);
  // Longer ones name no language of people: `undefined` is one by its form.
  if (
    language === undefined ||
    !/^[a-z]{2,3}(?:-|$)/.test(language) ||
    /^(?:und|mul|mis|zxx)(?:-|$)/.test(language)
  )
    return undefined;
  if (script === undefined || new Intl.Locale(language).script !== undefined) return language;
  return new Intl.Locale(language, { script }).toString();
}

/**
 * Reads language, region, variant, and behind `#` script and extensions, of which Java leaves any
 * but the language empty. Undefined for another form.
 */
function fromJava(locale: string): string | undefined {
  const [, language = "", region = "", variant = "", script = "", extensions = ""] =
    /^([a-z]{2,3})_([a-z]{2}|\d{3})?(?:_([^#]*?))?(?:_?#([a-z]{4})?(?:_?([a-z\d](?:-[a-z\d]+)+))?)?$/i.exec(
      locale,
    ) ?? [];
  if (language === "") return undefined;
  // Nynorsk had no code of its own in Java.
  const own = /^no$/i.test(language) && variant === "NY" ? "nn" : language;
  return [own, script, region, extensions].filter((part) => part !== "").join("-");
}
