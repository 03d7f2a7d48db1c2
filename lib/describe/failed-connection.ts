import { again, type UpdateFailure } from "./failed-update";

/** Codes of the system and of TLS, and what they mean. */
const certificates = /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)|ERR_TLS|EPROTO|ERR_SSL/;

/**
 * Explains why no connection came about, or why one broke off; undefined where the reason is
 * another one.
 */
export function bySocket(reason: string): UpdateFailure | undefined {
  const proxy = byProxy(reason);
  if (proxy) return proxy;
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
  const handshake = byHandshake(reason);
  if (handshake) return handshake;
  if (/ENOTFOUND|EAI_AGAIN|ENODATA|ESERVFAIL|EREFUSED/.test(reason))
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
  return byOutcome(reason);
}

/** Any other reason: only a connection that came about may have carried the update. */
function byOutcome(reason: string): UpdateFailure {
  if (reason.startsWith("not connected: "))
    return {
      kind: "unreachable",
      headline: "Could not connect",
      text: `No connection came about: ${reason.replace("not connected: ", "")}. Nothing was sent.`,
      remedy: `Check the host and port, and the log of the receiver or of a proxy in front of it. ${again}`,
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
    ...(remedy.includes("NODE_EXTRA_CA_CERTS") && {
      setting: { name: "NODE_EXTRA_CA_CERTS" as const },
    }),
  };
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}
