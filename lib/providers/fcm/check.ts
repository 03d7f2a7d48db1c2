import type { CredentialCheck } from "../credential-check";
import { signingKey } from "../jwt";
import { openFcm } from "./adapter";

const transid = "00000000-0000-0000-0000-000000000000";

export const fcmCheck: CredentialCheck = {
  sign: ({ privateKey = "" }) => signingKey("RS256", privateKey),
  account: {
    open: openFcm,
    nobody: () => "clarion-checks-its-credential",
    probe: () => ({
      body: JSON.stringify({ validate_only: true, message: { token: "", data: { transid } } }),
    }),
    ownWords: /\bINVALID_ARGUMENT\b/,
    namesMessages: true,
  },
};
