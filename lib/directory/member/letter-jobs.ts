import { z } from "zod";
import type { Sql } from "@/lib/database/sql";
import { enqueue, type JobDefinition } from "@/lib/work/jobs";

/**
 * A letter about an account: the link that was asked for with an address, or word of a new
 * password.
 */
export type AccountLetter =
  | { of: "reset"; email: string; client: string | null; at: string }
  | { of: "changed"; memberId: string; client: string | null; at: string };

const common = { client: z.string().nullable(), at: z.string() };

/** Letters about accounts. They wake with the lane `notices`. */
export const letterJob: JobDefinition<AccountLetter> = {
  kind: "account.letter",
  data: z.discriminatedUnion("of", [
    z.object({ of: z.literal("reset"), email: z.string(), ...common }),
    z.object({ of: z.literal("changed"), memberId: z.string(), ...common }),
  ]),
  lane: "notices",
  line: (letter) => (letter.of === "reset" ? letter.email : letter.memberId),
};

/**
 * Queues a letter that confirms a new password to its member, where the installation sends e-mail.
 * Wake `notices` after the commit.
 */
export async function queuePasswordLetter(
  tx: Sql,
  memberId: string,
  client: string | null,
): Promise<void> {
  await enqueue(tx, letterJob, { of: "changed", memberId, client, at: new Date().toISOString() });
}
