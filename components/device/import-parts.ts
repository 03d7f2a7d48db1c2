import { mostImported } from "@/lib/inputs/registered-devices";
import type { DeviceLine } from "./read-device-file";

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
