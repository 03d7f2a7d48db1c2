import { credentialSchema } from "@/lib/inputs/credential";
import { verb } from "@/lib/verb/verb";
import { serviceOfApp } from "../app/service-of";
import { storeCredential } from "./store";

/**
 * Sets an app's credential for one provider without asking that provider. Its secret members are
 * sealed; the audit log has of them only that they are there. What is refused names fields and
 * repeats no value.
 */
export const saveCredential = verb({
  action: "credential.save",
  input: credentialSchema,
  service: serviceOfApp,
  run: async ({ tx }, input) => {
    const event = await storeCredential(tx, input, false);
    return { row: undefined, entity: `${input.appId}:${input.provider}`, event };
  },
});
