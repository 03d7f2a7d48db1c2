import { giveRecoveryCodes } from "@/lib/auth/recovery-codes";
import { factorsOf } from "@/lib/auth/second-factor";
import { proofSchema } from "@/lib/inputs/second-factor";
import { refuse } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { verbInSteps } from "@/lib/verb/verb";
import { endElsewhere } from "./changed";
import { provenTwice } from "./prove";

/**
 * Gives the signed-in member, with the password and a code, ten new recovery codes, which are never
 * shown again: those before work no longer. Every other session ends.
 */
export const renewRecoveryCodes = verbInSteps(
  "member.changeSecondFactor",
  proofSchema,
  noService,
  async ({ actor, audit }, proof) =>
    provenTwice(actor, proof, async (tx, id) => {
      if (!(await factorsOf(tx, id)))
        return refuse(
          "Recovery codes replace an authenticator app or a passkey. Add one of these first.",
        );
      const codes = await giveRecoveryCodes(tx, id);
      await endElsewhere(tx, actor, id);
      await audit(tx, id, { factor: "codes", name: null, change: "renewed" });
      return { row: { codes } };
    }),
);
