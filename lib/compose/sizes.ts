import { providerNames, type ProviderKind } from "@/lib/interface/device-kinds";
import type { JsonValue } from "@/lib/interface/effective";
import { parseJson, writeJson } from "@/lib/interface/exact-json";
import { PAYLOAD_BYTES } from "@/lib/interface/limits";
import { utf8Bytes } from "@/lib/interface/text";
import type { ProviderRequest } from "@/lib/payload/provider-request";
import type { RequestExamination } from "./examine";
import { numberText } from "./number-text";

/** The size of one thing that is sent, in UTF-8 bytes, and what it may be. */
export interface SizeRow {
  what: "request" | ProviderKind;
  label: string;
  bytes: number;
  limit: number;
  /** The recipient that is sent so much, when each is sent something of its own. */
  who?: string;
}

type Sizes = Pick<RequestExamination, "countedBytes" | "drawn">;

/** An examined message: its own sizes, those of its recipients, or the longest that it allows. */
interface SizedRequest extends Sizes {
  candidates?: readonly { who: string; examined: Sizes }[];
  longest?: readonly SizeRow[] | undefined;
}

/**
 * The request and the largest payload of each provider it goes to; of those to several recipients
 * the largest.
 */
export function sizeRows(view: SizedRequest): readonly SizeRow[] {
  const { candidates = [], longest } = view;
  if (longest) return longest;
  if (candidates.length === 0) return rowsOf(view);
  const rows = candidates.flatMap(({ who, examined }) =>
    rowsOf(examined).map((row) => ({ ...row, who })),
  );
  const largest = new Map<string, SizeRow>();
  for (const row of rows)
    if (row.bytes > (largest.get(row.what)?.bytes ?? -1)) largest.set(row.what, row);
  return [...largest.values()];
}

/** The row of a request of so many bytes that count. */
export function requestRow(bytes: number): SizeRow {
  return { what: "request", label: "Request", bytes, limit: PAYLOAD_BYTES };
}

/** The row of what one provider is sent. */
export function rowOfPayload({
  provider,
  bytes,
  limit,
}: Pick<ProviderRequest, "provider" | "bytes" | "limit">): SizeRow {
  return { what: provider, label: providerNames[provider], bytes, limit };
}

function rowsOf({ countedBytes, drawn }: Sizes): SizeRow[] {
  const rows: SizeRow[] = [requestRow(countedBytes)];
  for (const { request } of Object.values(drawn)) {
    const row = rows.find(({ what }) => what === request.provider);
    if (!row) rows.push(rowOfPayload(request));
    else if (request.bytes > row.bytes) row.bytes = request.bytes;
  }
  return rows;
}

/** The row that is nearest to its limit, or furthest beyond it. */
export function largestOf(rows: readonly SizeRow[]): SizeRow | undefined {
  return rows.toSorted((one, other) => other.bytes / other.limit - one.bytes / one.limit)[0];
}

/** Whether a thing is larger than it may be. */
export function isOver({ bytes, limit }: SizeRow): boolean {
  return bytes > limit;
}

/**
 * What to do about a size: a sentence when it is beyond its limit, a word of warning from nine
 * tenths on.
 */
export function sizeAdvice({ what, label, bytes, limit }: SizeRow): string | undefined {
  const over = bytes - limit;
  if (over > 0 && what === "request")
    return `The request is ${bytesText(over)} too large. Shorten a text or a link, or name fewer recipients in one request.`;
  if (over > 0)
    return `The ${label} payload is ${bytesText(over)} too large. Shorten its text, or take out a link.`;
  if (bytes > limit * 0.9)
    return `${bytesText(limit - bytes)} left of ${label === "Request" ? "the request" : `the ${label} payload`}.`;
  return undefined;
}

/** "1 byte", "1,024 bytes". */
export function bytesText(bytes: number): string {
  return `${numberText(bytes)} ${bytes === 1 ? "byte" : "bytes"}`;
}

/** What one value of a request costs. */
export interface FieldCost {
  /** RFC 6901. */
  pointer: string;
  /** UTF-8 bytes of the member or element in the body, its name and punctuation included. */
  bytes: number;
}

/**
 * The costliest values of a body, largest first: each text, number or list of identifiers that is
 * written somewhere.
 */
export function fieldCosts(body: string, most = 8): FieldCost[] {
  const costs: FieldCost[] = [];
  const walk = (value: unknown, pointer: string, own: number) => {
    const isIds = Array.isArray(value) && value.every((one) => typeof one === "string");
    if (typeof value !== "object" || value === null || isIds) {
      costs.push({ pointer, bytes: own + utf8Bytes(writeJson(value as JsonValue)) });
      return;
    }
    for (const [name, member] of Object.entries(value)) {
      // A colon counts for the member; commas count for no member.
      const named = Array.isArray(value) ? 0 : utf8Bytes(JSON.stringify(name)) + 1;
      walk(member, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, named);
    }
  };
  walk(parseJson(body, "everywhere"), "", 0);
  return costs.toSorted((one, other) => other.bytes - one.bytes).slice(0, most);
}
