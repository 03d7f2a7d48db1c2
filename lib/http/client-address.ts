import type { IncomingMessage } from "node:http";
import { AddressList, isPrivate, plainAddress } from "@/lib/config/address-list";
import { config } from "@/lib/config/config";
import { log } from "@/lib/log/log";
import { once } from "@/lib/runtime/once";

/** More proxies in a row are unlikely; a client may write as many as fit a header. */
const mostHops = 100;

/**
 * The address of the client behind a connection. It is the connection's own, unless that is a
 * trusted proxy: then the last address in `X-Forwarded-For` that is no trusted proxy, read from the
 * right, because each proxy appends whom it heard from and what stands further left was written by
 * the client. Ports and brackets are dropped, empty entries skipped. Where every entry is a trusted
 * proxy it is the first one. `Forwarded` (RFC 7239) is not read: a proxy that appends to one of the
 * two hands the other on as the client wrote it.
 *
 * @param peer address at the other end of the socket
 * @param forwardedFor the header; several lines joined by commas, as node:http does
 * @returns in the spelling of `plainAddress`; undefined when a trusted proxy names something that
 *   is no address: then it is unknown
 */
export function clientBehind(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: AddressList,
): string | undefined {
  // Node writes the zone of a link-local peer behind it.
  let client = plainAddress((peer ?? "").replace(/%.*$/, ""));
  if (client === undefined || forwardedFor === undefined || !trusted.includes(client))
    return client;
  const entries = forwardedFor.split(",").filter((entry) => entry.trim() !== "");
  for (const entry of entries.reverse().slice(0, mostHops)) {
    client = plainAddress(withoutPort(entry.trim()));
    if (client === undefined || !trusted.includes(client)) return client;
  }
  return client;
}

/** `192.0.2.1:443` and `[2001:db8::1]:443`, as some proxies write. */
function withoutPort(entry: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(entry) ?? [];
  return bracketed ?? dotted ?? entry;
}

/**
 * The address of the client that sent a request, by `TRUSTED_PROXIES`; undefined when unknown. See
 * {@link clientBehind}.
 */
export function clientAddress(request: IncomingMessage): string | undefined {
  const trusted = once("trusted-proxies", () => new AddressList(config().TRUSTED_PROXIES));
  const header = request.headers["x-forwarded-for"];
  const peer = request.socket.remoteAddress;
  if (header !== undefined) warnOfProxy(peer, trusted);
  return clientBehind(peer, Array.isArray(header) ? header.join(",") : header, trusted);
}

/**
 * A proxy on Clarion's machine that the settings do not name makes all its clients one: said once,
 * because no client can be blamed for it.
 */
function warnOfProxy(peer: string | undefined, trusted: AddressList): void {
  const address = plainAddress((peer ?? "").replace(/%.*$/, ""));
  if (address === undefined || !isPrivate(address) || trusted.includes(address)) return;
  once("untrusted-proxy", () =>
    log().warn(
      { peer: address },
      "requests come with X-Forwarded-For from an address that TRUSTED_PROXIES does not name: the header is ignored",
    ),
  );
}
