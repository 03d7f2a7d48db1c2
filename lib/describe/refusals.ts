import type { ProviderKind } from "@/lib/interface/device-kinds";

/** Why a provider does not take a credential, in plain words. */
export interface Refusal {
  /** The member to mend, by its name in lib/describe/providers; absent where it is none of them. */
  field?: string;
  says: string;
}

/** Of an address that only the operator of Clarion can allow. */
export const privateAddress =
  "This is a private address. Only private addresses listed by the operator of Clarion are allowed.";
const noTokensHere = "This address does not issue access tokens.";

const fcm: Record<string, Refusal> = {
  invalid_grant: {
    field: "privateKey",
    says: "Google does not accept this private key for this service account. The key may have been deleted, or the key and the account come from different key files. Choose the newest key file. If it is correct, check this machine’s clock.",
  },
  invalid_client: {
    field: "clientEmail",
    says: "Google cannot find this service account. Check that it still exists in the project.",
  },
  unauthorized_client: {
    field: "clientEmail",
    says: "Google does not let this service account sign in for messaging. Check its roles.",
  },
  invalid_scope: {
    field: "clientEmail",
    says: "Google does not give this service account access to messaging. Check its roles.",
  },
  access_denied: {
    field: "clientEmail",
    says: "Google denies access to this service account. Check that it is not disabled.",
  },
  account_disabled: {
    field: "clientEmail",
    says: "This service account is disabled. Enable it in the Google Cloud console.",
  },
  unsupported_grant_type: { field: "tokenUri", says: noTokensHere },
  invalid_request: { field: "tokenUri", says: noTokensHere },
  UNAUTHENTICATED: {
    field: "tokenUri",
    says: "Firebase does not accept the access token. Check that the token address and the address belong to the same provider.",
  },
  PERMISSION_DENIED: {
    field: "projectId",
    says: "Firebase does not let this service account send in this project. Check the project ID, that its Firebase Cloud Messaging API is enabled, and that the account may send messages.",
  },
  SENDER_ID_MISMATCH: {
    field: "projectId",
    says: "These devices belong to another Firebase project. Check the project ID.",
  },
  NOT_FOUND: { field: "projectId", says: "Firebase has no project with this ID." },
  THIRD_PARTY_AUTH_ERROR: {
    says: "The key that Firebase uses for iPhones or browsers was refused. Replace it in the Firebase console, under Cloud Messaging.",
  },
  "404": {
    field: "projectId",
    says: "Firebase has no project with this ID, or its address is different.",
  },
  "403": {
    field: "projectId",
    says: "Firebase does not let this service account send in this project.",
  },
  "401": { field: "privateKey", says: "Firebase does not accept this service account." },
};

const topic =
  "Apple does not accept this bundle ID for this team and key, or for this certificate. Check its spelling, and that push notifications are enabled for it.";
const apns: Record<string, Refusal> = {
  InvalidProviderToken: {
    field: "teamId",
    says: "Apple does not accept the signature: team ID, key ID and private key do not belong together, or the key was revoked. The name of the .p8 file contains the key ID.",
  },
  ExpiredProviderToken: {
    says: "Apple rejected the signature as too old. Check that this machine’s clock is right.",
  },
  MissingProviderToken: {
    field: "endpoint",
    says: "Apple received neither a signature nor a certificate. Check the address, and any proxy between it and this machine.",
  },
  BadEnvironmentKeyIdInToken: {
    field: "endpoint",
    says: "This key is for the other environment: keys may be limited to production or development.",
  },
  UnrelatedKeyIdInToken: {
    field: "keyId",
    says: "This key belongs to other apps, according to Apple. Check the key ID.",
  },
  BadDeviceToken: {
    field: "endpoint",
    says: "None of these devices exist in this environment at Apple. Builds signed for development need Development, all others need Production.",
  },
  BadTopic: { field: "bundleId", says: topic },
  MissingTopic: { field: "bundleId", says: topic },
  TopicDisallowed: { field: "bundleId", says: topic },
  DeviceTokenNotForTopic: { field: "bundleId", says: topic },
  BadCertificate: {
    field: "certificate",
    says: "Apple does not accept the certificate. It may have been revoked: create a new one in the developer account.",
  },
  BadCertificateEnvironment: {
    field: "endpoint",
    says: "The certificate is for the other environment. Choose that environment.",
  },
  Forbidden: {
    field: "teamId",
    says: "Apple denies access. Check that the team’s membership is current, and that the key or the certificate is not revoked.",
  },
  BadPath: { field: "endpoint", says: "This address does not belong to Apple’s push service." },
  MethodNotAllowed: {
    field: "endpoint",
    says: "This address does not belong to Apple’s push service.",
  },
  "403": { field: "teamId", says: "Apple denies access with this key or certificate." },
};

const pair =
  "Huawei does not accept this app ID and app secret together. Compare both with Project settings in AppGallery Connect.";
const hms: Record<string, Refusal> = {
  "80200001": { field: "appSecret", says: pair },
  "80200003": {
    field: "tokenUri",
    says: "Huawei rejected its access token as too old. Check that token address and address belong to the same region.",
  },
  "80300002": {
    field: "appId",
    says: "Huawei does not let this app send. Check the app ID, and that Push Kit is enabled for it in AppGallery Connect.",
  },
  "80300007": {
    field: "appId",
    says: "None of these devices belong to this app at Huawei. Check that the app ID matches the installed app.",
  },
  "404": { field: "appId", says: "Huawei has no app with this ID at this address." },
  "401": { field: "appSecret", says: pair },
};

const webpush: Record<string, Refusal> = {
  BadAuthorizationHeader: {
    says: "Apple’s push service received no readable signature. Check any proxy between it and this machine.",
  },
  BadVapidPublicKey: {
    field: "publicKey",
    says: "Apple’s push service does not accept the public key.",
  },
  BadJwtToken: {
    field: "subject",
    says: "Apple’s push service does not accept the signature. Check the contact.",
  },
  "401": {
    says: "A push service does not accept the key. Browsers that subscribed with another key must subscribe again.",
  },
  "403": {
    says: "A push service does not accept the key. Browsers that subscribed with another key must subscribe again.",
  },
};

const refusalsByProvider: Record<ProviderKind, Record<string, Refusal>> = {
  fcm,
  apns,
  hms,
  webpush,
};

const noToken: Record<ProviderKind, Refusal> = {
  fcm: {
    field: "privateKey",
    says: "Google issued no access token for this service account. Check the account, its key and the token address.",
  },
  apns: { says: "Apple denied access." },
  hms: { field: "appSecret", says: pair },
  webpush: { says: "A push service denied access." },
};

const ofAnswer = /^(?:FCM|APNs|HMS|Web Push) \d/;

/**
 * What an adapter says itself in the reason of an outcome. Of an answer that is the provider's
 * name, the status and the code: what comes behind a colon or a semicolon may hold any words,
 * written by a third party, and decides nothing.
 */
export function ownPart(reason: string): string {
  return ofAnswer.test(reason) ? (/^[^:;]*/.exec(reason)?.[0] ?? "") : reason;
}

/**
 * What a provider's refusal of a credential means: for the person who saves it, and later, when
 * messages wait because of it.
 *
 * @param whole the reason of the outcome of an adapter (lib/providers)
 */
export function refusalOf(provider: ProviderKind, whole: string): Refusal {
  const table = refusalsByProvider[provider];
  const reason = ownPart(whole);
  const words = reason.split(":")[0]?.match(/[A-Za-z_]+|\d+/g) ?? [];
  const word = words.findLast((one) => Object.hasOwn(table, one));
  // What our own signer finds says more than a provider could.
  const own = /credential cannot be used: (\w+): ([^;]+)/.exec(reason);
  if (own)
    return {
      field: own[1] ?? "",
      says: `${(own[2] ?? "").slice(0, 1).toUpperCase()}${(own[2] ?? "").slice(1)}.`,
    };
  if (/private address|forbidden address|led nowhere/.test(reason))
    return { field: "endpoint", says: privateAddress };
  if (/token endpoint (gave no token|answered (404|405|410))/.test(reason))
    return { field: "tokenUri", says: noTokensHere };
  if (/token endpoint/.test(reason) && (word === undefined || /^\d+$/.test(word)))
    return noToken[provider];
  if (/cannot be (read|used)/.test(reason))
    return { field: "privateKey", says: "The private key cannot be read." };
  return (
    (word !== undefined && table[word]) || {
      says: "The provider did not accept this credential and gave no reason.",
    }
  );
}

/**
 * Returns why a stored credential is refused, for people: the reason of a check is already a
 * sentence.
 */
export function refusedWords(provider: ProviderKind, reason: string): string {
  return reason.endsWith(".") && !ofAnswer.test(reason) ? reason : refusalOf(provider, reason).says;
}
