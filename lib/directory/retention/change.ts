import { retentionSchema } from "@/lib/inputs/retention";
import { rejectInput } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { lockRetention, storeRetention, type Retention } from "./stored";

/**
 * Changes how long the installation keeps messages, deliveries and attempts. Counts at once in all
 * processes; what is past its time goes within minutes. Refused: a form that was filled before
 * another change.
 */
export const changeRetention = verb({
  action: "retention.change",
  input: retentionSchema,
  service: noService,
  run: async ({ tx }, { revision: expected, ...input }) => {
    const { revision, ...before } = await lockRetention(tx);
    const after: Retention = {
      keepMessages: input.keepMessages ?? null,
      keepDeliveries: input.keepDeliveries ?? null,
      keepAttempts: input.keepAttempts ?? null,
    };
    if (
      after.keepMessages === before.keepMessages &&
      after.keepDeliveries === before.keepDeliveries &&
      after.keepAttempts === before.keepAttempts
    )
      return { unchanged: { revision } };
    if (expected !== undefined && expected !== revision)
      rejectInput("Another member saved this. Load the page again to see the changes.");
    await storeRetention(tx, { revision: revision + 1, ...after });
    return {
      row: { revision: revision + 1 },
      entity: "retention",
      event: { before: { ...before }, after: { ...after } },
    };
  },
});
