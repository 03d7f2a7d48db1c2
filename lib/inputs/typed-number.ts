/** Characters without width that direction and keyboards put among digits. */
const invisible = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;
/** Decimal separators that NFKC leaves as they are: Arabic. */
const decimalSigns = /\u066B/gu;
/** Separators of thousands: Arabic, the Arabic comma, apostrophes. */
const groupSigns = /[\u066C\u060C'\u2019]/gu;
const minusSigns = /[\u2212\u2010-\u2013\uFE63]/gu;

/**
 * Returns a text with each digit of any script as 0 to 9, full-width letters and signs as those of
 * ASCII, and no characters without width: codes, times and numbers as a keyboard of any language
 * types them. Everything else stays.
 */
export function asciiDigits(text: string): string {
  return text
    .normalize("NFKC")
    .replace(invisible, "")
    .replace(/\p{Nd}/gu, digitOf);
}

/**
 * The digits of a script stand in a row, from 0 to 9; where several rows follow each other, each
 * has ten (Unicode, section 4.6).
 */
function digitOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  let before = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(point - before - 1))) before += 1;
  return String(before % 10);
}

/**
 * Returns the number that a text writes, as plain digits such as "-1234.5": digits of any script,
 * with spaces, commas or apostrophes between groups of thousands. Undefined where it is no number.
 * "1.234" is a fraction: the console writes English.
 */
export function plainNumber(text: string): string | undefined {
  const typed = asciiDigits(text)
    .trim()
    .replace(minusSigns, "-")
    .replace(decimalSigns, ".")
    .replace(groupSigns, ",");
  const match = /^([+-]?)(\d+|\d{1,3}(?:([,\s])\d{2,3})(?:\3\d{2,3})*)(\.\d+)?$/u.exec(typed);
  if (!match) return undefined;
  const [, sign = "", whole = "", separator, fraction = ""] = match;
  // Of a group by a separator the last has three digits: "1,5" is no number here.
  if (separator !== undefined && !/[,\s]\d{3}$/u.test(whole)) return undefined;
  return `${sign === "-" ? "-" : ""}${whole.replace(/[,\s]/gu, "")}${fraction}`;
}

/**
 * Returns the whole number from 0 that a text writes, as {@link plainNumber} reads it; undefined
 * where it is none, or too large to be exact.
 */
export function wholeNumber(text: string): number | undefined {
  const digits = plainNumber(text);
  if (digits === undefined || !/^\d{1,15}$/.test(digits)) return undefined;
  return Number(digits);
}
