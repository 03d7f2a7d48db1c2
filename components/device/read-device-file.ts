import { columnKey } from "@/components/form/file/column-names";
import { readCsv } from "@/components/form/file/csv";
import { widthFault } from "@/components/form/file/separated-rows";
import { damageOf } from "@/lib/inputs/csv-text";
import {
  deviceColumns,
  exportedColumns,
  mostFileLines,
  mostImported,
} from "@/lib/inputs/registered-devices";
import { readJsonText } from "@/lib/interface/json";
import { jsonFault } from "@/lib/interface/json-fault";
import { lineFault } from "@/lib/interface/recipient-id";
import { withoutEdges } from "@/lib/interface/text";

type DeviceColumn = (typeof deviceColumns)[number];

/** Columns whose values a spreadsheet may have turned into numbers. */
const idColumns: ReadonlySet<string> = new Set(["userid", "deviceid", "pushid"]);

/** Members of a line of JSON that are read, or that an export has for people. */
const knownMembers: ReadonlySet<string> = new Set([...deviceColumns, ...exportedColumns]);

/** Names of unread columns that are listed: lines may each have others. */
const mostIgnored = 20;

/** Lines of a report above the names of its columns. */
const mostTitles = 29;

/** A line of a file that is to be a device. */
export interface DeviceLine {
  line: number;
  device: Record<string, unknown>;
}

/**
 * What a file holds: lines, those that cannot be read, and names of columns or members that nothing
 * is read from; or why all of it cannot.
 */
export type DeviceFile =
  | { lines: DeviceLine[]; problems: { line: number; message: string }[]; ignored?: string[] }
  | { problem: string };

/**
 * Reads devices from CSV with a line of names, or from lines of JSON: the beginning of the text
 * decides which.
 */
export function readDeviceFile(text: string): DeviceFile {
  const plain = text.replace(/^\uFEFF/, "");
  const file = plain.trimStart().startsWith("{") ? readLines(plain) : readTable(plain);
  if ("problem" in file) return file;
  const lineCount = file.lines.length + file.problems.length;
  if (lineCount === 0) return { problem: "There is no device in this file." };
  if (lineCount > mostFileLines)
    return {
      problem: `A file can have at most ${mostFileLines.toLocaleString("en")} devices. Split it.`,
    };
  return file;
}

function readLines(text: string): DeviceFile {
  const lines: DeviceLine[] = [];
  const problems: { line: number; message: string }[] = [];
  const ignored = new Set<string>();
  for (const [index, lineText] of text.split(/\r\n|\n|\r/).entries()) {
    if (lineText.trim() === "") continue;
    const device = objectIn(lineText);
    if (!device) {
      problems.push({ line: index + 1, message: `This is no JSON object.${columnOf(lineText)}` });
      continue;
    }
    lines.push({ line: index + 1, device });
    for (const name of Object.keys(device))
      if (ignored.size < mostIgnored && !knownMembers.has(name)) ignored.add(name);
  }
  return { lines, problems, ...(ignored.size > 0 && { ignored: [...ignored] }) };
}

function readTable(text: string): DeviceFile {
  const read = readCsv(text);
  if (read.problem !== undefined) return { problem: read.problem };
  const at = read.rows.slice(0, mostTitles + 1).findIndex((row) => hasAddress(columnsOf(row)));
  const header = read.rows[Math.max(at, 0)] ?? [];
  const names = columnsOf(header);
  if (at === -1)
    return {
      problem: `The first line has to name the columns: ${deviceColumns.join(", ")}. “pushid” or “subscription” is missing.`,
    };
  const lines: DeviceLine[] = [];
  const problems = read.lines
    .slice(0, at)
    .map((line) => ({ line, message: "This line is above the names of the columns." }));
  const rows = read.rows.slice(at + 1);
  for (const [index, row] of rows.entries()) {
    const line = read.lines[at + 1 + index] ?? 0;
    if (row.every(isBlank)) continue;
    const device = deviceIn(row, names);
    if (typeof device === "string") problems.push({ line, message: device });
    else lines.push({ line, device });
  }
  const ignored = ignoredColumns(header, names, rows);
  return { lines, problems, ...(ignored.length > 0 && { ignored }) };
}

function hasAddress(names: readonly (DeviceColumn | undefined)[]): boolean {
  return names.includes("pushid") || names.includes("subscription");
}

/**
 * What is read from each column, undefined for nothing: of two for the same, the one that is really
 * called so, else the first.
 */
function columnsOf(header: readonly string[]): (DeviceColumn | undefined)[] {
  return header.map((title, at) => {
    const deviceColumn = deviceColumns.find((name) => name === columnKey(title));
    const exact = header.findIndex((other) => other.trim() === deviceColumn);
    const first =
      exact === -1 ? header.findIndex((other) => columnKey(other) === deviceColumn) : exact;
    return first === at ? deviceColumn : undefined;
  });
}

/**
 * The columns that nothing is read from, but those that an export has for people; one without a
 * name only when it has values.
 */
function ignoredColumns(
  header: readonly string[],
  names: readonly (DeviceColumn | undefined)[],
  rows: readonly (readonly string[])[],
): string[] {
  return header.flatMap((title, at) => {
    if (
      names[at] !== undefined ||
      exportedColumns.some((name) => columnKey(name) === columnKey(title))
    )
      return [];
    if (!isBlank(title)) return [title.trim()];
    return rows.every((row) => isBlank(row[at])) ? [] : [`Column ${at + 1}`];
  });
}

/** The device of a row, or why there is none. */
function deviceIn(
  row: readonly string[],
  names: readonly (DeviceColumn | undefined)[],
): Record<string, unknown> | string {
  // Spreadsheets end lines with separators of columns that are empty.
  if (!row.slice(names.length).every(isBlank))
    return `The line ${widthFault(row.length, names.length)}; put a value that contains the separator in quotation marks.`;
  const cells = names.flatMap((name, at) =>
    name === undefined || isBlank(row[at]) ? [] : [[name, (row[at] ?? "").trim()] as const],
  );
  for (const [name, cell] of cells) {
    const fault = idColumns.has(name)
      ? (damageOf(cell) ?? (name === "pushid" ? undefined : lineFault(withoutEdges(cell))))
      : undefined;
    if (fault !== undefined) return `${name}: ${fault}.`;
  }
  const device = Object.fromEntries(cells);
  const { subscription: subscriptionText } = device;
  if (subscriptionText === undefined) return device;
  const subscription = objectIn(subscriptionText);
  return subscription ? { ...device, subscription } : "subscription: is no JSON object.";
}

/** Where a line stops being JSON; nothing where it is JSON, but no object. */
function columnOf(line: string): string {
  const fault = jsonFault(line);
  return fault
    ? ` Column ${fault.column}: expected ${fault.expected}${fault.actual ? `, not ${fault.actual.name}. ${fault.actual.remedy}` : "."}`
    : "";
}

function isBlank(cell = ""): boolean {
  return withoutEdges(cell) === "";
}

function objectIn(text: string): Record<string, unknown> | undefined {
  const body = readJsonText(text);
  return "value" in body ? body.value : undefined;
}

/** In UTF-16 units of JSON: well below what a server action takes. */
const mostText = 300_000;

/** The lines in parts that one call takes each. */
export function* inParts(lines: readonly DeviceLine[]): Generator<DeviceLine[], void, undefined> {
  let part: DeviceLine[] = [];
  let size = 0;
  for (const line of lines) {
    const own = JSON.stringify(line).length;
    if (part.length === mostImported || (part.length > 0 && size + own > mostText)) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(line);
    size += own;
  }
  if (part.length > 0) yield part;
}
