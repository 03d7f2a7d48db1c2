const errors = new Set(["#N/A", "#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!", "#SPILL!", "#CALC!"]);

/** What a spreadsheet did to an id, as a sentence behind its name, with what to mend; undefined when there are no traces. Leading zeros are none. */
export function damageOf(cell: string): string | undefined {
  const text = cell.trim();
  if (/^[+-]?\d+(?:[.,]\d+)?E\+\d{1,3}$/i.test(text))
    return `is a number that a spreadsheet shortened (${text}); format the column as text and fill it in again`;
  if (/^=\s*"[^"]*"$/.test(text)) return `is quoted as a formula (${text}); write the id alone`;
  if (/^'+\d[^']*'*$/.test(text)) return `begins with an apostrophe, the mark of a spreadsheet for text (${text}); write the id alone`;
  if (errors.has(text.toUpperCase()) || /^#{3,}$/.test(text)) return `is an error of a spreadsheet (${text})`;
  return undefined;
}
