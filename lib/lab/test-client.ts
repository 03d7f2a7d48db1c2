import { createHmac, createPrivateKey, sign } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { request as http1Request } from "node:http";
import { connect, type ClientHttp2Session, type OutgoingHttpHeaders } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Lab } from "./lab";

/**
 * Clients for the lab's tests, written by hand from the providers' documents. Nothing of the
 * product's senders is used.
 */
export interface ClientResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export const freshFolder = (): string => mkdtempSync(join(tmpdir(), "lab-"));
export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** One request on an open HTTP/2 session. Rejects when the stream ends without an answer. */
export function ask(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body: string | Buffer = "",
): Promise<ClientResponse> {
  return new Promise((resolve, reject) => {
    const stream = session.request(headers, { endStream: body.length === 0 });
    let answered: Record<string, string> | undefined;
    const chunks: Buffer[] = [];
    stream.on("response", (responseHeaders) => {
      answered = Object.fromEntries(
        Object.entries(responseHeaders).map(([name, value]) => [name, String(value)]),
      );
    });
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("error", reject);
    stream.on("close", () => {
      if (answered)
        resolve({
          status: Number(answered[":status"]),
          headers: answered,
          body: Buffer.concat(chunks).toString("utf8"),
        });
      else reject(new Error(`no answer, reset with ${stream.rstCode}`));
    });
    if (body.length > 0) stream.end(body);
  });
}

/** One request on a connection of its own. */
export async function ask2(
  origin: string,
  headers: OutgoingHttpHeaders,
  body: string | Buffer = "",
): Promise<ClientResponse> {
  const session = connect(origin);
  session.on("error", () => undefined);
  try {
    return await ask(session, headers, body);
  } finally {
    session.destroy();
  }
}

/** One HTTP/1.1 request. */
export function ask1(
  url: string,
  method: string,
  headers: Record<string, string>,
  body: string | Buffer = "",
): Promise<ClientResponse> {
  return new Promise((resolve, reject) => {
    const request = http1Request(
      url,
      { method, agent: false, headers: { ...headers, "content-length": Buffer.byteLength(body) } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers as Record<string, string>,
            body: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A JWT signed by a PEM key. */
export function makeJwt(
  algorithm: "RS256" | "ES256",
  privateKey: string | ReturnType<typeof createPrivateKey>,
  claims: object,
  header: object = {},
): string {
  const input = `${part({ alg: algorithm, typ: "JWT", ...header })}.${part(claims)}`;
  const key = typeof privateKey === "string" ? createPrivateKey(privateKey) : privateKey;
  return `${input}.${sign("sha256", Buffer.from(input), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
}

export const form = { "content-type": "application/x-www-form-urlencoded" };

/** An assertion for the FCM token call; members can be overridden. */
export function fcmAssertion(lab: Lab, claims: object = {}): string {
  const { clientEmail, privateKey, tokenUri } = lab.accounts.fcm;
  const now = nowSeconds();
  return makeJwt("RS256", privateKey, {
    iss: clientEmail,
    scope: "https://www.googleapis.com/auth/firebase.messaging",
    aud: tokenUri,
    iat: now,
    exp: now + 3600,
    ...claims,
  });
}

export function fcmTokenCall(
  lab: Lab,
  assertion: string,
  grant = "urn:ietf:params:oauth:grant-type:jwt-bearer",
): Promise<ClientResponse> {
  return ask1(
    lab.accounts.fcm.tokenUri,
    "POST",
    form,
    new URLSearchParams({ grant_type: grant, assertion }).toString(),
  );
}

export async function fcmToken(lab: Lab): Promise<string> {
  const answered = await fcmTokenCall(lab, fcmAssertion(lab));
  return (JSON.parse(answered.body) as { access_token: string }).access_token;
}

/** Headers of an FCM send. */
export function fcmHeaders(
  lab: Lab,
  token: string,
  more: OutgoingHttpHeaders = {},
): OutgoingHttpHeaders {
  return {
    ":method": "POST",
    ":path": `/v1/projects/${lab.accounts.fcm.projectId}/messages:send`,
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    ...more,
  };
}

/** Sends a message with this transid by FCM. Throws where it is refused. */
export async function fcmPush(
  lab: Lab,
  transid: string,
  pushId = deviceOf(lab, "android").pushId,
  token?: string,
): Promise<void> {
  const { status } = await ask2(
    lab.endpoints.fcm,
    fcmHeaders(lab, token ?? (await fcmToken(lab))),
    JSON.stringify({ message: { token: pushId, data: { transid } } }),
  );
  if (status !== 200) throw new Error(`FCM answered ${status}`);
}

/** An error as FCM words it. */
export interface FcmError {
  code: number;
  status: string;
  message: string;
  details?: {
    "@type": string;
    errorCode?: string;
    fieldViolations?: { field?: string; description: string }[];
  }[];
}

/** Returns the error of an answer of FCM. */
export function fcmErrorOf(body: string): FcmError {
  return (JSON.parse(body) as { error: FcmError }).error;
}

/** A provider token for APNs. */
export function apnsToken(lab: Lab, claims: object = {}, header: object = {}): string {
  const { teamId, keyId, privateKey } = lab.accounts.apns;
  return makeJwt(
    "ES256",
    privateKey,
    { iss: teamId, iat: nowSeconds(), ...claims },
    { kid: keyId, ...header },
  );
}

/** Headers of an APNs send. Undefined members are left out. */
export function apnsHeaders(
  lab: Lab,
  deviceToken: string,
  providerToken: string,
  more: OutgoingHttpHeaders = {},
): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {
    ":method": "POST",
    ":path": `/3/device/${deviceToken}`,
    authorization: `bearer ${providerToken}`,
    "apns-topic": lab.accounts.apns.bundleId,
    "apns-push-type": "alert",
    "apns-priority": "10",
    ...more,
  };
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
}

export function hmsTokenCall(lab: Lab, more: Record<string, string> = {}): Promise<ClientResponse> {
  const { appId, appSecret, tokenUri } = lab.accounts.hms;
  return ask1(
    tokenUri,
    "POST",
    form,
    new URLSearchParams({
      grant_type: "client_credentials",
      client_id: appId,
      client_secret: appSecret,
      ...more,
    }).toString(),
  );
}

export async function hmsToken(lab: Lab): Promise<string> {
  return (JSON.parse((await hmsTokenCall(lab)).body) as { access_token: string }).access_token;
}

/** An HMS send over HTTP/1.1; answers the parsed body. */
export async function hmsSend(
  lab: Lab,
  token: string,
  message: unknown,
  more: object = {},
): Promise<{ code: string; msg: string; requestId: string }> {
  const answered = await ask1(
    `${lab.endpoints.hms}/v1/${lab.accounts.hms.appId}/messages:send`,
    "POST",
    { authorization: `Bearer ${token}`, "content-type": "application/json" },
    JSON.stringify({ message, ...more }),
  );
  return JSON.parse(answered.body) as { code: string; msg: string; requestId: string };
}

/** The private key of a base64url pair as a key object. */
function pairKey(pair: {
  publicKey: string;
  privateKey: string;
}): ReturnType<typeof createPrivateKey> {
  const point = Buffer.from(pair.publicKey, "base64url");
  return createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      d: pair.privateKey,
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
}

/** A VAPID authorization header; claims can be overridden. */
export function vapidHeader(
  lab: Lab,
  claims: object = {},
  pair: { publicKey: string; privateKey: string } = lab.accounts.webpush,
): string {
  const jwt = makeJwt("ES256", pairKey(pair), {
    aud: lab.endpoints.webpush,
    exp: nowSeconds() + 3600,
    sub: lab.accounts.webpush.subject,
    ...claims,
  });
  return `vapid t=${jwt}, k=${pair.publicKey}`;
}

export const hmacHex = (secret: string, body: string): string =>
  createHmac("sha256", secret).update(body).digest("hex");

/** The device of a kind. */
export function deviceOf(lab: Lab, kind: string): Lab["devices"][number] {
  const device = lab.devices.find((one) => one.kind === kind);
  if (!device) throw new Error(`no ${kind}`);
  return device;
}
