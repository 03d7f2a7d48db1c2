import type { CredentialCheck } from "@/lib/providers/credential-check";
import { openDove } from "./adapter";

export const doveCheck: CredentialCheck = {
  fault: ({ key = "" }) =>
    key.includes("hawk") ? { field: "key", says: "this is the key of a hawk" } : undefined,
  account: {
    open: openDove,
    nobody: () => "no dove",
    probe: () => ({ body: JSON.stringify({ text: "" }) }),
    ownWords: /^Dove 4/,
    namesMessages: true,
  },
};
