import { memberIdOf } from "@/lib/auth/member";
import {
  authenticationOptions,
  readRegistration,
  registrationOptions,
  relyingParty,
} from "@/lib/auth/passkey";
import { noteSessionChallenge, takeSessionChallenge } from "@/lib/auth/session-challenge";
import { isId, newId } from "@/lib/database/id";
import { repeatedTransaction } from "@/lib/database/repeat";
import { database } from "@/lib/database/sql";
import { nothingSchema } from "@/lib/inputs/row";
import {
  addPasskeySchema,
  currentPasswordSchema,
  removePasskeySchema,
  renamePasskeySchema,
} from "@/lib/inputs/second-factor";
import type { Actor } from "@/lib/policy/can";
import { rejectInput } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { verb, verbInSteps } from "@/lib/verb/verb";
import { view } from "@/lib/verb/view";
import { provePassword } from "../member/change-self";
import { dropIdleCodes, endElsewhere, firstRecoveryCodes } from "./changed";
import { provenTwice } from "./prove";

const gone = "This passkey was removed. Load the page again.";

const mostPasskeys = 20;

/**
 * Returns the options with which a browser creates a passkey, with the password of the session.
 * Nothing counts until `addPasskey` was given it.
 */
export const beginOwnPasskey = verbInSteps({
  action: "ownPasskey.begin",
  input: currentPasswordSchema,
  service: noService,
  run: async ({ actor }, { current }) => {
    const { party, session } = here(actor);
    const id = await provePassword(actor, current);
    const select = {
      id: true,
      email: true,
      name: true,
      _count: { select: { passkeys: true } },
    } as const;
    const member = await database().prisma.member.findUnique({ where: { id }, select });
    if (!member || member._count.passkeys >= mostPasskeys)
      return rejectInput(`You can have ${mostPasskeys} passkeys at most. Remove one first.`);
    const options = await registrationOptions(database(), member, party);
    await noteSessionChallenge(session, options.challenge);
    return { unchanged: options };
  },
});

/**
 * Stores a passkey that a browser created for the challenge of this session. Returns ten recovery
 * codes, which are shown once; null where the member has codes already. Ends every other session.
 */
export const addOwnPasskey = verbInSteps({
  action: "ownPasskey.add",
  input: addPasskeySchema,
  service: noService,
  run: async ({ actor, audit }, { name, passkey }) => {
    const { session } = here(actor);
    const id = memberIdOf(actor) ?? "";
    const challenge = await takeSessionChallenge(session);
    const registration =
      challenge === undefined ? undefined : await readRegistration(passkey, challenge);
    if (!registration)
      return rejectInput("The passkey was not accepted, or the attempt expired. Try again.");
    return repeatedTransaction(async (tx) => {
      await tx.query("SELECT 1 FROM member WHERE id = $1 FOR UPDATE", [id]);
      const inserted = await tx.query(
        `INSERT INTO passkey (id, member_id, name, credential_id, public_key, counter, transports)
         SELECT $1, $2, $3, $4, $5, $6::bigint, $7::text[] WHERE (SELECT count(*) FROM passkey WHERE member_id = $2) < ${mostPasskeys}
         ON CONFLICT (credential_id) DO NOTHING RETURNING 1`,
        [
          newId(),
          id,
          name,
          registration.credentialId,
          registration.publicKey,
          registration.counter,
          registration.transports,
        ],
      );
      if (inserted.length === 0) return rejectInput("This passkey is already registered.");
      const codes = await firstRecoveryCodes(tx, id);
      await endElsewhere(tx, actor, id);
      await audit(tx, id, { name });
      return { row: { codes } };
    });
  },
});

/** Renames a passkey of the signed-in member. */
export const renameOwnPasskey = verb({
  action: "ownPasskey.rename",
  input: renamePasskeySchema,
  service: noService,
  run: async ({ tx, actor }, { id, name }) => {
    const memberId = memberIdOf(actor) ?? rejectInput("Only a person has an account.");
    const [row] = isId(id)
      ? await tx.query<{ name: string }>(
          "SELECT name FROM passkey WHERE id = $1 AND member_id = $2 FOR UPDATE",
          [id, memberId],
        )
      : [];
    if (!row) return rejectInput(gone);
    if (row.name === name) return { unchanged: null };
    await tx.query("UPDATE passkey SET name = $2 WHERE id = $1", [id, name]);
    return { row: null, entity: memberId, event: { name } };
  },
});

/**
 * Returns the challenge that a passkey of the signed-in member signs, in place of a code, where one
 * is asked for.
 */
export const askOwnPasskey = view({
  action: "ownPasskey.add",
  input: nothingSchema,
  service: noService,
  run: async ({ sql, actor }) => {
    const { party, session } = here(actor);
    const options = await authenticationOptions(sql, memberIdOf(actor) ?? "", party);
    await noteSessionChallenge(session, options.challenge);
    return options;
  },
});

/**
 * Removes a passkey of the signed-in member, with the password and a code. With the last second
 * factor the recovery codes go. Every other session ends.
 */
export const removeOwnPasskey = verbInSteps({
  action: "ownPasskey.remove",
  input: removePasskeySchema,
  service: noService,
  run: async ({ actor, audit }, { id: passkeyId, ...proof }) =>
    provenTwice(actor, proof, async (tx, id) => {
      const [removed] = isId(passkeyId)
        ? await tx.query<{ name: string }>(
            "DELETE FROM passkey WHERE id = $1 AND member_id = $2 RETURNING name",
            [passkeyId, id],
          )
        : [];
      if (!removed) return rejectInput(gone);
      await dropIdleCodes(tx, id);
      await endElsewhere(tx, actor, id);
      await audit(tx, id, { name: removed.name });
      return { row: null };
    }),
});

function here(actor: Actor) {
  if (actor.kind !== "member" || actor.sessionId === undefined)
    return rejectInput("Sign in to use passkeys.");
  const party =
    relyingParty() ?? rejectInput("Passkeys require a host name with https in the setting ORIGIN.");
  return { party, session: actor.sessionId };
}
