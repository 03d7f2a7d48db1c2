import { isUpdateCode, type UpdateCode } from "@/lib/interface/codes";
import {
  answerNames,
  providerKinds,
  providerNames,
  type ProviderKind,
} from "@/lib/interface/device-kinds";
import { refusalOf } from "./refusals";

/**
 * Why deliveries fail, in the order in which they are shown: failures of one cause have one remedy.
 */
export const failureCauses = [
  "no device",
  "unregistered",
  "left out",
  "suppressed",
  "capped",
  "expired",
  "too large",
  "other app",
  "invalid id",
  "credential",
  "refused",
  "too many",
  "provider",
  "removed",
  "unknown",
] as const;
/** Why a delivery failed. */
export type FailureCause = (typeof failureCauses)[number];

/** Why a delivery did not arrive, in the console's words. */
export interface Failure {
  cause: FailureCause;
  /** What happened, without a full stop: "This browser subscribed with another key". */
  says: string;
  /** What to do about it, in whole sentences. */
  remedy: string;
}

/** What became of a delivery, as its delivery update says it. */
interface DeliveryReport {
  code: string;
  description: string;
}

const again = "It returns by itself when the app or the page is opened again.";
const shorten = "Shorten the text or its values, or remove images, buttons or custom tags.";
const checkApp = "An admin checks the credential of the app under Settings › Apps.";
const wait = "Nothing needs to be done unless it goes on: see the provider’s status page.";
const ask =
  "See the provider’s words under Details. If they do not help, report them to whoever runs Clarion.";

/** What Clarion says itself, without a provider. */
const own: readonly (readonly [pattern: RegExp, Failure])[] = [
  [
    /^Unknown user$/,
    {
      cause: "no device",
      says: "No device",
      remedy: "The app registers a device when the person opens it and signs in.",
    },
  ],
  [
    /^All devices of this user are unregistered$/,
    unregistered("Only devices that are no longer registered"),
  ],
  [
    / are unregistered$/,
    unregistered("Only devices of other kinds, or devices that are no longer registered"),
  ],
  [
    /^The app has no provider for/,
    credential(
      "The app has no provider for these devices",
      "An admin adds the credential under Settings › Apps.",
    ),
  ],
  [
    /^The message has no content for/,
    {
      cause: "left out",
      says: "Only devices of a kind that this message leaves out",
      remedy: "Write the message for that platform, too.",
    },
  ],
  [
    /^Suppressed$/,
    {
      cause: "suppressed",
      says: "Suppressed",
      remedy: "An admin removes the entry under Devices › Suppressed, if it is no longer meant.",
    },
  ],
  [
    /^Frequency cap reached$/,
    {
      cause: "capped",
      says: "Left out by a frequency cap",
      remedy: "An admin changes the caps of the service under Settings › Services.",
    },
  ],
  [
    /subscribed with another key$/,
    {
      cause: "other app",
      says: "This browser subscribed with another key",
      remedy: "It must subscribe again: the person opens the page, or the page asks again.",
    },
  ],
  [
    /so for all: is this the key that browsers subscribe with\?$/,
    credential(
      "All browsers subscribed with another key",
      "An admin compares the VAPID key of the app with the one in the page, under Settings › Apps.",
    ),
  ],
  [/is the (project|app) id right\?$/, credential("The provider does not know the app", checkApp)],
];

const tooLarge = new RegExp(
  `^The payload is (\\d+) bytes; (${providerKinds.join("|")}) takes (\\d+)$`,
);

/**
 * By code, what every delivery update of it means. Where there is a provider's name, its status and
 * reason stand in the description.
 */
const byCode: Readonly<Partial<Record<UpdateCode, Failure>>> = {
  "7503": {
    cause: "expired",
    says: "Expired before it was delivered",
    remedy:
      "The device was off or had no connection until then. A later expiry, or a longer time to live, gives it more time.",
  },
  "7504": credential("The provider does not accept the credential", checkApp),
  "7505": large("Too large for Firebase"),
  "7506": refused(
    "Firebase does not accept the time to live",
    "Choose a time to live of at most four weeks.",
  ),
  "7507": tooMany(
    "Too many messages to this device in a short time",
    "Send to the same device less often.",
  ),
  "7510": large("Too large for Apple"),
  "7511": refused("Apple does not accept the expiry", "Choose another expiry or time to live."),
  "7512": invalidId("The push id is not valid for this app"),
  "7513": unregistered("The device is no longer registered"),
  "7515": credential(
    "Apple does not accept the certificate",
    "An admin replaces the certificate under Settings › Apps, or uses a key, which does not expire.",
  ),
  "7517": provider("Apple’s push service failed"),
  "7518": provider("The provider gave no clear answer"),
  "7537": invalidId("Huawei does not know the push id"),
  "7538": refused("Huawei refused a part of the message"),
  "7539": refused("Huawei refused the number of push ids"),
  "7540": refused("Huawei refused the message"),
  "7541": refused("Huawei does not accept the expiry", "Choose another expiry or time to live."),
  "7542": refused(
    "Huawei does not accept the collapse key",
    "Use at most 100 different collapse keys, or none.",
  ),
  "7543": refused(
    "Huawei found sensitive content",
    "Change the words: Huawei’s review refuses them.",
  ),
  "7544": credential("Huawei does not accept the credential", checkApp),
  "7545": credential("Huawei calls its access expired", checkApp),
  "7546": credential(
    "Huawei does not let this app send",
    "An admin enables Push Kit for the app in AppGallery Connect.",
  ),
  "7547": {
    cause: "other app",
    says: "Huawei knows the push id no longer, or it belongs to another app",
    remedy:
      "If it is so for all devices, an admin compares the app ID under Settings › Apps. Otherwise, the app registers the device again when it is opened.",
  },
  "7548": large("Too large for Huawei"),
  "7549": refused("Too many push ids in one call to Huawei"),
  "7550": refused(
    "Huawei does not let this app send urgent messages",
    "Set the priority to normal, or ask Huawei for the right to urgent messages.",
  ),
  "7551": provider("Huawei’s push service failed"),
  "7560": refused("Firebase refused a part of the message"),
  "7562": {
    cause: "other app",
    says: "The device belongs to another Firebase project",
    remedy:
      "If it is so for all devices, an admin compares the project ID under Settings › Apps. Otherwise, the device has another build of the app.",
  },
  "7563": tooMany(
    "Firebase’s quota was used up",
    "Spread large sends over more time, or ask Firebase for a higher quota.",
  ),
  "7564": provider("Firebase was not available"),
  "7565": provider("Firebase failed"),
  "7566": credential(
    "Firebase’s own key for iPhones or browsers was refused",
    "An admin replaces it in the Firebase console, under Cloud Messaging.",
  ),
  "7569": credential("Firebase does not accept the credential", checkApp),
  "7570": credential("Firebase does not let this service account send", checkApp),
  "7571": unregistered("The device is no longer registered"),
  "7105": {
    cause: "no device",
    says: "No device",
    remedy: "The app registers a device when the person opens it and signs in.",
  },
};

/** Of Apple's reasons, and statuses of Web Push, those whose code says nothing of them. */
const byReason: readonly (readonly [pattern: RegExp, Failure])[] = [
  [
    /^APNs \d+ (BadDeviceToken|DeviceTokenNotForTopic)\b/,
    {
      cause: "other app",
      says: "The device belongs to another app or another environment at Apple",
      remedy:
        "If it is so for all devices, an admin compares bundle ID and environment under Settings › Apps. Otherwise, the app registers the device again when it is opened.",
    },
  ],
  [
    /^APNs \d+ (BadTopic|MissingTopic|TopicDisallowed)\b/,
    credential(
      "Apple does not accept the bundle ID",
      "An admin compares the bundle ID under Settings › Apps.",
    ),
  ],
  [
    /^APNs \d+ BadCollapseId\b/,
    refused("Apple does not accept the collapse key", "Use a collapse key of at most 64 bytes."),
  ],
  [
    /^Web Push 413\b|^Web Push .*the payload is too large$/,
    large("Too large for this browser’s push service"),
  ],
  [/^Web Push 5\d\d\b|^Web Push \d+ IdleTimeout\b/, provider("The browser’s push service failed")],
];

/** Why a delivery did not arrive and what to do, in the console's words, for any provider. */
export function failureOf({ code, description }: DeliveryReport): Failure {
  const [, bytes, kind = "", limit] = tooLarge.exec(description) ?? [];
  if (bytes !== undefined)
    return large(
      `Too large for ${providerNames[kind as ProviderKind]} (${grouped(bytes)} of ${grouped(limit ?? "")} bytes)`,
    );
  const failureByText = [...own, ...byReason].find(([pattern]) => pattern.test(description))?.[1];
  if (failureByText) return failureByText;
  const failureByCode = isUpdateCode(code) ? byCode[code] : undefined;
  const from = providerIn(code, description);
  if (failureByCode?.cause === "credential" && from !== undefined)
    return { ...failureByCode, remedy: `${refusalOf(from, description).says} ${checkApp}` };
  if (failureByCode) return failureByCode;
  if (/deleted|cannot be read/.test(description))
    return {
      cause: "removed",
      says: "The message can no longer be read",
      remedy: "Send it again.",
    };
  if (from !== undefined)
    return refused(
      `${from === "webpush" ? "The browser’s push service" : providerNames[from]} refused the message`,
    );
  return { cause: "unknown", says: "It failed for another reason", remedy: ask };
}

const grouped = (digits: string) => Number(digits).toLocaleString("en");

/** The provider whose answer a description is. */
function providerIn(code: string, description: string): ProviderKind | undefined {
  const named = providerKinds.find((kind) => description.startsWith(`${answerNames[kind]} `));
  if (named || !/^75[3-7]\d$/.test(code)) return named;
  return code < "7560" ? "hms" : "fcm";
}

function unregistered(says: string): Failure {
  return {
    cause: "unregistered",
    says,
    remedy: `The app was removed, notifications were turned off, or the push id was replaced. ${again}`,
  };
}

function credential(says: string, remedy: string): Failure {
  return { cause: "credential", says, remedy };
}

function large(says: string): Failure {
  return { cause: "too large", says, remedy: shorten };
}

function refused(says: string, remedy = ask): Failure {
  return { cause: "refused", says, remedy };
}

function tooMany(says: string, remedy: string): Failure {
  return { cause: "too many", says, remedy };
}

function invalidId(says: string): Failure {
  return {
    cause: "invalid id",
    says,
    remedy: `It was written wrongly, or is no longer in use. ${again}`,
  };
}

function provider(says: string): Failure {
  return { cause: "provider", says, remedy: `It was tried until the message expired. ${wait}` };
}
