import { randomBytes } from "node:crypto";

/**
 * A new signing secret, as Standard Webhooks writes them: 32 random bytes in base64 after `whsec_`.
 */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}
