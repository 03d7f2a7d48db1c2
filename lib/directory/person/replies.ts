import type { Sql } from "@/lib/database/sql";
import { needlesOf, type Person } from "./person";
import { cleanDraft } from "./scrub";

/** Records of one transaction. */
const batch = 500;

interface StoredReply {
  key: string;
  reply: Uint8Array;
}
interface AcceptedReply {
  code: string;
  transid: string;
  description: string;
  correlationid?: string;
}

/**
 * Takes a person out of the next replies that are stored for idempotency keys: of a message that
 * was cleaned, its reply says no more than its row; a refusal loses their ids. A record whose key
 * names them is deleted. Returns the key to go on behind, null where there are no more.
 */
export async function cleanReplies(tx: Sql, person: Person, after: string): Promise<string | null> {
  const rows = await tx.query<StoredReply>(
    `SELECT key, reply FROM idempotency_record WHERE service_id = $1 AND key COLLATE "C" > $2 ORDER BY key COLLATE "C" LIMIT ${batch}`,
    [person.serviceId, after],
  );
  const needles = needlesOf(person);
  const named = rows.filter(({ key }) =>
    needles.some((text) => key.includes(text) || writtenKey(key).includes(text)),
  );
  await tx.query("DELETE FROM idempotency_record WHERE service_id = $1 AND key = ANY($2::text[])", [
    person.serviceId,
    named.map(({ key }) => key),
  ]);
  const correlationids = await correlationidsOf(tx, rows);
  for (const { key, reply } of rows) {
    const text = Buffer.from(reply).toString("utf8");
    const clean = cleanReply(text, person, correlationids);
    if (clean !== text)
      await tx.query(
        "UPDATE idempotency_record SET reply = $3 WHERE service_id = $1 AND key = $2",
        [person.serviceId, key, Buffer.from(clean)],
      );
  }
  return rows.length < batch ? null : (rows.at(-1)?.key ?? null);
}

/** A key as the program wrote it: a header is stored with one character for each byte. */
function writtenKey(key: string): string {
  return Buffer.from(key, "latin1").toString("utf8");
}

/** By transid, the correlation id that is still stored of a message. */
async function correlationidsOf(
  tx: Sql,
  rows: readonly StoredReply[],
): Promise<Map<string, string>> {
  const transids = rows.flatMap(
    ({ reply }) => acceptedIn(Buffer.from(reply).toString("utf8"))?.transid ?? [],
  );
  const messages = await tx.query<{ id: string; correlationid: string }>(
    "SELECT id, correlationid FROM message WHERE id = ANY($1::uuid[])",
    [transids],
  );
  return new Map(messages.map(({ id, correlationid }) => [id, correlationid]));
}

function cleanReply(
  text: string,
  person: Person,
  correlationids: ReadonlyMap<string, string>,
): string {
  const accepted = acceptedIn(text);
  if (!accepted) return cleanDraft(text, person);
  const { code, transid, description, correlationid = "" } = accepted;
  const stored = correlationids.get(transid) ?? "";
  if (stored === correlationid && cleanDraft(text, person) === text) return text;
  return JSON.stringify({
    response: [{ code, transid, description, ...(stored !== "" && { correlationid: stored }) }],
  });
}

function acceptedIn(text: string): AcceptedReply | undefined {
  const { response } = JSON.parse(text) as { response: [AcceptedReply] | object };
  return Array.isArray(response) ? (response as [AcceptedReply])[0] : undefined;
}
