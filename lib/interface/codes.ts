/**
 * One code of a reply: the fixed description of contract 2 and the HTTP status that goes with it.
 */
interface ReplyCode {
  /**
   * What `description` says; for 7003 and 7004 the message of the first problem is said instead.
   */
  description: string;
  status: number;
}

/** Codes of a reply to `POST /resources/v1/messaging` (contract 2). */
export const replyCodes = {
  "1001": { description: "Queued", status: 200 },
  "7000": { description: "Invalid JSON", status: 400 },
  "7001": { description: "Authentication failed.", status: 401 },
  "7002": { description: "Service Key Missing", status: 401 },
  "7003": { description: "A mandatory parameter is missing", status: 400 },
  "7004": { description: "The value of a parameter breaks a rule", status: 400 },
  "7005": { description: "Request expired", status: 400 },
  "7006": { description: "Internal error occurred", status: 500 },
  "7007": { description: "Service inactive", status: 403 },
  "7009": { description: "Max number of destination address limited to 1000", status: 400 },
  "7010": { description: "Source IP is not in the allowed list", status: 403 },
  "7011": { description: "Unknown Exception", status: 503 },
  "7020": { description: "You have reached maximum transaction limit", status: 429 },
  "7026": { description: "request JSON parameter size exceeded 4 KB", status: 413 },
  "7104": { description: "Invalid app id", status: 400 },
  "7106": { description: "Channel not configured", status: 400 },
  "7108": { description: "Invalid template ID", status: 400 },
  "7118": { description: "push is not enabled for this app", status: 400 },
  "7121": { description: "Replaceable params could not be fetched.", status: 400 },
} as const satisfies Record<string, ReplyCode>;

/** A code that a reply may carry. */
export type Code = keyof typeof replyCodes;
/** A code that a problem may carry: any but success. */
export type ProblemCode = Exclude<Code, "1001">;

/** Codes of a delivery update with what `Description` says (contract 7). */
export const updateCodes = {
  "7500": "Delivered",
  "7501": "Submitted",
  "7502": "Read",
  "7503": "Expired before delivery",
  "7504": "Authentication error",
  "7505": "Payload too large (android)",
  "7506": "Bad time to live (android)",
  "7507": "Too many requests",
  "7510": "Payload too large (ios)",
  "7511": "Bad time to live (ios)",
  "7512": "Invalid push id",
  "7513": "Unregistered device",
  "7515": "Bad certificate",
  "7517": "APNs server error",
  "7518": "Unknown error",
  "7537": "HMS: some tokens invalid",
  "7538": "HMS: a parameter is invalid",
  "7539": "HMS: token count invalid",
  "7540": "HMS: message structure error",
  "7541": "HMS: bad expiry time",
  "7542": "HMS: invalid collapse key",
  "7543": "HMS: sensitive content",
  "7544": "HMS: authentication error",
  "7545": "HMS: access token expired",
  "7546": "HMS: permission denied",
  "7547": "HMS: all tokens invalid",
  "7548": "HMS: message too large",
  "7549": "HMS: too many tokens",
  "7550": "HMS: no permission for high priority",
  "7551": "HMS: internal error",
  "7560": "FCM: invalid argument",
  "7562": "FCM: sender mismatch",
  "7563": "FCM: quota exceeded",
  "7564": "FCM: unavailable",
  "7565": "FCM: internal error",
  "7566": "FCM: third-party authentication error",
  "7569": "FCM: unauthenticated",
  "7570": "FCM: permission denied",
  "7571": "FCM: unregistered",
  "7105": "Unknown user",
  "7404": "Others",
} as const satisfies Record<string, string>;

/** A code that a delivery update may carry. */
export type UpdateCode = keyof typeof updateCodes;

/**
 * Whether the contract fixes the description of this code word by word. 7003 and 7004 say what is
 * missing or wrong instead.
 */
export function hasFixedDescription(code: Code): boolean {
  return code !== "7003" && code !== "7004";
}

/** Whether a text is a code of a delivery update. */
export function isUpdateCode(text: string): text is UpdateCode {
  return Object.hasOwn(updateCodes, text);
}

/** What `deliveryStatus` of a delivery update says (contract 7). */
export const deliveryStatuses = ["Submitted", "Delivered", "Read", "Failed"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
