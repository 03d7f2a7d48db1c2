import type { UpdateCode } from "@/lib/interface/codes";
import { membersOf } from "@/lib/interface/value-shape";
import {
  deferred,
  doubted,
  jsonOf,
  providerText,
  rejected,
  withWords,
  wordsOf,
  type ProviderAnswer,
} from "../answers";
import type { Outcome } from "../provider";

/** The request is wrong, and would be again. */
const wrong: Record<string, UpdateCode> = {
  "80100001": "7538",
  "80100002": "7539",
  "80100003": "7540",
  "80100004": "7541",
  "80100013": "7542",
  "80100016": "7543",
  "80100018": "7538",
  "80300008": "7548",
  "80300010": "7549",
  "80300011": "7550",
};
const configuration: Record<string, UpdateCode> = {
  "80200001": "7544",
  "80200003": "7545",
  "80300002": "7546",
};

/** What Huawei said about each token of a call. Errors come with HTTP 200: `code` decides. */
export function hmsOutcomes(answer: ProviderAnswer, tokens: readonly string[]): Outcome[] {
  const json = jsonOf(answer.body);
  const code = codeOf(json);
  const requestId =
    typeof json["requestId"] === "string" ? providerText(json["requestId"], 500) : undefined;
  const submitted: Outcome =
    requestId === undefined
      ? { kind: "submitted" }
      : { kind: "submitted", providerMessageId: requestId };
  const reason = `HMS ${answer.status}${code === "" ? "" : ` ${code}`}`;
  if (code === "80000000") return tokens.map(() => submitted);
  // The rest has it already: sending the call again would give it to them twice.
  if (code === "80100000") {
    const illegal = illegalTokens(json["msg"]);
    return tokens.map((token) => (illegal.has(token) ? rejected("7537", reason, true) : submitted));
  }
  const words = wordsOf({ ...answer, secrets: [...(answer.secrets ?? []), ...tokens] });
  if (code === "80300007") {
    const meaning = "the tokens are no longer valid, or belong to another app than the credential";
    return tokens.map(() =>
      doubted("7547", `${withWords(reason, words)}${words === "" ? ": " : "; "}${meaning}`),
    );
  }
  return tokens.map(() => ofAll(code, withWords(reason, words), answer));
}

/**
 * Whether the app has no right to urgent messages, so that the call is worth repeating as a normal
 * one.
 */
export function wantsNormalUrgency(answer: ProviderAnswer): boolean {
  return codeOf(jsonOf(answer.body)) === "80300011";
}

/** Whether the call is worth repeating with a new access token. */
export function wantsNewToken(answer: ProviderAnswer): boolean {
  const code = codeOf(jsonOf(answer.body));
  return answer.status === 401 || code === "80200001" || code === "80200003";
}

function ofAll(code: string, reason: string, answer: ProviderAnswer): Outcome {
  const fault = Object.hasOwn(wrong, code) ? wrong[code] : undefined;
  if (fault) return rejected(fault, reason);
  const stop = Object.hasOwn(configuration, code) ? configuration[code] : undefined;
  if (stop) return { kind: "stopped", code: stop, reason };
  if (answer.status === 401) return { kind: "stopped", code: "7544", reason };
  if (answer.status === 404)
    return { kind: "stopped", code: "7404", reason: `${reason}; is the app id right?` };
  if (code === "80100017" || answer.status === 429) return deferred("7551", reason, answer, "pace");
  if (answer.status === 503) return deferred("7551", reason, answer, "overload");
  if (code === "80600003" || code === "81000001" || answer.status >= 500)
    return deferred("7551", reason, answer, "outage");
  // It does not say whether it accepted the message.
  if (answer.status === 200 && code === "")
    return { kind: "unknown", code: "7518", reason: `${reason}; an answer without a code` };
  return rejected("7404", reason);
}

/** Written as a text; a number is understood as well. */
function codeOf(json: Record<string, unknown>): string {
  const code = json["code"];
  return typeof code === "string"
    ? providerText(code, 40)
    : typeof code === "number"
      ? String(code)
      : "";
}

/**
 * Returns the tokens that Huawei says it cannot send to. `msg` is believed to be JSON with
 * `illegal_tokens`, as a text or as it is; where it cannot be read all count as accepted, since
 * most are.
 */
function illegalTokens(message: unknown): Set<string> {
  const list = (typeof message === "string" ? jsonOf(message) : membersOf(message))[
    "illegal_tokens"
  ];
  return new Set(
    Array.isArray(list) ? list.filter((token): token is string => typeof token === "string") : [],
  );
}
