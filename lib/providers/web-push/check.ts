import type { CredentialCheck } from "../credential-check";
import { p256Key } from "../jwt";

/** Push services know no accounts: a pair of keys is looked at here alone. */
export const webPushCheck: CredentialCheck = {
  sign: ({ publicKey = "", privateKey = "" }) => p256Key(publicKey, privateKey),
};
