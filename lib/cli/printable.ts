const short: Readonly<Record<string, string>> = {
  "\n": String.raw`\n`,
  "\r": String.raw`\r`,
  "\t": String.raw`\t`,
};

/**
 * What moves the cursor, ends a line, turns the direction of what follows, or is half of a
 * character.
 */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\uFEFF]/gu;
/**
 * What a CI takes for a command: `::error::` (GitHub), `##[error]`, `##vso[…]` (Azure),
 * `##teamcity[…]`. Some are found within a line.
 */
const command = /:(?=:[A-Za-z])|#(?=#[A-Za-z]*\[)/g;

/**
 * A line for a terminal or the log of a CI: what names and texts of servers and files hold of
 * control characters, line breaks, marks of direction and workflow commands stands there as escapes
 * (`\u001b`), and does nothing.
 */
export function printable(line: string): string {
  return line
    .replace(unprintable, (unit) => short[unit] ?? escaped(unit))
    .replace(command, escaped);
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
