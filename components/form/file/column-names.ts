import { destinationKeys } from "@/lib/interface/device-kinds";

/** Whether a cell is the usual name of a column with identifiers. */
export function isIdName(name: string): boolean {
  return (
    columnKey(name) === "id" || destinationKeys.some((key) => columnKey(key) === columnKey(name))
  );
}

/** What a cell looks like. */
function shapeOf(cell: string): "blank" | "word" | "number" | "address" | "code" {
  const text = cell.trim();
  if (text === "") return "blank";
  if (/^[+-]?\d[\d.,:/ -]*$/.test(text)) return "number";
  if (/^\S+@\S+$/.test(text)) return "address";
  return /\d/.test(text) ? "code" : "word";
}

/**
 * What the columns say of a row above others: `names` where a column has a word above numbers,
 * addresses or codes alone, `row` where it is itself one among them; undefined where they hold
 * words only.
 */
export function columnEvidence(
  first: readonly string[],
  rows: readonly (readonly string[])[],
): "names" | "row" | undefined {
  const evidence = first.map((cell, column) => {
    const shapes = new Set(
      rows.map((row) => shapeOf(row[column] ?? "")).filter((shape) => shape !== "blank"),
    );
    const [below] = shapes;
    if (shapes.size !== 1 || below === undefined || below === "word") return undefined;
    if (shapeOf(cell) === below) return "row";
    return shapeOf(cell) === "word" ? "names" : undefined;
  });
  return evidence.includes("row") ? "row" : evidence.find((one) => one !== undefined);
}

/**
 * Returns whether a first line without any of the usual names has column names. Where the rows
 * contain words only, it has where it consists of several different words.
 */
export function hasNames(first: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const evidence = columnEvidence(first, rows);
  if (evidence === "row") return false;
  if (evidence === "names" && rows.length > 1) return true;
  return areNames(first, rows);
}

/** Whether cells are words, each another one, that no row repeats in its column. */
function areNames(first: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const words =
    first.every((cell) => /^\p{L}[\p{L}\p{M} _-]*$/u.test(cell.trim())) &&
    new Set(first).size === first.length;
  const repeated = rows.some((row) =>
    row.some((cell, column) => cell.trim() !== "" && cell === first[column]),
  );
  return first.length > 1 && words && !repeated;
}

/** What the name of a column is compared by: "User ID" and "user_id" are the same one. */
export function columnKey(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}
