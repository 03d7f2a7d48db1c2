import { countTry } from "@/lib/auth/throttle";
import { networkOf } from "@/lib/config/address-list";
import { setupSchema } from "@/lib/inputs/member";
import type { Actor } from "@/lib/policy/can";
import { refuse } from "@/lib/verb/errors";
import { makeOwner } from "./make-owner";
import { readFields } from "./read-fields";
import { isSetupCode } from "./setup-code";

/** There is no member yet: the user with the code acts for the installation. */
const actor: Actor = { kind: "job", name: "setup" };

/**
 * Makes the owner, once: needs the code that was printed at start. Throws `RefusedError`, with pointers to fields.
 *
 * @param input what came over the line; it may be anything
 * @param client the client's address: a client that tries wrong codes has to pause, and no other one
 */
export async function createOwner(input: unknown, client: string): Promise<void> {
  const { code, ...owner } = readFields(setupSchema, input);
  const counted = await countTry([{ name: `setup:from:${networkOf(client)}`, free: 5, longestSeconds: 900, cleared: true }]);
  if (!counted.ok) return refuse(`Too many wrong codes. Try again in ${counted.seconds} seconds.`, "/code");
  if (!(await isSetupCode(code))) refuse("Wrong setup code. Look for “Setup code” in the terminal or the log.", "/code");
  await counted.right();
  if (!(await makeOwner({ actor }, owner))) refuse("The owner account already exists. Sign in instead.", "/code");
}
