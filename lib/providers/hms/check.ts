import type { CredentialCheck } from "../credential-check";
import { openHms } from "./adapter";

const transid = "00000000-0000-0000-0000-000000000000";

export const hmsCheck: CredentialCheck = {
  account: {
    open: openHms,
    nobody: () => "clarion-checks-its-credential",
    probe: () => ({
      body: JSON.stringify({
        validate_only: true,
        message: { data: JSON.stringify({ transid }), token: [] },
      }),
    }),
    ownWords: /\b8\d{7}\b/,
    // Huawei is recognised by its code.
    namesMessages: false,
  },
};
