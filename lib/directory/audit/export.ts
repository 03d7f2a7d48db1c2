import { database } from "@/lib/database/sql";
import { auditFilterSchema } from "@/lib/inputs/audit";
import { verb } from "@/lib/verb/verb";
import { csvParts, partRows, type FileInParts } from "../csv-parts";
import {
  narrowed,
  readEvents,
  scopeOf,
  sentenceOfRow,
  whoOf,
  type AuditFilter,
  type StoredEventRow,
} from "./rows";

/** So many are handed out at most, the newest. */
const mostRows = 100_000;

const columns = [
  "event",
  "time",
  "who",
  "email",
  "address",
  "what",
  "action",
  "object",
  "details",
  "hash",
];

/**
 * Hands out the events of a filter as a CSV file, the newest first, at most 100,000; times in ISO
 * 8601 UTC. Its parts are read as they are asked for.
 */
export const exportAudit = verb({
  action: "audit.export",
  input: auditFilterSchema,
  service: scopeOf,
  run: async (_given, filter) => {
    const {
      serviceId,
      installation,
      person = null,
      group = null,
      object = null,
      text,
      within,
    } = filter;
    const row = { name: "audit log", parts: partsOf(filter) };
    return {
      row,
      entity: installation ? "installation" : serviceId,
      event: { within, person, group, object, searched: Boolean(text) },
    };
  },
});

async function* partsOf(filter: AuditFilter): FileInParts["parts"] {
  const narrowedFilter = await narrowed(database(), filter);
  const read = (last: StoredEventRow | undefined) => {
    const place = last && { key: String(last.at.getTime()), id: last.id };
    return readEvents(database(), narrowedFilter, { place, back: false, limit: partRows });
  };
  yield* csvParts(columns, read, lineOf, mostRows);
}

function lineOf(row: StoredEventRow): string[] {
  const { seq, at, email, address, action, entityId, snapshot, hash } = row;
  return [
    String(seq),
    at.toISOString(),
    whoOf(row),
    email ?? "",
    address ?? "",
    sentenceOfRow(row),
    action,
    entityId,
    snapshot,
    hash,
  ];
}
