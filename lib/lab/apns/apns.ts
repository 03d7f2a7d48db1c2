import { randomUUID } from "node:crypto";
import type { Accounts } from "@/lib/lab/accounts";
import type { Delivery } from "@/lib/lab/delivery";
import type { Devices } from "@/lib/lab/devices";
import {
  type Answer,
  type Call,
  type ClientCertificate,
  header,
  isObject,
  parseJson,
  type Service,
  shownHeaders,
  bodyText,
} from "@/lib/lab/exchange";
import { apsIsSound, checkApnsHeaders, checkTopic, isApnsId } from "./checks";
import { makeProviderTokenCheck } from "./provider-token";
import { forcedApns, refuseApns } from "./reasons";

const maxPayloadBytes = 4096;
const maxVoipPayloadBytes = 5120;
const deviceToken = /^(?:[0-9a-fA-F]{2}){32,100}$/;

/** The lab stands for Apple's production environment. */
const environment = "production";

/**
 * APNs with provider tokens or, by TLS, client certificates; HTTP/2 only. Checks in the order:
 * method, path, device token, provider token or certificate, topic, headers, payload, device.
 */
export function makeApns(parts: {
  account: Accounts["apns"];
  devices: Devices;
  delivery: Delivery;
}): Service {
  const { account, devices, delivery } = parts;
  const checkProviderToken = makeProviderTokenCheck(account);
  const idOf = (call: Call) => {
    const idHeader = header(call.headers, "apns-id");
    return isApnsId(idHeader) ? idHeader : randomUUID().toUpperCase();
  };

  function handle(call: Call): Answer {
    const apnsId = idOf(call);
    const rejectPush = (reason: string) => refuseApns(reason, apnsId);
    if (call.method !== "POST") return rejectPush("MethodNotAllowed");
    if (!call.path.startsWith("/3/device")) return rejectPush("BadPath");
    const token = call.path.slice("/3/device/".length);
    if (token === "") return rejectPush("MissingDeviceToken");
    if (token.includes("/") || call.path[9] !== "/") return rejectPush("BadPath");
    if (!deviceToken.test(token)) return rejectPush("BadDeviceToken");
    const { headers, connection } = call;
    // A provider token goes before a certificate.
    const certificate = headers.authorization === undefined ? connection.certificate : undefined;
    const credentialFault = certificate
      ? checkCertificate(certificate)
      : checkProviderToken(headers, connection);
    const { bundleId } = account;
    const wrong =
      credentialFault ??
      checkTopic(headers, bundleId, certificate?.topics ?? [bundleId], certificate !== undefined) ??
      checkApnsHeaders(headers);
    if (wrong !== undefined) return rejectPush(wrong);

    const limit =
      header(call.headers, "apns-push-type") === "voip" ? maxVoipPayloadBytes : maxPayloadBytes;
    if (call.tooLong || call.body.length > limit) return rejectPush("PayloadTooLarge");
    const text = bodyText(call.body);
    const payload = text === undefined ? undefined : parseJson(text);
    if (text === undefined || !isObject(payload) || !isObject(payload["aps"]))
      return rejectPush("PayloadEmpty");
    if (!apsIsSound(payload["aps"])) return rejectPush("BadPayload");

    const recipient = devices.find("apns", token) ?? devices.find("apns", token.toLowerCase());
    if (!recipient) return rejectPush("BadDeviceToken");
    if (recipient.retiredAt !== undefined)
      return refuseApns("Unregistered", apnsId, recipient.retiredAt);
    delivery.deliver(recipient, {
      transid: typeof payload["transid"] === "string" ? payload["transid"] : "",
      headers: () => shownHeaders(call.headers),
      body: text,
      tag: header(call.headers, "apns-collapse-id"),
    });
    return { status: 200, headers: { "apns-id": apnsId }, body: "", verdict: "accepted" };
  }

  return {
    provider: "apns",
    maxBodyBytes: maxVoipPayloadBytes,
    http1: false,
    maxStreams: 1000,
    handle,
    forced: (forced, call) => forcedApns(forced, idOf(call)),
  };
}

/** Returns Apple's reason for refusing a client certificate, or undefined. */
function checkCertificate({
  trusted,
  topics,
  environments,
}: ClientCertificate): string | undefined {
  if (!trusted || topics.length === 0 || environments.length === 0) return "BadCertificate";
  return environments.includes(environment) ? undefined : "BadCertificateEnvironment";
}
