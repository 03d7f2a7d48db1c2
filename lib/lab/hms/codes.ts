import { randomBytes } from "node:crypto";
import type { Answer, ForcedResponse } from "@/lib/lab/exchange";

const json = { "content-type": "application/json; charset=utf-8" };

const messages: Record<string, string> = {
  "80000000": "Success",
  "80100000": "Some tokens illegal",
  "80100001": "Some parameters wrong",
  "80100002": "Only one token may be given for a synchronisation message",
  "80100003": "Incorrect message structure",
  "80100004": "Expiry earlier than now",
  "80100013": "collapse_key invalid",
  "80100016": "Sensitive information in message",
  "80100017": "More than 100 topic messages at once",
  "80100018": "Invalid message body",
  "80200001": "OAuth authentication error",
  "80200003": "OAuth token expired",
  "80300002": "App not allowed to send / wrong app id",
  "80300007": "All the tokens are invalid",
  "80300008": "The message body size exceeds the default value",
  "80300010": "The number of tokens in the message body is incorrect",
  "80300011": "No permission for high priority",
  "80600003": "Request to OAuth service failed",
  "81000001": "Internal error",
};

const stem = randomBytes(4).readUInt32BE();
let requests = 0;

/**
 * An answer of the send call: HTTP 200 with a code, as Huawei answers nearly everything. `detail`
 * says more than the code's own text.
 */
export function answerHms(code: string, detail?: string, status = 200): Answer {
  requests += 1;
  const requestId = `${Date.now()}${stem}${String(requests).padStart(6, "0")}`;
  return {
    status,
    headers: json,
    body: JSON.stringify({ code, msg: detail ?? messages[code] ?? "Error", requestId }),
    verdict: code === "80000000" || code === "80100000" ? "accepted" : code,
  };
}

/** A refusal whose cause is returned with the code, as Huawei does for parameters. */
export function refuseHms(code: string, cause?: string): Answer {
  return answerHms(
    code,
    cause === undefined ? undefined : `${messages[code] ?? "Error"}: ${cause}`,
  );
}

/**
 * A forced refusal: a code as reason comes with HTTP 200 unless a status is given; a status alone
 * comes without a code.
 */
export function forcedHms(forced: ForcedResponse): Answer {
  if (forced.reason !== undefined) return answerHms(forced.reason, undefined, forced.status ?? 200);
  const status = forced.status ?? 500;
  return {
    status,
    headers: { "content-type": "text/plain" },
    body: status === 503 ? "Flow control" : "",
    verdict: `HTTP ${status}`,
  };
}
