import { randomBytes } from "node:crypto";
import { AccessTokens } from "./access-tokens";
import type { Accounts } from "./accounts";
import type { Delivery } from "./delivery";
import type { Devices } from "./devices";
import {
  type Answer,
  type Call,
  credentialsOf,
  header,
  parseJson,
  type Service,
  shownHeaders,
  textOf,
} from "./exchange";
import { checkFcmMessage } from "./fcm-checks";
import { forcedFcm, refuseFcm, refuseField, refusePath, refuseShape } from "./fcm-errors";
import { readFcmRequest } from "./fcm-shape";
import { makeFcmTokenEndpoint } from "./fcm-token-endpoint";
import type { Violation } from "./google-json";
import { looksLikeFcmToken } from "./push-ids";

const json = { "content-type": "application/json; charset=UTF-8" };
const tokenPath = "/token";
const fid = /^[A-Za-z0-9_-]{22}$/;

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
    if (token === undefined || tokens.judge(token) !== "good") return refuseFcm("UNAUTHENTICATED");
    if (project !== account.projectId) return refuseFcm("PERMISSION_DENIED");
    return send(call);
  }

  function send(call: Call): Answer {
    const type = header(call.headers, "content-type");
    const text = textOf(call.body);
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
    const { validate_only: dryRun, message } = readFcmRequest(parsed, violations);
    if (violations.length > 0) return refuseShape(violations);
    const refusal = checkFcmMessage(message);
    if (refusal || !message) return refusal ?? refuseFcm("INVALID_ARGUMENT");
    if (message.topic !== undefined || message.condition !== undefined) return accept(dryRun);

    const target = message.token ?? message.fid ?? "";
    if (message.token === undefined ? !fid.test(target) : !looksLikeFcmToken(target))
      return refuseField(
        message.token === undefined ? "message.fid" : "message.token",
        "Invalid registration token",
      );
    const held = devices.find("fcm", target);
    if (!held || held.retiredAt !== undefined) return refuseFcm("UNREGISTERED");
    if (dryRun) return accept(true);
    delivery.deliver(held, {
      transid: (message.android?.data ?? message.data)?.["transid"] ?? "",
      headers: () => shownHeaders(call.headers),
      body: text,
      tag: message.android?.notification?.tag,
    });
    return accept(false);
  }

  function accept(dryRun: boolean | undefined): Answer {
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
