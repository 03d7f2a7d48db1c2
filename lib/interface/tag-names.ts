/** Prefix of a custom tag whose own name is reserved. */
export const tagPrefix = "customtags.";

/** Names in FCM's `data` that are ours. */
export const fcmOwnNames: ReadonlySet<string> = new Set([
  "transid",
  "action",
  "value",
  "title",
  "body",
  "image",
  "icon",
  "channel_id",
  "category",
  "actions",
  "pushref",
]);

/** Names in Huawei's `data` that are ours. */
export const hmsOwnNames: ReadonlySet<string> = new Set([
  "transid",
  "action",
  "value",
  "icon",
  "image",
  "category",
  "actions",
  "pushref",
]);

/** Names at the top level of what Apple gets that are ours, or Apple's. */
export const apnsOwnNames: ReadonlySet<string> = new Set([
  "aps",
  "transid",
  "action",
  "value",
  "attachmenturl",
  "actions",
  "pushref",
]);

function isReservedAtFcm(name: string): boolean {
  return (
    fcmOwnNames.has(name) ||
    name === "from" ||
    name === "message_type" ||
    name === "collapse_key" ||
    /^(google|gcm)/i.test(name)
  );
}

const reservedNameChecks = {
  fcm: isReservedAtFcm,
  hms: (name: string) => hmsOwnNames.has(name),
  apns: (name: string) => apnsOwnNames.has(name),
};

/**
 * Whether a custom tag of this name gets {@link tagPrefix} at a provider: the name is ours or the
 * provider's, or begins with the prefix itself.
 */
export function isPrefixed(provider: keyof typeof reservedNameChecks, name: string): boolean {
  return reservedNameChecks[provider](name) || name.startsWith(tagPrefix);
}
