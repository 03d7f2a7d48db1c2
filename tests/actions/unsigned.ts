import type { UnsignedCall } from "./call";
import { deadToken as token } from "./service";

const password = "correct horse battery";

/** Calls whose caller may have no role yet. */
export const unsigned: Record<string, UnsignedCall> = {
  makeFirstOwner: {
    input: () => ({ code: "ABCD-EFGH-JKLM", email: "ada@example.com", name: "Ada", password }),
  },
  acceptInvite: { input: () => ({ token, name: "Ada", password }) },
  resetByLink: { input: () => ({ token, password }) },
  askForLink: { input: () => ({ email: "nobody@example.com" }) },
  askPasskey: { input: () => ({}) },
  startOver: { input: () => ({}) },
};
