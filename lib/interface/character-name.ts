/**
 * Names of Unicode for characters that a screen shows as nothing, as a plain space, or almost as
 * another character.
 */
const names: Readonly<Record<number, string>> = {
  0x09: "tab",
  0x0a: "line break",
  0x0d: "carriage return",
  0x85: "next line mark",
  0xa0: "no-break space",
  0xad: "soft hyphen",
  0x34f: "combining grapheme joiner",
  0x61c: "Arabic letter mark",
  0x180e: "Mongolian vowel separator",
  0x2000: "en quad",
  0x2001: "em quad",
  0x2002: "en space",
  0x2003: "em space",
  0x2004: "three-per-em space",
  0x2005: "four-per-em space",
  0x2006: "six-per-em space",
  0x2007: "figure space",
  0x2008: "punctuation space",
  0x2009: "thin space",
  0x200a: "hair space",
  0x200b: "zero width space",
  0x200c: "zero width non-joiner",
  0x200d: "zero width joiner",
  0x200e: "left-to-right mark",
  0x200f: "right-to-left mark",
  0x2028: "line separator",
  0x2029: "paragraph separator",
  0x202a: "left-to-right embedding",
  0x202b: "right-to-left embedding",
  0x202c: "pop directional formatting mark",
  0x202d: "left-to-right override",
  0x202e: "right-to-left override",
  0x202f: "narrow no-break space",
  0x205f: "medium mathematical space",
  0x2060: "word joiner",
  0x2066: "left-to-right isolate",
  0x2067: "right-to-left isolate",
  0x2068: "first strong isolate",
  0x2069: "pop directional isolate",
  0x2800: "blank of Braille",
  0x3000: "ideographic space",
  0x3164: "Hangul filler",
  0xfeff: "byte order mark",
  0xfffd: "replacement character",
  0x2018: "curly quotation mark",
  0x2019: "curly quotation mark",
  0x201a: "low quotation mark",
  0x201b: "curly quotation mark",
  0x201c: "curly quotation mark",
  0x201d: "curly quotation mark",
  0x201e: "low quotation mark",
  0x201f: "curly quotation mark",
  0x2033: "double prime",
  0xab: "angle quotation mark",
  0xbb: "angle quotation mark",
  0x60c: "Arabic comma",
  0x61b: "Arabic semicolon",
  0x2013: "en dash",
  0x2014: "em dash",
  0x2212: "minus sign of mathematics",
  0x3001: "ideographic comma",
  0x300c: "corner bracket",
  0x300d: "corner bracket",
};

/** The ASCII character that a full-width character stands for; undefined for any other. */
export function halfWidth(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0;
  return code >= 0xff01 && code <= 0xff5e ? String.fromCodePoint(code - 0xfee0) : undefined;
}

/**
 * Whether a character looks like a plain space, or like nothing, and is neither white space of JSON
 * nor a control character of ASCII.
 */
export function isInvisible(character: string): boolean {
  return (
    /^[\u0085\u2800\p{Zs}\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}]$/u.test(character) &&
    character !== " "
  );
}

/**
 * "a no-break space (U+00A0)": names a character, also one that looks like another or like nothing.
 */
export function characterName(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const place = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  const half = halfWidth(character);
  const name =
    names[code] ??
    (half !== undefined
      ? `full-width ${half}`
      : code < 0x20 || (code >= 0x7f && code < 0xa0)
        ? "control character"
        : isInvisible(character)
          ? "invisible character"
          : `character ${character}`);
  return `${/^(?:[aeio]|A)/.test(name) ? "an" : "a"} ${name} (${place})`;
}
