import type { Member } from "@/lib/auth/member";
import { endSessionsOf } from "@/lib/auth/sessions";
import { database } from "@/lib/database/sql";
import { audit } from "../audit";

/** Ends every session of a member, the one at hand too. */
export async function signOutEverywhere(member: Member): Promise<void> {
  await database().transaction(async (tx) => {
    await endSessionsOf(tx, member.id);
    await audit(tx, { kind: "member", member }, "member.signOutEverywhere", member.id, null, {});
  });
}
