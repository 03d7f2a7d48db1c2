import type { ProviderKind } from "@/lib/interface/device-kinds";

/** Why a provider does not take a credential, in plain words. */
export interface Refusal {
  /** The member to mend, by its name in lib/describe/providers; absent where it is none of them. */
  field?: string;
  says: string;
}

/** Of an address that only whoever runs Clarion can allow. */
export const privateAddress = "This address is private. Only addresses that whoever runs this service has listed may be.";
const noTokensHere = "No access tokens are given out at this address.";

const fcm: Record<string, Refusal> = {
  invalid_grant: {
    field: "privateKey",
    says: "Google does not accept this private key for this service account. The key may have been deleted there, or key and account come from different key files. Choose the newest key file. If it is right, check that this machine’s clock is.",
  },
  invalid_client: { field: "clientEmail", says: "Google does not know this service account. Check that it still exists in the project." },
  unauthorized_client: { field: "clientEmail", says: "Google does not let this service account sign in for messaging. Check its roles." },
  invalid_scope: { field: "clientEmail", says: "Google does not give this service account access to messaging. Check its roles." },
  access_denied: { field: "clientEmail", says: "Google denies access to this service account. Check that it is not disabled." },
  account_disabled: { field: "clientEmail", says: "This service account is disabled. Enable it in the Google Cloud console." },
  unsupported_grant_type: { field: "tokenUri", says: noTokensHere },
  invalid_request: { field: "tokenUri", says: noTokensHere },
  UNAUTHENTICATED: {
    field: "tokenUri",
    says: "Firebase does not accept the access token. Check that the token address and the address belong to the same provider.",
  },
  PERMISSION_DENIED: {
    field: "projectId",
    says: "Firebase does not let this service account send in this project. Check the project ID, that the Firebase Cloud Messaging API is switched on in it, and that the account may send messages.",
  },
  SENDER_ID_MISMATCH: { field: "projectId", says: "These devices belong to another Firebase project. Check the project ID." },
  NOT_FOUND: { field: "projectId", says: "Firebase knows no project by this ID." },
  THIRD_PARTY_AUTH_ERROR: {
    says: "Firebase’s own key for iPhones or browsers is refused. Mend it in the Firebase console, under Cloud Messaging.",
  },
  "404": { field: "projectId", says: "Firebase knows no project by this ID, or its address is another one." },
  "403": { field: "projectId", says: "Firebase does not let this service account send in this project." },
  "401": { field: "privateKey", says: "Firebase does not accept this service account." },
};

const topic =
  "Apple does not accept this bundle ID for this team and key, or for this certificate. Check its spelling, and that push notifications are switched on for it.";
const apns: Record<string, Refusal> = {
  InvalidProviderToken: {
    field: "teamId",
    says: "Apple does not accept the signature: team ID, key ID and private key do not belong together, or the key was revoked. The key ID stands in the name of the .p8 file.",
  },
  ExpiredProviderToken: { says: "Apple finds the signature too old. Check that this machine’s clock is right." },
  MissingProviderToken: {
    field: "endpoint",
    says: "Neither a signature nor a certificate reached Apple. Check the address, and what stands between it and this machine.",
  },
  BadEnvironmentKeyIdInToken: {
    field: "endpoint",
    says: "This key is for the other environment: keys may be limited to production or development.",
  },
  UnrelatedKeyIdInToken: { field: "keyId", says: "Apple says that this key belongs to other apps. Check the key ID." },
  BadDeviceToken: {
    field: "endpoint",
    says: "Apple knows none of these devices in this environment. Builds signed for development need Development, all others Production.",
  },
  BadTopic: { field: "bundleId", says: topic },
  MissingTopic: { field: "bundleId", says: topic },
  TopicDisallowed: { field: "bundleId", says: topic },
  DeviceTokenNotForTopic: { field: "bundleId", says: topic },
  BadCertificate: {
    field: "certificate",
    says: "Apple does not accept the certificate. It may have been revoked: create a new one in the developer account.",
  },
  BadCertificateEnvironment: { field: "endpoint", says: "The certificate is for the other environment. Choose that one." },
  Forbidden: {
    field: "teamId",
    says: "Apple denies access. Check that the team’s membership is current, and that the key or the certificate is not revoked.",
  },
  BadPath: { field: "endpoint", says: "This address is none of Apple’s push service." },
  MethodNotAllowed: { field: "endpoint", says: "This address is none of Apple’s push service." },
  "403": { field: "teamId", says: "Apple denies access with this key or certificate." },
};

const pair = "Huawei does not accept this app ID and app secret together. Compare both with Project settings in AppGallery Connect.";
const hms: Record<string, Refusal> = {
  "80200001": { field: "appSecret", says: pair },
  "80200003": {
    field: "tokenUri",
    says: "Huawei finds its own access token too old. Check that token address and address belong to the same region.",
  },
  "80300002": {
    field: "appId",
    says: "Huawei does not let this app send. Check the app ID, and that Push Kit is switched on for it in AppGallery Connect.",
  },
  "80300007": {
    field: "appId",
    says: "Huawei knows none of these devices in this app. Check that the app ID is the one of the app that they have installed.",
  },
  "404": { field: "appId", says: "Huawei knows no app by this ID at this address." },
  "401": { field: "appSecret", says: pair },
};

const webpush: Record<string, Refusal> = {
  BadAuthorizationHeader: { says: "No readable signature reached Apple’s push service. Check what stands between it and this machine." },
  BadVapidPublicKey: { field: "publicKey", says: "Apple’s push service does not accept the public key." },
  BadJwtToken: { field: "subject", says: "Apple’s push service does not accept the signature. Check the contact." },
  "401": { says: "A push service does not accept the key. Browsers that subscribed with another one have to subscribe again." },
  "403": { says: "A push service does not accept the key. Browsers that subscribed with another one have to subscribe again." },
};

const known: Record<ProviderKind, Record<string, Refusal>> = { fcm, apns, hms, webpush };

const noToken: Record<ProviderKind, Refusal> = {
  fcm: {
    field: "privateKey",
    says: "Google gives this service account no access token. Check the account, its key and the token address.",
  },
  apns: { says: "Apple gives no access." },
  hms: { field: "appSecret", says: pair },
  webpush: { says: "A push service gives no access." },
};

const ofAnswer = /^(?:FCM|APNs|HMS|Web Push) \d/;

/**
 * What an adapter says itself in the reason of an outcome. Of an answer that is the provider's name, the status and the code: what comes behind a colon or a semicolon
 * may hold any words, written by somebody else, and decides nothing.
 */
export function ownPart(reason: string): string {
  return ofAnswer.test(reason) ? (/^[^:;]*/.exec(reason)?.[0] ?? "") : reason;
}

/**
 * What a provider's refusal of a credential means: for the person who saves it, and later, when messages wait because of it.
 *
 * @param whole the reason of the outcome of an adapter (lib/providers)
 */
export function refusalOf(provider: ProviderKind, whole: string): Refusal {
  const table = known[provider];
  const reason = ownPart(whole);
  const words = reason.split(":")[0]?.match(/[A-Za-z_]+|\d+/g) ?? [];
  const word = words.findLast((one) => Object.hasOwn(table, one));
  // What our own signer finds says more than a provider could.
  const own = /credential cannot be used: (\w+): ([^;]+)/.exec(reason);
  if (own) return { field: own[1] ?? "", says: `${(own[2] ?? "").slice(0, 1).toUpperCase()}${(own[2] ?? "").slice(1)}.` };
  if (/private address|forbidden address|led nowhere/.test(reason)) return { field: "endpoint", says: privateAddress };
  if (/token endpoint (gave no token|answered (404|405|410))/.test(reason)) return { field: "tokenUri", says: noTokensHere };
  if (/token endpoint/.test(reason) && (word === undefined || /^\d+$/.test(word))) return noToken[provider];
  if (/cannot be (read|used)/.test(reason)) return { field: "privateKey", says: "The private key cannot be read." };
  return (word !== undefined && table[word]) || { says: "The provider does not accept this credential, and does not say why." };
}

/** Why a credential that is kept is refused, for people: what a check said of it is in words already. */
export function refusedWords(provider: ProviderKind, reason: string): string {
  return reason.endsWith(".") && !ofAnswer.test(reason) ? reason : refusalOf(provider, reason).says;
}
