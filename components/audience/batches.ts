import { mostRecipientsInCall, type AudienceRecipientInput } from "@/lib/inputs/audience";
import { utf8Bytes } from "@/lib/interface/bytes";
import type { Mapping } from "./columns";
import { readRow } from "./examine-rows";
import type { SourceRow } from "./source";

/** Bytes of one call at most; the server takes a million. */
const mostBytes = 600_000;

/** The recipients that rows name, in parts that one call takes. Rows that cannot be read are left out: they were listed before. */
export async function* batchesOf(
  rows: AsyncIterable<SourceRow>,
  mapping: Mapping,
): AsyncGenerator<AudienceRecipientInput[], void, undefined> {
  let part: AudienceRecipientInput[] = [];
  let bytes = 0;
  for await (const row of rows) {
    const read = readRow(row, mapping);
    if ("why" in read) continue;
    const size = utf8Bytes(JSON.stringify(read.recipient));
    if (part.length === mostRecipientsInCall || (part.length > 0 && bytes + size > mostBytes)) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(read.recipient);
    bytes += size;
  }
  if (part.length > 0) yield part;
}
