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
  setting?: { name: "NOTIFY_ALLOW" | "APP_SECRET" | "NODE_EXTRA_CA_CERTS" | "HTTPS_PROXY"; add?: string };
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
const again = "Clarion tries again for 24 hours. Once it is fixed, send the parked updates again.";

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
  const isReceivers = !reason.startsWith("no token from ") && !reason.startsWith("not connected: ");
  const [, status] = /answered (\d{3})(?:;|:|$)/.exec(isReceivers ? reason : "") ?? [];
  return status === undefined ? undefined : byStatus(Number(status));
}

const unauthorised: UpdateFailure = {
  kind: "unauthorised",
  headline: "Authentication refused",
  text: "The receiver refused the authentication, or requires one and received none.",
  remedy: "Check the authentication: try it, replace its secret, or choose another one. Then send the parked updates again.",
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
    remedy: "If this is a mistake, fix the receiver, switch the webhook on and send the parked updates again.",
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
      remedy: "Enter the address it redirects to, often the same one with https:// or a trailing slash.",
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

/** Codes of the system and of TLS, and what they mean. */
const certificates = /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)|ERR_TLS|EPROTO|ERR_SSL/;

function byReason(reason: string): UpdateFailure {
  const [, named = ""] = /authentication "(.*)"/s.exec(reason) ?? [];
  if (reason.startsWith("there is no authentication ") || /^the authentication ".*" was deleted$/s.test(reason))
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
      remedy: "Fill in the missing fields of the authentication, then send the parked updates again.",
    };
  if (reason.endsWith(" cannot be opened"))
    return {
      kind: "sealed",
      headline: "Secret cannot be opened",
      text:
        named === ""
          ? "The signing secret was encrypted with a different key than the current one."
          : `The secret of ${named} was encrypted with a different key than the current one.`,
      remedy: "Start Clarion with the previous key, or create a new secret. Then send the parked updates again.",
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
    return { kind: "service-gone", headline: "Service removed", text: "The service of this update was removed.", remedy: "Nothing." };
  return bySocket(reason) ?? byAddress(reason) ?? unknown(reason);
}

function tokenFailure(reason: string): UpdateFailure {
  const [, host = "", words = ""] = /^no token from ([^:]*(?::\d+)?): (.*)$/s.exec(reason) ?? [];
  const address = byAddress(words);
  if (address)
    return { ...address, kind: "token", headline: "No access token", text: `Clarion may not call the token address. ${address.text}` };
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

function bySocket(reason: string): UpdateFailure | undefined {
  if (/^not connected: \w*TIMED?OUT\b/.test(reason))
    return {
      kind: "unreachable",
      headline: "Could not connect",
      text: "The host did not accept a connection in time. Nothing was sent.",
      remedy: `Check the host and port, and that no firewall drops the calls. ${again}`,
    };
  if (reason === "no answer in time" || /TIMEOUT|ETIMEDOUT/.test(reason))
    return {
      kind: "timeout",
      headline: "No answer in 10 seconds",
      text: "The receiver did not answer in time. It may still have accepted the update.",
      remedy: `Let the receiver answer first and process the update afterwards. Repeats have the same ID. ${again}`,
    };
  if (!/^(not connected|the line broke): /.test(reason)) return undefined;
  if (reason.includes("its answer is not HTTP"))
    return {
      kind: "broken",
      headline: "Answer is not HTTP",
      text: "Something else than HTTP answers at this port, for example TLS. The receiver probably did not process the update.",
      remedy: `Check the port, and whether the address must begin with https://. ${again}`,
    };
  const handshake = byProxy(reason) ?? byHandshake(reason);
  if (handshake) return handshake;
  if (/ENOTFOUND|EAI_AGAIN/.test(reason))
    return {
      kind: "name",
      headline: "Host not found",
      text: "The host name does not exist, or the name server did not answer.",
      remedy: `Check the host name in the address. ${again}`,
    };
  if (certificates.test(reason))
    return {
      kind: "certificate",
      headline: "Certificate not valid",
      text: "The receiver’s certificate has expired, is for another name, or comes from an untrusted issuer.",
      remedy: `Renew the receiver’s certificate, with its whole chain. ${again}`,
    };
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/.test(reason))
    return {
      kind: "unreachable",
      headline: "Could not connect",
      text: "Nothing listens at this address, or a firewall is in between.",
      remedy: `Check the host and port, and that the receiver is running. ${again}`,
    };
  return {
    kind: "broken",
    headline: "Connection broke off",
    text: "The connection closed before the receiver answered. It may still have accepted the update.",
    remedy: `If this continues, check the log of the receiver or of a proxy in front of it. ${again}`,
  };
}

function byProxy(reason: string): UpdateFailure | undefined {
  const [, proxy] = /^not connected: (the proxy .*)$/s.exec(reason) ?? [];
  if (proxy === undefined) return undefined;
  return {
    kind: "unreachable",
    headline: "Proxy refused or not reached",
    text: `Clarion calls other networks through a proxy: ${proxy.split(";")[0] ?? proxy}.`,
    remedy: `The operator of Clarion can correct the proxy, or its settings. ${again}`,
    setting: { name: "HTTPS_PROXY" },
  };
}

const trust = "ask the operator of Clarion to trust its authority";

/** What a certificate or a handshake failed for, in the words of `outbound/errors`. */
function byHandshake(reason: string): UpdateFailure | undefined {
  const [, wrong, remedy] = /^not connected: ([^;]*); (.*) \([A-Z_\d/]+\)$/s.exec(reason) ?? [];
  if (wrong === undefined || remedy === undefined) return undefined;
  const subject = wrong.replace(/^its /, "the receiver’s ").replace(/^it /, "the receiver ");
  return {
    kind: "certificate",
    headline: wrong.includes("certificate") ? "Certificate not valid" : "No secure connection",
    text: `${sentence(subject)} Nothing was sent.`,
    remedy: `${sentence(remedy.replace("add it to NODE_EXTRA_CA_CERTS", trust).replace(/add (that|a private authority) to NODE_EXTRA_CA_CERTS/, trust))} ${again}`,
    ...(remedy.includes("NODE_EXTRA_CA_CERTS") && { setting: { name: "NODE_EXTRA_CA_CERTS" as const } }),
  };
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
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
      remedy: "Correct the address in the request or in the service. Store a password as an authentication instead.",
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
    remedy: "If this address is intended, the operator of Clarion can allow it in the settings. Then send the parked updates again.",
    setting: { name: "NOTIFY_ALLOW", add: portHost ?? host },
  };
}

function unknown(reason: string): UpdateFailure {
  return { kind: "unknown", headline: "Not sent", text: `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`, remedy: again };
}
