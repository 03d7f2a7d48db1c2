import { jsonSentence, readAnyJson } from "@/lib/interface/json";
import { pointerOf } from "@/lib/interface/pointer";
import {
  audienceRecipientSchema,
  mostLineBytes,
  mostRecipientsInCall,
  type AudienceRecipientInput,
} from "./audience";

/**
 * A line that is no recipient. The message names the line, counted from 1, the field and the fix.
 */
export class LineError extends Error {
  /** RFC 6901, into the lines as one array. */
  readonly pointer: string;
  constructor(line: number, why: string, path: readonly PropertyKey[] = []) {
    super(`Line ${line.toLocaleString("en")}: ${why}`);
    this.pointer = pointerOf([line - 1, ...path]);
  }
}

const lineBreak = 0x0a;
/**
 * A slice ends with the line that reaches so many bytes: values may be long, and one statement
 * stores them all.
 */
const mostSliceBytes = 1_000_000;
const shape = `must be an array with a type, an id and, where there are any, values, such as ["userid","maya",{"city":"Rome"}].`;

/**
 * Reads recipients as `recipientLine` wrote them, one on each line: slices of at most 2,000
 * recipients and about a million bytes, in their order. Each is read when it is asked for, so that
 * a body of any length holds nothing else up. The line break behind the last line may be left out.
 *
 * @throws {LineError} at the first line that is not UTF-8, not JSON, longer than 200,000 bytes or
 *   no recipient; slices before it have been returned
 */
export function* recipientSlices(
  bytes: Uint8Array,
): Generator<AudienceRecipientInput[], void, undefined> {
  let slice: AudienceRecipientInput[] = [];
  let [from, at, line] = [0, 0, 0];
  while (at < bytes.length) {
    const nextBreak = bytes.indexOf(lineBreak, at);
    const end = nextBreak < 0 ? bytes.length : nextBreak;
    line += 1;
    slice.push(readLine(bytes.subarray(at, end), line));
    at = end + 1;
    if (slice.length < mostRecipientsInCall && at - from < mostSliceBytes) continue;
    yield slice;
    slice = [];
    from = at;
  }
  if (slice.length > 0) yield slice;
}

function readLine(bytes: Uint8Array, line: number): AudienceRecipientInput {
  if (bytes.length > mostLineBytes)
    throw new LineError(line, `takes at most ${mostLineBytes.toLocaleString("en")} bytes.`);
  const read = readAnyJson(bytes);
  if (!("value" in read)) throw new LineError(line, jsonSentence(read.problems[0]));
  const { value } = read;
  if (!Array.isArray(value) || value.length < 2 || value.length > 3)
    throw new LineError(line, shape);
  const [type, id, parameters] = value as readonly unknown[];
  const parsed = audienceRecipientSchema.safeParse({ type, id, parameters });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [field = "", ...rest] = issue?.path ?? [];
  const place = ["type", "id", "parameters"].indexOf(String(field));
  throw new LineError(
    line,
    `${[field, ...rest].join(", ")}: ${issue?.message ?? shape}`,
    place < 0 ? [] : [place, ...rest],
  );
}
