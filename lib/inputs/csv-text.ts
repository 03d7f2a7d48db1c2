/**
 * What may stand in front of a formula and is passed over by a spreadsheet: white space and
 * characters without width.
 */
const before = "[\\s\\u00AD\\u180E\\u200B-\\u200F\\u2060]*";
/**
 * A cell that a spreadsheet may run: `=`, `@`, a sign before anything but a plain number, the same
 * in full width, or a control character first (OWASP, CSV injection).
 */
const run = `(?:[\\t\\r\\n]|${before}(?:[=@＝＋－＠]|[+-](?!\\d[\\d.,]*$)))`;

/**
 * Which cells of a CSV file need the mark `'` in front: formulas, and what a marked cell would be
 * mistaken for. With the mark a spreadsheet takes a cell for text, and {@link withoutMark} gives
 * back exactly what was there.
 */
export const needsMark = new RegExp(`^'*${run}`);

/** A cell without the mark that {@link needsMark} asks for. Any other apostrophe stays. */
export function withoutMark(cell: string): string {
  return cell.startsWith("'") && needsMark.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** By this mark Excel knows UTF-8; a file begins with it. */
export const csvMark = "\uFEFF";

/**
 * Writes rows of a CSV file (RFC 4180), each with its line end. What a spreadsheet would run as a
 * formula is marked as text; Clarion's own readers take the mark off.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}

function cellText(cell: string): string {
  const isFormula = needsMark.test(cell);
  const text = isFormula ? `'${cell}` : cell;
  return isFormula || /[",\r\n\uFEFF]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Errors of spreadsheets, in capitals or small letters: those of English, and those of other
 * languages that are words alone.
 */
const errorWord =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA|N\/D|N\/B|NV|I\/T|YOK|PUUTTUU|HIÁNYZIK|NENÍ_K_DISPOZICI|NEDOSTUPNÝ|Н\/Д|Δ\/Υ)$/iu;
/**
 * Errors in any language: `#WERT!`, `#NOM?`, `#¡DIV/0!`. In capitals only, since an id may be
 * written so in small letters.
 */
const errorShape = /^#[¡¿]?\p{Lu}[\p{Lu}\p{N}/_.]+[!?]$/u;
/** The errors of LibreOffice that have no word: `Err:502`. */
const numberedError = /^(?:err|fehler|erreur|error) ?: ?5\d\d$/i;

/**
 * `4.7E+17`, and without the plus where a point or comma shows that it was no id: `1E5` may be one.
 */
const shortened = /^[+-]?(?:\d+(?:[.,]\d+)?E\+|\d+[.,]\d+E-?)\d{1,3}$/i;
/** `="0043"`, `='0043'`, `=0043`, `=TEXT(43,"0000")`. */
const formula = /^=\s*(?:"[^"]*"|'[^']*'|[+-]?\d+(?:[.,]\d+)?|\p{L}[\p{L}\p{N}._]*\(.*\))$/isu;
/**
 * Before a number, signed or not, or before one word with a digit in it. Names begin with an
 * apostrophe too: `'t Hooft`, `'Ali`.
 */
const apostrophe = /^'+(?:[+\-.,(\s]*\d[^']*|[^\s'\d]*\d[^\s']*)'*$/;

/**
 * What a spreadsheet did to an id, as a sentence behind its name, with what to mend; undefined when
 * there are no traces. Leading zeros are none.
 */
export function damageOf(cell: string): string | undefined {
  const text = cell.trim();
  if (shortened.test(text))
    return `is a number that a spreadsheet shortened (${text}); format the column as text and fill it in again`;
  if (formula.test(text)) return `is quoted as a formula (${text}); write the id alone`;
  if (apostrophe.test(text))
    return `begins with an apostrophe, the mark of a spreadsheet for text (${text}); write the id alone`;
  if (
    errorWord.test(text) ||
    /^#{3,}$/.test(text) ||
    errorShape.test(text) ||
    numberedError.test(text)
  )
    return `is an error of a spreadsheet (${text})`;
  return undefined;
}
