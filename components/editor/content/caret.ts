/** A stretch of a text, in UTF-16 units as the browser counts them; an empty one is a caret. */
export interface Range {
  start: number;
  end: number;
}

/**
 * Where to write into a text: at the caret or over the selection that was left there; at the end
 * where there is none. A place that is no longer in the text is its end, and none is within a
 * character that takes two units.
 */
export function rangeIn(text: string, left: Range | undefined): Range {
  if (left === undefined) return { start: text.length, end: text.length };
  return {
    start: whole(text, left.start, -1),
    end: whole(text, Math.max(left.start, left.end), 1),
  };
}

function whole(text: string, at: number, direction: 1 | -1): number {
  const within = Math.max(0, Math.min(at, text.length));
  return isHigh(text.charCodeAt(within - 1)) && isLow(text.charCodeAt(within))
    ? within + direction
    : within;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd8_00 && unit <= 0xdb_ff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc_00 && unit <= 0xdf_ff;
}

/**
 * Focuses a control and inserts a text as if it were typed: the browser's own undo removes it. The
 * caret is behind it then.
 */
export function insertAtCaret(
  control: HTMLInputElement | HTMLTextAreaElement,
  { start, end }: Range,
  text: string,
): void {
  control.focus();
  control.setSelectionRange(start, end);
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else writes into a control and lets the browser undo it
  if (document.execCommand("insertText", false, text)) return;
  control.setRangeText(text, start, end, "end");
  control.dispatchEvent(new Event("input", { bubbles: true }));
}
