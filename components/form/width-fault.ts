/** What is said of a row with too few values, or too many. */
export function widthFault(valueCount: number, expected: number): string {
  return `has ${valueCount === 1 ? "1 value" : `${valueCount} values`} where ${expected === 1 ? "1 is" : `${expected} are`} expected`;
}
