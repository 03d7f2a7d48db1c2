import { bySocket } from "./failed-connection";
import { again, type UpdateFailure } from "./failed-update";

/** What the sender says when it gave up; what it gave up for stands before it. */
const givenUp = /; given up after (\d+) attempts?$/;

/**
 * Explains what the sender of updates wrote down: every error that `updates/judge`, the
 * authentication and the guard of outgoing calls give.
 *
 * @param status the receiver's; null when no answer came
 * @param error null when the receiver took it: then there is nothing to explain
 */
export function updateFailure(
  status: number | null,
  error: string | null,
): UpdateFailure | undefined {
  if (error === null) return undefined;
  const reason = error.replace(givenUp, "");
  const failure = status === null ? undefined : byStatus(status);
  return failure ?? byAnswered(reason) ?? byReason(reason);
}

function byAnswered(reason: string): UpdateFailure | undefined {
  const isReceivers = !reason.startsWith("no token from ") && !reason.startsWith("not connected: ");
  const [, status] = /answered (\d{3})(?:;|:|$)/.exec(isReceivers ? reason : "") ?? [];
  return status === undefined ? undefined : byStatus(Number(status));
}

const unauthorised: UpdateFailure = {
  kind: "unauthorised",
  headline: "Authentication refused",
  text: "The receiver refused the authentication, or requires one and received none.",
  remedy:
    "Check the authentication: try it, replace its secret, or choose another one. Then send the parked updates again.",
};
const wrongMethod: UpdateFailure = {
  kind: "method",
  headline: "Updates not accepted at this address",
  text: "The receiver’s server does not accept a POST with JSON at this path.",
  remedy: "Check the path of the address. The receiver must accept a POST with JSON there.",
};

/** What a single status means; any other means what its hundred does. */
const singleStatuses: Readonly<Partial<Record<number, UpdateFailure>>> = {
  401: unauthorised,
  403: unauthorised,
  404: {
    kind: "not-found",
    headline: "Nothing at this address",
    text: "The receiver’s server answered, but it has no such path.",
    remedy: "Check the path of the address, and that the receiver is deployed.",
  },
  405: wrongMethod,
  410: {
    kind: "gone",
    headline: "Rejects further updates",
    text: "The receiver answered that this address is permanently gone. Clarion sends nothing to it until the webhook is switched on again.",
    remedy:
      "If this is a mistake, fix the receiver, switch the webhook on and send the parked updates again.",
  },
  413: {
    kind: "too-large",
    headline: "Update too large",
    text: "The update is larger than the receiver’s server accepts.",
    remedy: "Raise its limit to at least 64 KB.",
  },
  415: wrongMethod,
  429: {
    kind: "busy",
    headline: "Asked to slow down",
    text: "The receiver limits how many updates it accepts. Clarion waits as long as it requests, up to an hour.",
    remedy: "Usually nothing. If this continues, raise the receiver’s limit.",
  },
};

function byStatus(status: number): UpdateFailure | undefined {
  // Informational answers are no end of a call, and 2xx is no failure.
  if (status < 300) return undefined;
  if (status < 400)
    return {
      kind: "redirect",
      headline: "Redirected",
      text: "The receiver redirected to another address. For security, Clarion does not follow redirects.",
      remedy:
        "Enter the address it redirects to, often the same one with https:// or a trailing slash.",
    };
  if (status >= 500)
    return {
      kind: "server",
      headline: status === 503 ? "Not available" : "Failed at the receiver",
      text: "The receiver’s server had an internal error, or is down for maintenance.",
      remedy: `Check the receiver’s log for this time. ${again}`,
    };
  return (
    singleStatuses[status] ?? {
      kind: "refused",
      headline: "Refused",
      text: "The receiver refused the update for an unusual reason.",
      remedy: `Check the receiver’s log for this time. If it checks signatures, compare its secret with this endpoint’s. ${again}`,
    }
  );
}

function byReason(reason: string): UpdateFailure {
  const [, named = ""] = /authentication "(.*)"/s.exec(reason) ?? [];
  if (
    reason.startsWith("there is no authentication ") ||
    /^the authentication ".*" was deleted$/s.test(reason)
  )
    return {
      kind: "no-auth",
      headline: "Authentication missing",
      text: `The authentication ${named} of this update ${reason.endsWith("deleted") ? "no longer exists" : "does not exist"}.`,
      remedy: "Add an authentication with this ID, then send the parked updates again.",
    };
  if (/^the authentication ".*" is not complete$/s.test(reason))
    return {
      kind: "incomplete-auth",
      headline: "Authentication incomplete",
      text: `The authentication ${named} is incomplete.`,
      remedy:
        "Fill in the missing fields of the authentication, then send the parked updates again.",
    };
  if (reason.endsWith(" cannot be opened"))
    return {
      kind: "sealed",
      headline: "Secret cannot be opened",
      text:
        named === ""
          ? "The signing secret was encrypted with a different key than the current one."
          : `The secret of ${named} was encrypted with a different key than the current one.`,
      remedy:
        "Start Clarion with the previous key, or create a new secret. Then send the parked updates again.",
      setting: { name: "APP_SECRET" },
    };
  if (reason.startsWith("no token from ")) return tokenFailure(reason);
  if (reason === "the webhook is switched off")
    return {
      kind: "webhook-off",
      headline: "Webhook switched off",
      text: "The webhook was switched off when this update was due.",
      remedy: "Switch the webhook on. Its parked updates are sent then.",
    };
  if (reason === "the webhook no longer exists")
    return {
      kind: "webhook-gone",
      headline: "Webhook removed",
      text: "The webhook of this update was removed.",
      remedy: "Nothing. You can send the same updates to a new webhook from the message’s page.",
    };
  if (reason === "the service no longer exists")
    return {
      kind: "service-gone",
      headline: "Service removed",
      text: "The service of this update was removed.",
      remedy: "Nothing.",
    };
  return bySocket(reason) ?? byAddress(reason) ?? unknown(reason);
}

function tokenFailure(reason: string): UpdateFailure {
  const [, host = "", words = ""] = /^no token from ([^:]*(?::\d+)?): (.*)$/s.exec(reason) ?? [];
  const address = byAddress(words);
  if (address)
    return {
      ...address,
      kind: "token",
      headline: "No access token",
      text: `Clarion may not call the token address. ${address.text}`,
    };
  const unconnected = words.startsWith("not connected: ") ? bySocket(words) : undefined;
  if (unconnected) {
    const { text, remedy } = unconnected;
    return {
      ...unconnected,
      kind: "token",
      headline: "No access token",
      text: `${host} issued no access token. ${asTokenHosts(text)}`,
      remedy: asTokenHosts(remedy),
    };
  }
  const denied = /answered 4\d\d/.test(words);
  return {
    kind: "token",
    headline: "No access token",
    text: denied
      ? `${host} refused to issue an access token: the client is unknown, or its secret is wrong.`
      : `${host} issued no access token: ${words.replace(/^the token endpoint /, "it ")}.`,
    remedy: denied
      ? "Check the client ID, client secret, scope and “Client goes in” of the authentication."
      : `Check the token address of the authentication, and that its server is running. ${again}`,
  };
}

/** What was written about the receiver, about the host of the tokens. */
function asTokenHosts(text: string): string {
  return text.replaceAll(/\b(the|The) receiver(?=[ ’.])/g, "$1 token host");
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
        ? "The address contains a user name or password."
        : "The address is incomplete, or begins with something else than https:// or http://.",
      remedy:
        "Correct the address in the request or in the service. Store a password as an authentication instead.",
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
        ? `${host} resolves to an address in a private network. Clarion calls private addresses only if they are allowed in its settings.`
        : `Clarion calls only the ports 80, 443 and 8443. This is port ${port}.`,
    remedy:
      "If this address is intended, the operator of Clarion can allow it in the settings. Then send the parked updates again.",
    setting: { name: "NOTIFY_ALLOW", add: portHost ?? host },
  };
}

function unknown(reason: string): UpdateFailure {
  return {
    kind: "unknown",
    headline: "Not sent",
    text: `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`,
    remedy: again,
  };
}
