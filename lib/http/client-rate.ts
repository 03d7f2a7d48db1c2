import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { config } from "@/lib/config/config";
import { once } from "@/lib/runtime/once";
import { clientAddress } from "./client-address";
import { TokenBuckets } from "./token-buckets";

/** What a registration or a removal costs: it is more work than one receipt, which costs 1. */
export const registrationCost = 10;

const buckets = () =>
  once("client-rates", () => ({
    addresses: new TokenBuckets(config().CLIENT_ADDRESS_RATE),
    keys: new TokenBuckets(config().CLIENT_KEY_RATE),
  }));

/** Takes from what one client address may do with client keys. Answers 0, or after how many seconds it is worth trying again. */
export function takeFromAddress(request: IncomingMessage, cost: number): number {
  return buckets().addresses.take(network(clientAddress(request)), cost);
}

/** Takes from what may be done with the client key of an app. Answers 0, or after how many seconds it is worth trying again. */
export function takeFromKey(appId: string, cost: number): number {
  return buckets().keys.take(appId, cost);
}

/** An IPv4 address, or the /64 of an IPv6 one: whoever has one address of it has them all. */
export function network(address: string): string {
  const plain = address.split("%")[0] ?? "";
  if (!ipaddr.isValid(plain)) return plain;
  const parsed = ipaddr.process(plain);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":");
}
