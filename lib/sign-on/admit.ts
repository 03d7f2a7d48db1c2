import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { invitationWorks } from "@/lib/directory/member/invite";
import { isSendable } from "@/lib/interface/text";
import type { Actor, Membership } from "@/lib/policy/can";
import { writeEvent } from "@/lib/verb/audit";
import { applyPlaces, type Change } from "./apply-places";
import type { Connection } from "./connection";
import { SignOnError } from "./faults";
import { isOfDomains, placesOf, type Person } from "./person";

/** What a sign-in changes, members cannot change. */
const actor: Actor = { kind: "job", name: "sign-on" };

const twice = "They signed in twice at once.";

/** Who is let in, how, and what they are from now on. */
export interface Admission {
  memberId: string;
  email: string;
  sessionEpoch: number;
  /**
   * `existing`: linked earlier; `linked`: now, to the account with their address; `created`: with a
   * new account.
   */
  how: "existing" | "linked" | "created";
  changes: Change[];
}

interface AccountRow {
  id: string;
  email: string;
  sessionEpoch: number;
  disabled: boolean;
}

/**
 * Finds or creates the member of an identity, by issuer and subject alone once they are linked. The
 * first time it finds the account by its e-mail address: the provider must have verified it or be
 * trusted for it, and the address must be in one of the connection's domains. A user without an
 * account gets one by their groups, or by an invitation to that address. Then it sets their roles
 * by their groups. Throws {@link SignOnError} for a user who may not come in.
 */
export async function admit(
  tx: Sql,
  connection: Connection,
  person: Person,
  address: string | null,
): Promise<Admission> {
  const { issuer } = connection;
  const { subject, groups } = person;
  if (subject === "" || !isSendable(subject))
    throw new SignOnError("answer", "The provider sent no subject that can be stored.");
  const places = groups && placesOf(groups, connection.groups);
  const own = { tx, address, connection, subject };
  const linkedMember = await linkedTo(tx, issuer, subject);
  const email = linkedMember ? linkedMember.email : emailOf(connection, person);
  const before = linkedMember ?? (await withAddress(tx, email));
  if (before?.disabled === true)
    throw new SignOnError("disabled", `The account ${before.email} is disabled.`);
  if (before && !linkedMember) await link(own, before, false);
  const { member, changes: joined } = before
    ? { member: before, changes: [] }
    : await make(own, email, person.name, places);
  const changes = places ? await applyPlaces(tx, { actor, address }, member, places) : [];
  const how = linkedMember ? "existing" : before ? "linked" : "created";
  return {
    memberId: member.id,
    email: member.email,
    sessionEpoch: member.sessionEpoch,
    how,
    changes: [...joined, ...changes],
  };
}

/** Returns the e-mail address by which a member may be found or created. */
function emailOf({ domains, trustsEmails }: Connection, { email, verified }: Person): string {
  if (email === undefined) throw new SignOnError("email", "The provider sent no e-mail address.");
  if (!verified && !trustsEmails)
    throw new SignOnError(
      "unverified",
      `The provider does not say that ${email} is verified (claim email_verified).`,
    );
  if (!isOfDomains(email, domains))
    throw new SignOnError("domain", `${email} is not of a domain of this connection.`);
  return email;
}

async function linkedTo(tx: Sql, issuer: string, subject: string): Promise<AccountRow | undefined> {
  const [row] = await tx.query<AccountRow>(
    `SELECT m.id, m.email, m.session_epoch AS "sessionEpoch", m.disabled_at IS NOT NULL AS disabled
     FROM sign_on_account a JOIN member m ON m.id = a.member_id WHERE a.issuer = $1 AND a.subject = $2 FOR UPDATE OF m`,
    [issuer, subject],
  );
  return row;
}

async function withAddress(tx: Sql, email: string): Promise<AccountRow | undefined> {
  const [row] = await tx.query<AccountRow>(
    `SELECT m.id, m.email, m.session_epoch AS "sessionEpoch", m.disabled_at IS NOT NULL AS disabled FROM member m WHERE m.email = $1 FOR UPDATE`,
    [email],
  );
  return row;
}

interface Identity {
  tx: Sql;
  address: string | null;
  connection: Connection;
  subject: string;
}

async function link(
  { tx, address, connection, subject }: Identity,
  { id, email }: AccountRow,
  isNewAccount: boolean,
): Promise<void> {
  const { issuer, name } = connection;
  // The address now belongs to another identity, which is not this member.
  const [other] = await tx.query(
    "SELECT 1 FROM sign_on_account WHERE issuer = $1 AND member_id = $2",
    [issuer, id],
  );
  if (other)
    throw new SignOnError("other", `${email} is linked to another account of the provider.`);
  const linked = await tx.query(
    "INSERT INTO sign_on_account (issuer, subject, member_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1",
    [issuer, subject, id],
  );
  if (linked.length === 0) throw new SignOnError("busy", twice);
  await writeEvent(tx, {
    actor,
    action: "connection.link",
    serviceId: null,
    entity: id,
    payload: { email, connection: name, newAccount: isNewAccount },
    address,
  });
}

async function make(
  own: Identity,
  email: string,
  name: string,
  places: ReadonlyMap<string, Membership | null> | undefined,
): Promise<{ member: AccountRow; changes: Change[] }> {
  const { tx, address } = own;
  const invited = await tx.query<Membership & { serviceId: string }>(
    `DELETE FROM invitation i WHERE i.email = $1 AND ${invitationWorks}
     RETURNING i.service_id AS "serviceId", i.role::text AS role, i.may_send AS "maySend", i.may_approve AS "mayApprove"`,
    [email],
  );
  const byGroups = [...(places ?? [])].some(([, place]) => place !== null);
  if (invited.length === 0 && !byGroups)
    throw new SignOnError("uninvited", `${email} is in no group with a role, and was not invited.`);
  const member = { id: newId(), email, sessionEpoch: 0, disabled: false };
  // No password: they sign in by their provider, or by one that a reset link sets.
  const insertedRows = await tx.query(
    "INSERT INTO member (id, email, name, password_hash) VALUES ($1, $2, $3, '') ON CONFLICT DO NOTHING RETURNING 1",
    [member.id, email, name],
  );
  if (insertedRows.length === 0) throw new SignOnError("busy", twice);
  await link(own, member, true);
  // What groups say of a service counts for it.
  const byInvitation = invited.filter(({ serviceId }) => places?.has(serviceId) !== true);
  const changes = await applyPlaces(
    tx,
    { actor, address },
    member,
    new Map(byInvitation.map(({ serviceId, ...place }) => [serviceId, place])),
  );
  return { member, changes };
}
