/** What is said of a row with too few values, or too many. */
export function widthFault(found: number, expected: number): string {
  return `has ${found === 1 ? "1 value" : `${found} values`} where ${expected === 1 ? "1 is" : `${expected} are`} expected`;
}
