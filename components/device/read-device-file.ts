import { readCsv } from "@/components/form/csv";
import { damageOf } from "@/lib/inputs/spreadsheet-damage";
import { deviceColumns, mostFileLines } from "@/lib/inputs/device-file";
import { readJsonText } from "@/lib/interface/json";

/** Columns that a spreadsheet may have taken for numbers. */
const idColumns: ReadonlySet<string> = new Set(["userid", "deviceid", "pushid"]);

/** A line of a file that is to be a device. */
export interface DeviceLine {
  line: number;
  device: Record<string, unknown>;
}

/** What a file holds: lines, and those that cannot be read; or why all of it cannot. */
export type DeviceFile = { lines: DeviceLine[]; problems: { line: number; message: string }[] } | { problem: string };

/** Reads devices from CSV with a line of names, or from lines of JSON: which of them it is, it tells by how the text begins. */
export async function readDeviceFile(text: string): Promise<DeviceFile> {
  const plain = text.replace(/^\uFEFF/, "");
  const file = plain.trimStart().startsWith("{") ? readLines(plain) : await readTable(plain);
  if ("problem" in file) return file;
  const found = file.lines.length + file.problems.length;
  if (found === 0) return { problem: "There is no device in this file." };
  if (found > mostFileLines) return { problem: `A file takes at most ${mostFileLines.toLocaleString("en")} devices. Split it.` };
  return file;
}

function readLines(text: string): DeviceFile {
  const lines: DeviceLine[] = [];
  const problems: { line: number; message: string }[] = [];
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    if (written.trim() === "") continue;
    const device = objectIn(written);
    if (device) lines.push({ line: index + 1, device });
    else problems.push({ line: index + 1, message: "This is no JSON object." });
  }
  return { lines, problems };
}

async function readTable(text: string): Promise<DeviceFile> {
  const read = await readCsv(text);
  if (read.problem !== undefined) return { problem: read.problem };
  const [header = [], ...rows] = read.rows;
  const names = header.map((name) => name.trim().toLowerCase());
  if (!names.includes("pushid") && !names.includes("subscription"))
    return { problem: `The first line has to name the columns: ${deviceColumns.join(", ")}. “pushid” or “subscription” is missing.` };
  const lines: DeviceLine[] = [];
  const problems: { line: number; message: string }[] = [];
  for (const [index, row] of rows.entries()) {
    const line = read.lines[index + 1] ?? index + 2;
    const cells = names.flatMap((name, at) => {
      const cell = row[at] ?? "";
      return cell === "" || !deviceColumns.some((known) => known === name) ? [] : [[name, cell] as const];
    });
    const damaged = cells.find(([name, cell]) => idColumns.has(name) && damageOf(cell) !== undefined);
    if (damaged) {
      problems.push({ line, message: `${damaged[0]}: ${damageOf(damaged[1])}.` });
      continue;
    }
    const device: Record<string, unknown> = Object.fromEntries(cells);
    const { subscription } = device;
    const parsed = typeof subscription === "string" ? objectIn(subscription) : undefined;
    if (subscription !== undefined && !parsed) problems.push({ line, message: "subscription: is no JSON object." });
    else lines.push({ line, device: parsed ? { ...device, subscription: parsed } : device });
  }
  return { lines, problems };
}

function objectIn(text: string): Record<string, unknown> | undefined {
  const body = readJsonText(text);
  return "value" in body ? body.value : undefined;
}
