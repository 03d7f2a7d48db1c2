import type { Answer, ForcedResponse } from "@/lib/lab/exchange";
import type { Violation } from "./google-json";

const json = { "content-type": "application/json; charset=UTF-8" };
const fcmError = "type.googleapis.com/google.firebase.fcm.v1.FcmError";
const badRequest = "type.googleapis.com/google.rpc.BadRequest";

interface ErrorTemplate {
  http: number;
  status: string;
  message: string;
  /** Marked by its status alone: no FcmError among the details. */
  bare?: true;
}

const errorTemplates: Record<string, ErrorTemplate> = {
  INVALID_ARGUMENT: {
    http: 400,
    status: "INVALID_ARGUMENT",
    message: "Request contains an invalid argument.",
  },
  UNAUTHENTICATED: {
    http: 401,
    status: "UNAUTHENTICATED",
    message: "Request had invalid authentication credentials.",
    bare: true,
  },
  THIRD_PARTY_AUTH_ERROR: {
    http: 401,
    status: "UNAUTHENTICATED",
    message: "Auth error from APNS or Web Push Service",
  },
  SENDER_ID_MISMATCH: { http: 403, status: "PERMISSION_DENIED", message: "SenderId mismatch" },
  PERMISSION_DENIED: {
    http: 403,
    status: "PERMISSION_DENIED",
    message: "Permission denied on resource project",
    bare: true,
  },
  UNREGISTERED: { http: 404, status: "NOT_FOUND", message: "Requested entity was not found." },
  NOT_FOUND: {
    http: 404,
    status: "NOT_FOUND",
    message: "Requested entity was not found.",
    bare: true,
  },
  QUOTA_EXCEEDED: { http: 429, status: "RESOURCE_EXHAUSTED", message: "Quota exceeded." },
  INTERNAL: { http: 500, status: "INTERNAL", message: "Internal error encountered." },
  UNAVAILABLE: {
    http: 503,
    status: "UNAVAILABLE",
    message: "The service is currently unavailable.",
  },
};
const byStatus: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "UNREGISTERED",
  429: "QUOTA_EXCEEDED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
};

function answer(
  http: number,
  status: string,
  message: string,
  details: object[],
  verdict: string,
): Answer {
  const error = { code: http, message, status, ...(details.length > 0 && { details }) };
  return { status: http, headers: json, body: JSON.stringify({ error }), verdict };
}

/** An error of FCM by its error code, with the `FcmError` detail where the service gives one. */
export function refuseFcm(code: string, http?: number): Answer {
  const entry = errorTemplates[code] ?? { http: http ?? 400, status: code, message: code };
  const details = entry.bare ? [] : [{ "@type": fcmError, errorCode: code }];
  return answer(http ?? entry.http, entry.status, entry.message, details, code);
}

/** What Google's JSON parser says about a body that does not fit the message type. */
export function refuseShape(violations: Violation[]): Answer {
  const message = violations.map((violation) => violation.description).join("\n");
  return answer(
    400,
    "INVALID_ARGUMENT",
    message,
    [{ "@type": badRequest, fieldViolations: violations }],
    "INVALID_ARGUMENT",
  );
}

/** What FCM itself says about a field. */
export function refuseField(
  field: string,
  description: string,
  message = "Request contains an invalid argument.",
): Answer {
  const details = [
    { "@type": fcmError, errorCode: "INVALID_ARGUMENT" },
    { "@type": badRequest, fieldViolations: [{ field, description }] },
  ];
  return answer(400, "INVALID_ARGUMENT", message, details, `INVALID_ARGUMENT ${field}`);
}

/** A payload over its limit: said without any detail. */
export function refuseSize(): Answer {
  return answer(
    400,
    "INVALID_ARGUMENT",
    "Request contains an invalid argument.",
    [],
    "INVALID_ARGUMENT size",
  );
}

/** A path that is not served: HTML, as from Google's front end. */
export function refusePath(): Answer {
  return {
    status: 404,
    headers: { "content-type": "text/html; charset=UTF-8" },
    body: "<!DOCTYPE html><html lang=en><title>Error 404 (Not Found)!!1</title><p>The requested URL was not found on this server.",
    verdict: "not found",
  };
}

/** A forced refusal; a gateway's 502 is HTML. */
export function forcedFcm(forced: ForcedResponse): Answer {
  const code = forced.reason ?? byStatus[forced.status ?? 0];
  if (code !== undefined) return refuseFcm(code, forced.status);
  const status = forced.status ?? 500;
  return {
    status,
    headers: { "content-type": "text/html; charset=UTF-8" },
    body: `<!DOCTYPE html><html lang=en><title>Error ${status} (Server Error)!!1</title><p>The server encountered a temporary error and could not complete your request.<p>Please try again in 30 seconds.`,
    verdict: `HTTP ${status}`,
  };
}
