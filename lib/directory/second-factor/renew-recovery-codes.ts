import { giveRecoveryCodes } from "@/lib/auth/recovery-codes";
import { factorsOf } from "@/lib/auth/second-factor";
import { proofSchema } from "@/lib/inputs/second-factor";
import { rejectInput } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { verbInSteps } from "@/lib/verb/verb";
import { endElsewhere } from "./changed";
import { provenTwice } from "./prove";

/**
 * Gives the signed-in member, with the password and a code, ten new recovery codes, which are never
 * shown again: those before work no longer. Every other session ends.
 */
export const renewRecoveryCodes = verbInSteps({
  action: "recoveryCodes.renew",
  input: proofSchema,
  service: noService,
  run: async ({ actor, audit }, proof) =>
    provenTwice(actor, proof, async (tx, id) => {
      if (!(await factorsOf(tx, id)))
        return rejectInput(
          "Recovery codes replace an authenticator app or a passkey. Add one of these first.",
        );
      const codes = await giveRecoveryCodes(tx, id);
      await endElsewhere(tx, actor, id);
      await audit(tx, id, {});
      return { row: { codes } };
    }),
});
