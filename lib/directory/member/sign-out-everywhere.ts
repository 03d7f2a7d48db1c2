import { endSessionsOf } from "@/lib/auth/sessions";
import { nothingSchema } from "@/lib/inputs/nothing";
import { refuse } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";

/** Ends every session of the member who asks, the one at hand too. */
export const signOutEverywhere = verb(
  "member.signOutEverywhere",
  nothingSchema,
  noService,
  async ({ tx, actor }) => {
    if (actor.kind !== "member") refuse("Only a person has sessions.");
    await endSessionsOf(tx, actor.id);
    return { row: undefined, entity: actor.id, event: {} };
  },
);
