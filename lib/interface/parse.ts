import { inDocumentOrder } from "./document-order";
import { inboxTokenOf } from "./inbox";
import { ruleOfIssue } from "./issue";
import { readJson, type JsonBody } from "./json";
import { BODY_BYTES, PAYLOAD_BYTES, PROBLEMS, WARNINGS } from "./limits";
import { lint } from "./lint";
import { pointerOf } from "./pointer";
import { problem, type Problem } from "./problem";
import { pushRequestSchema, type PushRequest } from "./request";
import { rules } from "./rules";
import { present } from "./scalars";
import { isSendable, utf8Bytes } from "./text";

/**
 * What counts as the payload of 4 KB: the body as received, or the body without its `destination`
 * (contract 3).
 */
export type SizeRule = "body" | "message";

export interface ParseOptions {
  sizeRule: SizeRule;
  /** Whether `notifyurl` must be https: a setting of the service (contract 4). */
  httpsOnly: boolean;
  /**
   * The installation's public address: its own inboxes may be http, since nothing goes over a
   * network. Left out: it has none.
   */
  origin?: string | undefined;
  /** Milliseconds since 1970 UTC: `expiry` is judged against it. */
  now: number;
}

interface BodyReading {
  /**
   * The body; undefined where it was refused before its members were looked at, with one problem.
   */
  text: string | undefined;
  /**
   * UTF-8 bytes of the body without its `destination`; undefined where it was refused by its size
   * alone.
   */
  messageBytes: number | undefined;
  warnings: Problem[];
}

export type ParseResult =
  | (BodyReading & {
      ok: true;
      request: PushRequest;
      bodyBytes: number;
      text: string;
      messageBytes: number;
    })
  | (BodyReading & {
      ok: false;
      problems: Problem[];
      /**
       * As written, when it could be read and looked up: what is wrong with the app can be reported
       * in the same answer.
       */
      appid?: string;
    });

/**
 * Reads a body of `POST /resources/v1/messaging` (interface 2, 4, 7, 8; contract 2 to 6). Reports
 * every problem at once, in document order, and never throws. `bodyBytes` are those received,
 * `messageBytes` those without `destination`. Size is judged on the bytes before anything is read;
 * a body that is not JSON has that one problem.
 */
export function parseRequest(bytes: Uint8Array, options: ParseOptions): ParseResult {
  if (bytes.length > (options.sizeRule === "body" ? PAYLOAD_BYTES : BODY_BYTES))
    return refused([problem("body.size", "")]);
  const body = readJson(bytes);
  if (!("value" in body)) return refused(body.problems, bytes.length);
  const messageBytes = bytesWithoutDestination(bytes.length, body);
  const { value, text } = body;
  // Everything but `destination`, which has its own limit, is small from here on, so that no body
  // costs much time.
  if (options.sizeRule === "message" && messageBytes > PAYLOAD_BYTES)
    return refused([problem("body.size", "")], messageBytes);
  const problems = [...body.problems];

  const parsed = pushRequestSchema.safeParse(value, { reportInput: true });
  if (parsed.success) checkArrival(parsed.data, options, problems);
  else {
    for (const issue of parsed.error.issues) {
      const { rule } = ruleOfIssue(issue);
      problems.push({
        pointer: pointerOf(issue.path),
        rule,
        code: rules[rule].code,
        message: issue.message,
      });
    }
    checkArrival(readArrival(value), options, problems);
  }
  const warnings = inDocumentOrder(lint(value).slice(0, WARNINGS), text);
  if (parsed.success && problems.length === 0)
    return {
      ok: true,
      request: parsed.data,
      warnings,
      bodyBytes: bytes.length,
      messageBytes,
      text,
    };
  const result = {
    ...refused(inDocumentOrder(problems.slice(0, PROBLEMS), text), messageBytes),
    warnings,
    text,
  };
  const { appid } = value;
  return typeof appid === "string" && appid !== "" && isSendable(appid)
    ? { ...result, appid }
    : result;
}

/**
 * Problems that were found in several places, in the order of the body they were found in (contract
 * 2).
 */
export function inOrderOfBody(
  problems: readonly Problem[],
  { text }: Pick<ParseResult, "text">,
): Problem[] {
  return text === undefined ? [...problems] : inDocumentOrder(problems, text);
}

function refused(problems: Problem[], messageBytes?: number): Extract<ParseResult, { ok: false }> {
  return { ok: false, problems, warnings: [], text: undefined, messageBytes };
}

/**
 * Both readings of the payload's size in UTF-8 bytes, for a body's text (contract 3): as it is, and
 * without its `destination` member and one adjacent comma. For a text that is not a JSON object
 * they are equal.
 */
export function measureBody(text: string): { bodyBytes: number; messageBytes: number } {
  const bytes = new TextEncoder().encode(text);
  const body = readJson(bytes);
  return {
    bodyBytes: bytes.length,
    messageBytes: "value" in body ? bytesWithoutDestination(bytes.length, body) : bytes.length,
  };
}

function bytesWithoutDestination(bodyBytes: number, { text, destinationSpan }: JsonBody): number {
  return destinationSpan === undefined
    ? bodyBytes
    : bodyBytes - utf8Bytes(text.slice(...destinationSpan));
}

/** The members that are judged by the clock and by the service's settings. */
type Arrival = Pick<PushRequest, "expiry" | "notifyurl">;

function checkArrival(
  { expiry, notifyurl }: Arrival,
  { httpsOnly, origin = "", now }: ParseOptions,
  problems: Problem[],
): void {
  if (expiry !== undefined && Date.parse(expiry) <= now)
    problems.push(problem("expiry.passed", "/expiry"));
  const isReadable =
    notifyurl !== undefined &&
    !/^https:/i.test(notifyurl) &&
    inboxTokenOf(notifyurl, origin) === undefined;
  if (httpsOnly && isReadable) problems.push(problem("notifyurl.https", "/notifyurl"));
}

const arrivalShape = pushRequestSchema.def.in.shape;

/**
 * The same members of a body that was refused for another reason; those that cannot be read
 * themselves are left out.
 */
function readArrival(value: Record<string, unknown>): Arrival {
  const { data: expiry } = arrivalShape.expiry.safeParse(value["expiry"]);
  const { data: notifyurl } = arrivalShape.notifyurl.safeParse(value["notifyurl"]);
  return present({ expiry, notifyurl });
}
