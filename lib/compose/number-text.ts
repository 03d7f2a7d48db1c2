// One for all: `toLocaleString` makes another at each call, and some are called at each key.
const inEnglish = new Intl.NumberFormat("en");

/** "1,024". */
export function numberText(value: number): string {
  return inEnglish.format(value);
}
