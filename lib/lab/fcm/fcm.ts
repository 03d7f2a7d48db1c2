import { randomBytes } from "node:crypto";
import { AccessTokens } from "@/lib/lab/access-tokens";
import type { Accounts } from "@/lib/lab/accounts";
import type { Delivery } from "@/lib/lab/delivery";
import type { Devices } from "@/lib/lab/devices";
import {
  type Answer,
  type Call,
  credentialsOf,
  header,
  parseJson,
  type Service,
  shownHeaders,
  bodyText,
} from "@/lib/lab/exchange";
import { looksLikeFcmToken } from "@/lib/lab/push-ids";
import { checkFcmMessage } from "./checks";
import { forcedFcm, refuseFcm, refuseField, refusePath, refuseShape } from "./errors";
import type { Violation } from "./google-json";
import { type FcmMessage, readFcmRequest } from "./shape";
import { makeFcmTokenEndpoint } from "./token-endpoint";

const json = { "content-type": "application/json; charset=UTF-8" };
const tokenPath = "/token";
const fid = /^[A-Za-z0-9_-]{22}$/;

/** A send call that has the right form. */
interface FcmSend {
  message: FcmMessage;
  /** Token or FID of the device; undefined of a message to a topic or a condition. */
  target: string | undefined;
  /** The body. */
  text: string;
  dryRun: boolean;
}

/**
 * FCM HTTP v1 and its token call (`POST /token`), as
 * https://firebase.google.com/docs/reference/fcm/rest/v1 describes them.
 */
export function makeFcm(parts: {
  account: Accounts["fcm"];
  devices: Devices;
  delivery: Delivery;
  /** Seconds that an access token really holds. */
  tokenLifetime: () => number;
}): Service {
  const { account, devices, delivery } = parts;
  const tokens = new AccessTokens("ya29.c.");
  const grant = makeFcmTokenEndpoint(account, tokens, parts.tokenLifetime);
  const path = /^\/v1\/projects\/([^/?]+)\/messages:send(?:\?.*)?$/;
  const messageName = `projects/${account.projectId}/messages/`;
  const stem = randomBytes(4).toString("hex");
  let sent = 0;

  function handle(call: Call): Answer {
    if (call.path === tokenPath) return grant(call);
    const project = path.exec(call.path)?.[1];
    if (project === undefined || call.method !== "POST") return refusePath();
    const token = credentialsOf(call.headers, "bearer");
    if (token === undefined || tokens.check(token) !== "good") return refuseFcm("UNAUTHENTICATED");
    if (project !== account.projectId) return refuseFcm("PERMISSION_DENIED");
    const request = readSend(call);
    return "verdict" in request ? request : send(request, call);
  }

  function send({ message, target, text, dryRun }: FcmSend, call: Call): Answer {
    if (target === undefined) return accept(dryRun);
    const recipient = devices.find("fcm", target);
    if (!recipient || recipient.retiredAt !== undefined) return refuseFcm("UNREGISTERED");
    if (dryRun) return accept(true);
    delivery.deliver(recipient, {
      transid: (message.android?.data ?? message.data)?.["transid"] ?? "",
      headers: () => shownHeaders(call.headers),
      body: text,
      tag: message.android?.notification?.tag,
    });
    return accept(false);
  }

  function accept(dryRun: boolean): Answer {
    sent += 1;
    const id = dryRun
      ? "fake_message_id"
      : `0:${Date.now()}${String(sent).padStart(6, "0")}%${stem}`;
    return {
      status: 200,
      headers: json,
      body: `{"name":"${messageName}${id}"}`,
      verdict: "accepted",
    };
  }

  return {
    provider: "fcm",
    maxBodyBytes: 262_144,
    http1: true,
    maxStreams: 100,
    tokenPath,
    handle,
    forced: forcedFcm,
  };
}

/** Reads a send call. Returns the answer itself for one that has a fault. */
function readSend(call: Call): FcmSend | Answer {
  const type = header(call.headers, "content-type");
  const text = bodyText(call.body);
  const parsed = text === undefined || text === "" ? undefined : parseJson(text);
  if (
    text === undefined ||
    parsed === undefined ||
    (type !== undefined && !type.toLowerCase().startsWith("application/json"))
  )
    return refuseShape([
      {
        description: call.tooLong
          ? "Request payload size exceeds the limit."
          : "Invalid JSON payload received. Unexpected token.",
      },
    ]);
  const violations: Violation[] = [];
  const { validate_only: validateOnly, message } = readFcmRequest(parsed, violations);
  if (violations.length > 0) return refuseShape(violations);
  const refusal = checkFcmMessage(message);
  if (refusal || !message) return refusal ?? refuseFcm("INVALID_ARGUMENT");
  const dryRun = validateOnly === true;
  if (message.topic !== undefined || message.condition !== undefined)
    return { message, target: undefined, text, dryRun };

  const target = message.token ?? message.fid ?? "";
  if (message.token === undefined ? !fid.test(target) : !looksLikeFcmToken(target))
    return refuseField(
      message.token === undefined ? "message.fid" : "message.token",
      "Invalid registration token",
    );
  return { message, target, text, dryRun };
}
