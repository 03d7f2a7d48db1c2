import { takePasskey } from "@/lib/auth/passkey";
import { takeCode } from "@/lib/auth/second-factor";
import { takeSessionChallenge } from "@/lib/auth/session-challenge";
import { countTry } from "@/lib/auth/throttle";
import { repeatedTransaction } from "@/lib/database/repeat";
import type { Sql } from "@/lib/database/sql";
import type { Actor } from "@/lib/policy/can";
import { rejectInput } from "@/lib/verb/errors";
import { provePassword } from "../member/change-self";

/**
 * How the user of an open session shows that they are its member: by password, and by a code or a
 * passkey.
 */
export interface Proof {
  current: string;
  code: string;
  /** What a passkey signed, in place of the code. */
  passkey?: string | undefined;
}

/**
 * Does something for a member who has shown both, in the transaction that uses the code up. Tries
 * are counted before they are looked at: after five wrong codes each costs a pause, of users that
 * are signed in as that member alone. Throws `RefusedError`, at `current` or `code`.
 */
export async function provenTwice<R>(
  actor: Actor,
  { current, code, passkey }: Proof,
  run: (tx: Sql, memberId: string) => Promise<R>,
): Promise<R> {
  const id = await provePassword(actor, current);
  const counted = await countTry([
    { name: `code-of:${id}`, free: 5, longestSeconds: 900, cleared: true },
  ]);
  if (!counted.ok)
    rejectInput(`Too many wrong codes. Try again in ${counted.seconds} seconds.`, "/code");
  const challenge =
    passkey === undefined || actor.kind !== "member"
      ? undefined
      : await takeSessionChallenge(actor.sessionId);
  const done = await repeatedTransaction(async (tx) => {
    if (passkey === undefined) {
      if (!(await takeCode(tx, id, code)))
        rejectInput("Wrong code. Each code works once: wait for the next one.", "/code");
    } else if (
      challenge === undefined ||
      (await takePasskey(tx, passkey, challenge, id)) === undefined
    )
      rejectInput("The passkey was not accepted. Try again.", "/code");
    return run(tx, id);
  });
  await counted.right();
  return done;
}
