import type { ServiceSecret } from "@/lib/inputs/service";

interface SecretWords {
  name: string;
  /** What it does, and what it would do. */
  use: string;
  none: string;
  /** What follows when it is replaced, and when there is a first one. */
  replaced: string;
  first: string;
}

/** What the secrets of a service are for. */
export const secretWords: Readonly<Record<ServiceSecret, SecretWords>> = {
  jwt: {
    name: "JWT secret",
    use: "Programs sign short-lived tokens with it, and tokens that link a device to a user.",
    none: "There is none: programs call with service keys alone.",
    replaced: "Tokens that are signed with the old secret are refused once it stops working.",
    first: "Programs can sign tokens of their own with it, and call without a service key.",
  },
  signing: {
    name: "Signing secret",
    use: "Signs delivery updates to notify URLs, so that receivers know who they are from.",
    none: "Delivery updates to notify URLs aren’t signed.",
    replaced:
      "Updates are signed with the new secret at once. Receivers that check the old one refuse them until they have it; refused updates are sent again for 24 hours.",
    first:
      "Every delivery update to a notify URL is signed from now on. Receivers that don’t check signatures notice nothing.",
  },
};
