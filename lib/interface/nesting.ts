/**
 * Whether JSON text opens more than so many objects and arrays within one another. For what is read
 * by functions that call themselves. Linear, of any text.
 */
export function nestsDeeper(text: string, most: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at];
    if (quoted) {
      if (unit === "\\") at += 1;
      else quoted = unit !== '"';
    } else if (unit === '"') quoted = true;
    else if (unit === "{" || unit === "[") depth += 1;
    else if (unit === "}" || unit === "]") depth -= 1;
    if (depth > most) return true;
  }
  return false;
}
