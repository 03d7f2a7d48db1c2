import { namedCredentialSchema } from "@/lib/inputs/credential";
import { NotFoundError } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { serviceOfApp } from "../app/service-of";

/**
 * Removes an app's credential for one provider. What waits to be sent with it waits for another
 * one, or until it expires.
 */
export const removeCredential = verb({
  action: "credential.remove",
  input: namedCredentialSchema,
  service: serviceOfApp,
  run: async ({ tx }, { appId, provider }) => {
    const { count } = await tx.prisma.credential.deleteMany({ where: { appId, provider } });
    if (count === 0) throw new NotFoundError("This credential");
    return { row: null, entity: `${appId}:${provider}`, event: { provider } };
  },
});
