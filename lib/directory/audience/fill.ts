import { createHash } from "node:crypto";
import { assertRole, type Actor, type Member } from "@/lib/auth/member";
import { isId, newId } from "@/lib/database/id";
import { database, type Sql } from "@/lib/database/sql";
import { firstMentions } from "@/lib/interface/first-mention";
import {
  audienceRecipientsSchema,
  audienceSchema,
  mostParameters,
  mostRecipients,
  type AudienceInput,
  type AudienceRecipientInput,
} from "@/lib/inputs/audience";
import { sentenceOf } from "@/lib/inputs/arguments";
import type { PlannedRecipient } from "@/lib/plan/requests";
import { widest } from "@/lib/plan/widest";
import { audit } from "../audit";
import { AudienceError, summarySchema, type AudienceSummary } from "./rows";

/**
 * Begins a list; it can be chosen once it was filled with {@link addRecipients} and then closed with {@link finishAudience}. Returns its id. Throws `ForbiddenError` below
 * marketer, {@link AudienceError} for an unknown app or a name that cannot be kept.
 */
export async function createAudience(member: Member, input: AudienceInput): Promise<string> {
  assertRole(member, "marketer");
  const parsed = audienceSchema.safeParse(input);
  if (!parsed.success) throw new AudienceError(sentenceOf(parsed.error, "The list"));
  const { appid, name, test } = parsed.data;
  const id = newId();
  // Of those that were begun and never closed nobody knows.
  await database().query("DELETE FROM audience WHERE created_by = $1 AND ready_at IS NULL AND created_at < now() - interval '1 day'", [
    member.id,
  ]);
  const rows = await database().query(
    `INSERT INTO audience (id, service_id, name, test, created_by) SELECT $1, a.service_id, $3, $4, $5 FROM app a WHERE a.appid = $2 RETURNING 1`,
    [id, appid, name, test, member.id],
  );
  if (rows.length === 0) throw new AudienceError("Choose an app: a list belongs to its service.");
  await refuseTaken(database(), id);
  return id;
}

/**
 * Adds recipients behind those that are there, each once: one that is named again keeps its first values. At most 2,000 a call and 500,000 in all.
 *
 * @throws {AudienceError} when a recipient cannot be read, the list is full, or it is in use already
 */
export async function addRecipients(
  member: Member,
  id: string,
  input: readonly AudienceRecipientInput[],
): Promise<{ added: number; repeats: number }> {
  assertRole(member, "marketer");
  const parsed = audienceRecipientsSchema.safeParse(input);
  if (!parsed.success) throw new AudienceError(sentenceOf(parsed.error, "Recipient"));
  const recipients = withoutRepeats(parsed.data);
  const added = await database().transaction(async (tx) => {
    const filling = await beingFilled(tx, id);
    return insertRecipients(tx, id, filling, recipients);
  });
  return { added, repeats: input.length - added };
}

/**
 * Makes a whole list of at most 2,000 recipients in one go, ready to be chosen. Returns its id. Rights and names are the caller's to check.
 *
 * @throws {AudienceError} when a recipient cannot be read or there is none
 */
export async function storeAudience(
  tx: Sql,
  actor: Actor,
  list: { serviceId: string; name: string; test: boolean; recipients: readonly AudienceRecipientInput[] },
): Promise<string> {
  const parsed = audienceRecipientsSchema.safeParse(list.recipients);
  if (!parsed.success) throw new AudienceError(sentenceOf(parsed.error, "Recipient"));
  const { serviceId, name, test } = list;
  const id = newId();
  const by = actor.kind === "member" ? actor.member.id : null;
  await tx.query("INSERT INTO audience (id, service_id, name, test, created_by) VALUES ($1, $2, $3, $4, $5)", [
    id,
    serviceId,
    name,
    test,
    by,
  ]);
  await insertRecipients(tx, id, await beingFilled(tx, id), withoutRepeats(parsed.data));
  await close(tx, actor, id);
  return id;
}

/**
 * Closes a list: from here on it can be chosen, and never changes. Returns how many recipients it has. Throws {@link AudienceError} when it is empty or its
 * name is taken.
 */
export async function finishAudience(member: Member, id: string): Promise<number> {
  assertRole(member, "marketer");
  return database().transaction((tx) => close(tx, { kind: "member", member }, id));
}

async function close(tx: Sql, actor: Actor, id: string): Promise<number> {
  const { recipients, serviceId, name, test } = await beingFilled(tx, id);
  if (recipients === 0) throw new AudienceError("The list has no recipients.");
  await refuseTaken(tx, id);
  await tx.query("UPDATE audience SET ready_at = now() WHERE id = $1", [id]);
  await audit(tx, actor, "audience.create", id, serviceId, { name, recipients, test });
  return recipients;
}

/** Adds recipients to a list that is locked; answers how many were not there yet. */
async function insertRecipients(
  tx: Sql,
  id: string,
  { recipients: before, summary }: Filling,
  recipients: readonly PlannedRecipient[],
): Promise<number> {
  if (before + recipients.length > mostRecipients)
    throw new AudienceError(`A list takes at most ${mostRecipients.toLocaleString("en")} recipients.`);
  const rows = await tx.query<{ n: number }>(
    `WITH fresh AS (
       SELECT t, d, decode(h, 'hex') AS h, p, n, row_number() OVER (ORDER BY n)::int AS place
       FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY AS r(t, d, h, p, n)
       WHERE NOT EXISTS (SELECT 1 FROM audience_recipient x WHERE x.audience_id = $1 AND x.destination_type = r.t AND x.hash = decode(r.h, 'hex'))
     ), added AS (
       INSERT INTO audience_recipient (audience_id, destination_type, destination, hash, parameters, position)
       SELECT $1, t, d, h, p::jsonb, $2::int + place - 1 FROM fresh
     )
     SELECT n::int FROM fresh ORDER BY n`,
    [
      id,
      before,
      recipients.map(({ type }) => type),
      recipients.map((recipient) => recipient.id),
      recipients.map((recipient) => createHash("sha256").update(recipient.id).digest("hex")),
      recipients.map(({ parameters }) => JSON.stringify(parameters)),
    ],
  );
  const fresh = rows.flatMap(({ n }) => recipients[n - 1] ?? []);
  await tx.query("UPDATE audience SET recipients = recipients + $2, summary = $3::jsonb WHERE id = $1", [
    id,
    fresh.length,
    JSON.stringify(summed(summary, fresh)),
  ]);
  return fresh.length;
}

/** Throws {@link AudienceError} when another list of the service has the name of this one: asked before it is filled, when it is closed and when it is renamed. */
export async function refuseTaken(sql: Sql, id: string): Promise<void> {
  const [taken] = await sql.query<{ name: string }>(
    `SELECT l.name FROM audience l JOIN audience o ON o.service_id = l.service_id AND lower(o.name) = lower(l.name) AND o.id <> l.id
     WHERE l.id = $1 AND o.ready_at IS NOT NULL AND o.removed_at IS NULL LIMIT 1`,
    [id],
  );
  if (taken) throw new AudienceError(`There is a list named “${taken.name}” already. Choose another name.`);
}

interface Filling {
  serviceId: string;
  name: string;
  test: boolean;
  recipients: number;
  summary: AudienceSummary;
}

async function beingFilled(tx: Sql, id: string): Promise<Filling> {
  const [row] = isId(id)
    ? await tx.query<Omit<Filling, "summary"> & { summary: unknown }>(
        `SELECT service_id AS "serviceId", name, test, recipients, summary FROM audience WHERE id = $1 AND ready_at IS NULL FOR UPDATE`,
        [id],
      )
    : [];
  if (!row) throw new AudienceError("This list is not being filled.");
  return { ...row, summary: summarySchema.parse(row.summary) };
}

function summed(before: AudienceSummary, added: readonly PlannedRecipient[]): AudienceSummary {
  const kinds = { ...before.kinds };
  const names = new Set(before.parameters);
  for (const { type, parameters } of added) {
    kinds[type] = (kinds[type] ?? 0) + 1;
    for (const name of Object.keys(parameters)) names.add(name);
  }
  if (names.size > mostParameters) throw new AudienceError(`A list takes at most ${mostParameters} different parameters.`);
  const plain = widest(before.widest, added).map(({ type, id, parameters }) => ({ type, id, parameters }));
  return { kinds, parameters: [...names], widest: plain };
}

function withoutRepeats(recipients: readonly PlannedRecipient[]): PlannedRecipient[] {
  const isFirst = firstMentions();
  return recipients.filter(({ type, id }) => isFirst(type, id));
}
