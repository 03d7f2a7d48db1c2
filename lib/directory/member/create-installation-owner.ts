import { countTry } from "@/lib/auth/throttle";
import { networkOf } from "@/lib/config/address-list";
import { setupSchema } from "@/lib/inputs/member";
import { presentClient } from "@/lib/verb/client";
import { rejectInput } from "@/lib/verb/errors";
import { noService } from "@/lib/verb/service-of";
import { verbInSteps } from "@/lib/verb/verb";
import { storeOwner } from "./change-installation-owner";
import { isSetupCode } from "./setup-code";

/**
 * Makes the owner, once: needs the code that was printed at start. Clients that try wrong codes
 * have to pause; no others do. Throws `RefusedError`, with pointers to fields.
 */
export const createInstallationOwner = verbInSteps({
  action: "installationOwner.create",
  input: setupSchema,
  service: noService,
  run: async ({ audit }, { code, ...owner }) => {
    const from = networkOf(presentClient() ?? "unknown");
    const counted = await countTry([
      { name: `setup:from:${from}`, free: 5, longestSeconds: 900, cleared: true },
    ]);
    if (!counted.ok)
      return rejectInput(`Too many wrong codes. Try again in ${counted.seconds} seconds.`, "/code");
    if (!(await isSetupCode(code)))
      rejectInput("Wrong setup code. Look for “Setup code” in the terminal or the log.", "/code");
    await counted.right();
    if (!(await storeOwner(audit, owner)))
      rejectInput("The owner account already exists. Sign in instead.", "/code");
    return { row: null };
  },
});
