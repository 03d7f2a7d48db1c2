/** Why an update was not taken, for people. */
export interface UpdateFailure {
  /** What kind of failure it is. */
  kind: FailureKind;
  /** In a few words. */
  headline: string;
  /** What happened. */
  text: string;
  /** What to do about it. */
  remedy: string;
  /** The setting of the deployment that the remedy speaks of, and what to add to it. */
  setting?: { name: "NOTIFY_ALLOW" | "APP_SECRET"; add?: string };
}

type FailureKind =
  | "gone"
  | "redirect"
  | "refused"
  | "unauthorised"
  | "not-found"
  | "method"
  | "too-large"
  | "busy"
  | "server"
  | "timeout"
  | "unreachable"
  | "name"
  | "certificate"
  | "broken"
  | "address"
  | "url"
  | "no-auth"
  | "incomplete-auth"
  | "sealed"
  | "token"
  | "webhook-gone"
  | "webhook-off"
  | "service-gone"
  | "unknown";

/** What the sender says when it gave up; what it gave up for stands before it. */
const givenUp = /; given up after (\d+) attempts?$/;
const again = "Clarion tries again for 24 hours. Once it is mended, send what was parked again.";

/**
 * Explains what the sender of updates wrote down: every error that `updates/judge`, the authentication and the guard of outgoing calls give.
 *
 * @param status the receiver's; null when no answer came
 * @param error null when the receiver took it: then there is nothing to explain
 */
export function updateFailure(status: number | null, error: string | null): UpdateFailure | undefined {
  if (error === null) return undefined;
  const reason = error.replace(givenUp, "");
  const found = status === null ? undefined : byStatus(status);
  return found ?? byAnswered(reason) ?? byReason(reason);
}

function byAnswered(reason: string): UpdateFailure | undefined {
  const [, status] = /answered (\d{3})(?:;|:|$)/.exec(reason.startsWith("no token from ") ? "" : reason) ?? [];
  return status === undefined ? undefined : byStatus(Number(status));
}

function byStatus(status: number): UpdateFailure | undefined {
  if (status === 410)
    return {
      kind: "gone",
      headline: "Wants no more updates",
      text: "The receiver said that this address is gone for good. Nothing is sent there until somebody switches it on again.",
      remedy: "If that was a mistake, mend the receiver, switch the webhook on again and send what was parked again.",
    };
  if (status >= 300 && status < 400)
    return {
      kind: "redirect",
      headline: "Redirected",
      text: "The receiver pointed to another address. Clarion follows no redirects, because they could lead anywhere.",
      remedy: "Enter the address that it points to, often the same one with https:// or with a slash at its end.",
    };
  if (status === 401 || status === 403)
    return {
      kind: "unauthorised",
      headline: "Did not let Clarion in",
      text: "The receiver refused the authentication, or wants one and got none.",
      remedy: "Check the authentication: try it, replace its secret, or choose another one. Then send what was parked again.",
    };
  if (status === 404)
    return {
      kind: "not-found",
      headline: "Nothing at this address",
      text: "The receiver’s server answered, but it knows no such path.",
      remedy: "Check the path of the address, and that the receiver is deployed.",
    };
  if (status === 405 || status === 415)
    return {
      kind: "method",
      headline: "Takes no updates at this address",
      text: "The receiver’s server does not take JSON that is posted to this path.",
      remedy: "Check the path of the address; the receiver has to take a POST with JSON there.",
    };
  if (status === 413)
    return {
      kind: "too-large",
      headline: "Finds the update too large",
      text: "The receiver’s server takes less than an update has.",
      remedy: "Raise its limit to at least 64 KB.",
    };
  if (status === 429)
    return {
      kind: "busy",
      headline: "Asked to slow down",
      text: "The receiver got more updates than it takes at a time. Clarion waits as long as it asks for, up to an hour.",
      remedy: "Nothing, if it passes by itself. Otherwise raise the receiver’s limit.",
    };
  if (status >= 500)
    return {
      kind: "server",
      headline: status === 503 ? "Not available" : "Failed at the receiver",
      text: "The receiver’s server had an error of its own, or is down for maintenance.",
      remedy: `Look into the receiver’s log at this time. ${again}`,
    };
  if (status >= 400)
    return {
      kind: "refused",
      headline: "Refused",
      text: "The receiver did not accept the update, without one of the usual reasons.",
      remedy: `Look into the receiver’s log at this time. If it checks signatures, compare its secret with this endpoint’s. ${again}`,
    };
  // Informational answers are no end of a call, and 2xx is no failure.
  return undefined;
}

/** Codes of the system and of TLS, and what they mean. */
const certificates = /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)|ERR_TLS|EPROTO|ERR_SSL/;

function byReason(reason: string): UpdateFailure {
  const [, named = ""] = /authentication "(.*)"/s.exec(reason) ?? [];
  if (reason.startsWith("there is no authentication ") || /^the authentication ".*" was deleted$/s.test(reason))
    return {
      kind: "no-auth",
      headline: "Authentication missing",
      text: `The authentication ${named} that it is to be sent with does not exist${reason.endsWith("deleted") ? " any longer" : ""}.`,
      remedy: "Add an authentication with this very ID, then send what was parked again.",
    };
  if (/^the authentication ".*" is not complete$/s.test(reason))
    return {
      kind: "incomplete-auth",
      headline: "Authentication incomplete",
      text: `Something that the authentication ${named} needs is missing.`,
      remedy: "Change the authentication and fill in what is missing, then send what was parked again.",
    };
  if (reason.endsWith(" cannot be opened"))
    return {
      kind: "sealed",
      headline: "Secret cannot be opened",
      text:
        named === ""
          ? "The signing secret was stored under another key than the one Clarion runs with."
          : `The secret of ${named} was stored under another key than the one Clarion runs with.`,
      remedy: "Start Clarion with the key from before, or make the secret anew, then send what was parked again.",
      setting: { name: "APP_SECRET" },
    };
  if (reason.startsWith("no token from ")) return tokenFailure(reason);
  if (reason === "the webhook is switched off")
    return {
      kind: "webhook-off",
      headline: "Webhook switched off",
      text: "The webhook was off when it was this update’s turn.",
      remedy: "Switch the webhook on: what was parked for it is sent then.",
    };
  if (reason === "the webhook no longer exists")
    return {
      kind: "webhook-gone",
      headline: "Webhook removed",
      text: "The webhook that this update is for was removed.",
      remedy: "Nothing. A new webhook can be told of the same changes from the message’s page.",
    };
  if (reason === "the service no longer exists")
    return { kind: "service-gone", headline: "Service removed", text: "The service of this update was removed.", remedy: "Nothing." };
  return bySocket(reason) ?? byAddress(reason) ?? unknown(reason);
}

function tokenFailure(reason: string): UpdateFailure {
  const [, host = "", words = ""] = /^no token from ([^:]*(?::\d+)?): (.*)$/s.exec(reason) ?? [];
  const address = byAddress(words);
  if (address)
    return { ...address, kind: "token", headline: "No access token", text: `The token address may not be called. ${address.text}` };
  const denied = /answered 4\d\d/.test(words);
  return {
    kind: "token",
    headline: "No access token",
    text: denied
      ? `${host} refused to issue an access token: it does not know the client, or its secret is wrong.`
      : `${host} issued no access token: ${words.replace(/^the token endpoint /, "it ")}.`,
    remedy: denied
      ? "Check client ID, client secret and scope of the authentication, and where the client goes in."
      : `Check the token address of the authentication, and that its server is up. ${again}`,
  };
}

function bySocket(reason: string): UpdateFailure | undefined {
  if (reason === "no answer in time" || /TIMEOUT|ETIMEDOUT/.test(reason))
    return {
      kind: "timeout",
      headline: "No answer in 10 seconds",
      text: "The receiver did not answer in time. It may have taken the update all the same.",
      remedy: `Let the receiver answer first and work afterwards; it knows repeats by their ID. ${again}`,
    };
  if (!/^(not connected|the line broke): /.test(reason)) {
    return reason === "connected to another address than the one that was checked"
      ? { kind: "broken", headline: "Connection broke off", text: "The connection led to another address than its name.", remedy: again }
      : undefined;
  }
  if (/ENOTFOUND|EAI_AGAIN/.test(reason))
    return {
      kind: "name",
      headline: "Host not found",
      text: "There is no such host name, or the name server did not answer.",
      remedy: `Check the host in the address for a slip. ${again}`,
    };
  if (certificates.test(reason))
    return {
      kind: "certificate",
      headline: "Certificate not valid",
      text: "The receiver’s certificate has expired, is for another name, or comes from nobody who is trusted.",
      remedy: `Renew the receiver’s certificate, with its whole chain. ${again}`,
    };
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/.test(reason))
    return {
      kind: "unreachable",
      headline: "Could not connect",
      text: "Nothing listens at this address, or a firewall is in between.",
      remedy: `Check host and port, and that the receiver is up. ${again}`,
    };
  return {
    kind: "broken",
    headline: "Connection broke off",
    text: "The connection ended before an answer came. The receiver may have taken the update all the same.",
    remedy: `If that keeps happening, look into the receiver’s log, or that of a proxy before it. ${again}`,
  };
}

function byAddress(reason: string): UpdateFailure | undefined {
  if (
    reason === "not a proper URL" ||
    reason === "only http and https are called" ||
    reason.startsWith("a URL with a user name or password")
  )
    return {
      kind: "url",
      headline: "Address cannot be called",
      text: reason.startsWith("a URL with")
        ? "There is a user name or a password in the address."
        : "The address is incomplete, or begins with something else than https:// or http://.",
      remedy: "Correct the address where the request or the service names it; a password belongs into an authentication.",
    };
  const setting =
    /(?:is a private address|is this machine|is not called; add|leads to a forbidden address|led nowhere|has no address|is no address)/;
  if (!setting.test(reason)) return undefined;
  const [, port, portHost] = /^port (\d+) is not called; add (\S+) to/.exec(reason) ?? [];
  const [host = ""] = reason.split(" ");
  return {
    kind: "address",
    headline: "Address not allowed",
    text:
      port === undefined
        ? `${host} is, or leads to, an address inside of a private network. Clarion calls none that it was not told of.`
        : `Clarion calls no other ports than 80, 443 and 8443, and this is port ${port}.`,
    remedy: "If it is meant, whoever runs Clarion allows it by a setting. Then send what was parked again.",
    setting: { name: "NOTIFY_ALLOW", add: portHost ?? host },
  };
}

function unknown(reason: string): UpdateFailure {
  return { kind: "unknown", headline: "Not sent", text: `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`, remedy: again };
}
