import { enforcedFor } from "@/lib/auth/enforced";
import { memberIdOf } from "@/lib/auth/member";
import { hashPassword } from "@/lib/auth/password";
import { networkOf } from "@/lib/config/address-list";
import { newId } from "@/lib/database/id";
import { repeatedTransaction } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import { acceptSchema, joinSchema } from "@/lib/inputs/member";
import type { Membership } from "@/lib/policy/can";
import { rejectInput, unlessTaken } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { verbInSteps } from "@/lib/verb/verb";
import { invitationWorks } from "./invite";
import { deadLink, hashLinkToken, tryLink } from "./link-token";
import { readFields } from "./read-fields";

/** What an invitation says to who opens its link. */
export interface OpenInvitation extends Membership {
  email: string;
  /** Name of the service. */
  service: string;
  serviceId: string;
  /** Name of the member who sent it. */
  by: string;
  /**
   * Whether there is an account by that address: then its owner signs in, and no password is set.
   */
  hasAccount: boolean;
}

interface InvitedMembership extends Membership {
  email: string;
  serviceId: string;
}

/**
 * What a link invites to; undefined where it works no longer, for any reason. Throws `RefusedError`
 * while its asker has to pause.
 *
 * @param client the client's address
 */
export async function openInvitation(
  token: string,
  client: string,
): Promise<OpenInvitation | undefined> {
  return tryLink(networkOf(client), token, (hash) => lookUp(database(), hash));
}

async function lookUp(
  sql: Sql,
  hash: Uint8Array<ArrayBuffer>,
): Promise<OpenInvitation | undefined> {
  const [row] = await sql.query<OpenInvitation>(
    `SELECT i.email, i.role::text AS role, i.may_send AS "maySend", i.may_approve AS "mayApprove", s.name AS service, s.id AS "serviceId", m.name AS by,
       EXISTS (SELECT 1 FROM member a WHERE a.email = i.email) AS "hasAccount"
     FROM invitation i JOIN service s ON s.id = i.service_id JOIN member m ON m.id = i.created_by WHERE i.token_hash = $1 AND ${invitationWorks}`,
    [hash],
  );
  return row;
}

/**
 * Uses an invitation up: of two who do so at once one finds it, by the one statement that also says
 * what it was. Throws {@link deadLink}.
 */
async function take(tx: Sql, token: string): Promise<InvitedMembership> {
  const [invitation] = await tx.query<InvitedMembership>(
    `DELETE FROM invitation i WHERE i.token_hash = $1 AND ${invitationWorks}
     RETURNING i.email, i.service_id AS "serviceId", i.role::text AS role, i.may_send AS "maySend", i.may_approve AS "mayApprove"`,
    [hashLinkToken(token)],
  );
  if (!invitation) throw deadLink();
  return invitation;
}

async function enter(
  tx: Sql,
  memberId: string,
  { serviceId, role, maySend, mayApprove }: InvitedMembership,
): Promise<void> {
  await tx.prisma.membership.createMany({
    data: [{ memberId, serviceId, role, maySend, mayApprove }],
    skipDuplicates: true,
  });
}

const signInFirst =
  "An account with this address already exists. Load the page again and sign in to accept.";

/**
 * Makes an account and brings it into the service: by the link alone, for an address that has no
 * account. Where there is one it is refused: no invitation sets the password of an account. Returns
 * the address to sign in with. Its caller has counted the try.
 */
const makeInvited = verbInSteps({
  action: "invitation.accept",
  input: acceptSchema,
  service: noService,
  run: async ({ audit }, { token, name, password }) => {
    // Not in the transaction, as with the first owner.
    const passwordHash = await hashPassword(password);
    return repeatedTransaction(async (tx) => {
      const { serviceId, email, ...place } = await take(tx, token);
      const id = newId();
      await unlessTaken(
        tx.prisma.member.create({ data: { id, email, name, passwordHash }, select: { id: true } }),
        signInFirst,
      );
      await enter(tx, id, { serviceId, email, ...place });
      await audit(tx, id, { email, ...place }, serviceId);
      return { row: { email } };
    });
  },
});

/**
 * Accepts an invitation and creates an account. Throws `RefusedError`: a link that works no longer,
 * a pause, an address that has an account.
 *
 * @param input what came over the line; it may be anything
 * @param client the client's address
 */
export async function acceptInvitation(input: unknown, client: string): Promise<{ email: string }> {
  const fields = readFields(acceptSchema, input);
  // Checked before the password is hashed, which is slow by design.
  const open = await openInvitation(fields.token, client);
  if (!open) throw deadLink();
  if (open.hasAccount) rejectInput(signInFirst);
  const provider = await enforcedFor(open.email);
  if (provider)
    rejectInput(
      `Addresses of this domain sign in with ${provider.name}, without a password. Load the page again to continue.`,
    );
  return makeInvited({ actor: { kind: "job", name: "invitation" } }, fields);
}

/**
 * Adds the signed-in member to the service that they were invited to: with an account, by the link
 * and the session both. Refused for an invitation that is another's. Who is in the service already
 * stays what they are there. Returns the service's id.
 */
export const joinService = verbInSteps({
  action: "service.join",
  input: joinSchema,
  service: noService,
  run: async ({ actor, audit }, { token }) => {
    const id = memberIdOf(actor) ?? rejectInput("Only a person can accept an invitation.");
    const open = await tryLink(`member ${id}`, token, (hash) => lookUp(database(), hash));
    if (!open) throw deadLink();
    return repeatedTransaction(async (tx) => {
      const { serviceId, email, ...place } = await take(tx, token);
      const self = await tx.prisma.member.findUnique({ where: { id }, select: { email: true } });
      // Thrown, it gives the invitation back.
      if (self?.email !== email)
        rejectInput(
          "This invitation is for another address. Sign in with the address that was invited.",
        );
      await enter(tx, id, { serviceId, email, ...place });
      await audit(tx, id, { email, ...place }, serviceId);
      return { row: { serviceId } };
    });
  },
});
