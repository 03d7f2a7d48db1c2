import { AccessTokens } from "@/lib/lab/access-tokens";
import type { Accounts } from "@/lib/lab/accounts";
import type { Delivery } from "@/lib/lab/delivery";
import type { Devices, SimulatedDevice } from "@/lib/lab/devices";
import {
  type Answer,
  type Call,
  credentialsOf,
  header,
  isObject,
  parseJson,
  type Service,
  shownHeaders,
  bodyText,
} from "@/lib/lab/exchange";
import type { Arrival } from "@/lib/lab/screens";
import { answerHms, forcedHms, refuseHms } from "./codes";
import { checkHmsMessage } from "./shape";
import { makeHmsTokenEndpoint } from "./token-endpoint";

const maxTokens = 1000;
const maxBytesWithoutTokens = 4096;
const json = { "content-type": "application/json; charset=utf-8" };
const tokenPath = "/oauth2/v3/token";
const requestMembers = new Set(["validate_only", "message"]);

/** A send call to tokens that has the right form. */
interface HmsSend {
  tokens: string[];
  message: Record<string, unknown>;
  /** The body. */
  text: string;
  dryRun: boolean;
}

/** Huawei Push Kit: the send call v1 and its token call (`POST /oauth2/v3/token`). */
export function makeHms(parts: {
  account: Accounts["hms"];
  devices: Devices;
  delivery: Delivery;
  /** Seconds that an access token really holds. */
  tokenLifetime: () => number;
}): Service {
  const { account, devices, delivery } = parts;
  const tokens = new AccessTokens("CF/");
  const grant = makeHmsTokenEndpoint(account, tokens, parts.tokenLifetime);
  const path = /^\/v1\/([^/?]+)\/messages:send$/;

  function handle(call: Call): Answer {
    if (call.path === tokenPath) return grant(call);
    const app = path.exec(call.path)?.[1];
    if (app === undefined) return refusePath();
    if (call.method !== "POST") return refuseMethod();
    const token = credentialsOf(call.headers, "bearer");
    const standing = token === undefined ? "unknown" : tokens.check(token);
    if (standing === "unknown") return answerHms("80200001");
    if (standing === "expired") return answerHms("80200003");
    if (app !== account.appId) return answerHms("80300002");
    const read = readSend(call);
    return "verdict" in read ? read : deliver(read, call);
  }

  function deliver(request: HmsSend, call: Call): Answer {
    const reached: SimulatedDevice[] = [];
    const illegal: string[] = [];
    for (const token of request.tokens) {
      const recipient = devices.find("hms", token);
      if (recipient && recipient.retiredAt === undefined) reached.push(recipient);
      else illegal.push(token);
    }
    if (reached.length === 0) return answerHms("80300007");
    if (!request.dryRun) {
      const arrival = arrivalOf(request, call);
      for (const recipient of reached) delivery.deliver(recipient, arrival);
    }
    if (illegal.length === 0) return answerHms("80000000");
    return answerHms(
      "80100000",
      JSON.stringify({ success: reached.length, failure: illegal.length, illegal_tokens: illegal }),
    );
  }

  return {
    provider: "hms",
    maxBodyBytes: 1_048_576,
    http1: true,
    maxStreams: 100,
    tokenPath,
    handle,
    forced: forcedHms,
  };
}

function refusePath(): Answer {
  return {
    status: 404,
    headers: json,
    body: '{"error":"404 page not found"}',
    verdict: "not found",
  };
}

function refuseMethod(): Answer {
  return {
    status: 405,
    headers: { ...json, allow: "POST" },
    body: "",
    verdict: "method not allowed",
  };
}

/**
 * Reads a send call to tokens. Returns the answer itself for a call to topics, and for one that has
 * a fault.
 */
function readSend(call: Call): HmsSend | Answer {
  if (call.tooLong) return answerHms("80300008");
  if (!header(call.headers, "content-type")?.toLowerCase().startsWith("application/json"))
    return refuseHms("80100003", "content type");
  const text = bodyText(call.body);
  const request = text === undefined ? undefined : parseJson(text);
  if (text === undefined || !isObject(request)) return refuseHms("80100003", "not a JSON object");
  const { message, validate_only: dryRun } = request;
  // So it is answered when `message` is misspelled.
  if (!isObject(message)) return answerHms("80300010");
  for (const name of Object.keys(request))
    if (!requestMembers.has(name)) return refuseHms("80100003", `unknown field ${name}`);
  if (dryRun !== undefined && typeof dryRun !== "boolean")
    return refuseHms("80100003", "validate_only");
  const complaint = checkHmsMessage(message);
  if (complaint) return refuseHms(complaint.code, complaint.cause);

  const { token, topic, condition } = message;
  const targets = [token, topic, condition].filter((target) => target !== undefined);
  if (targets.length > 1) return refuseHms("80100001", "more than one of token, topic, condition");
  if (topic !== undefined || condition !== undefined)
    return call.body.length > maxBytesWithoutTokens ? answerHms("80300008") : answerHms("80000000");
  if (!Array.isArray(token) || token.length === 0 || token.length > maxTokens)
    return answerHms("80300010");
  if (!token.every((entry): entry is string => typeof entry === "string" && entry !== ""))
    return refuseHms("80100003", "message.token");
  if (call.body.length - bytesOfTokens(token) > maxBytesWithoutTokens) return answerHms("80300008");
  return { tokens: token, message, text, dryRun: dryRun === true };
}

/** Bytes that a list of tokens takes between its brackets, written without spaces. */
function bytesOfTokens(tokens: string[]): number {
  return tokens.reduce((bytes, token) => bytes + Buffer.byteLength(token) + 3, -1);
}

/** What a send call brings to each device that it reaches. */
function arrivalOf({ message, text }: HmsSend, call: Call): Arrival {
  return {
    transid: transidOf(message),
    headers: () => shownHeaders(call.headers),
    body: text,
    tag: tagOf(message),
  };
}

/** The transid in the message's data, which is JSON in a string. */
function transidOf(message: Record<string, unknown>): string {
  const android = isObject(message["android"]) ? message["android"] : {};
  for (const data of [android["data"], message["data"]]) {
    const parsed = typeof data === "string" ? parseJson(data) : undefined;
    if (isObject(parsed) && typeof parsed["transid"] === "string") return parsed["transid"];
  }
  return "";
}

function tagOf(message: Record<string, unknown>): string | undefined {
  const android = isObject(message["android"]) ? message["android"] : {};
  const notification = isObject(android["notification"]) ? android["notification"] : {};
  return typeof notification["tag"] === "string" ? notification["tag"] : undefined;
}
