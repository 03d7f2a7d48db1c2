import { endSessionsOf } from "@/lib/auth/sessions";
import { nothingSchema } from "@/lib/inputs/row";
import { rejectInput } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";

/** Ends every session of the member who asks, the one at hand too. */
export const signOutEverywhere = verb({
  action: "self.signOutEverywhere",
  input: nothingSchema,
  service: noService,
  run: async ({ tx, actor }) => {
    if (actor.kind !== "member") rejectInput("Only a person has sessions.");
    await endSessionsOf(tx, actor.id);
    return { row: undefined, entity: actor.id, event: {} };
  },
});
