import { v7 } from "uuid";

/**
 * Returns a new transid: a UUIDv7 (RFC 9562), lower case. Creates all transids, and nothing else:
 * their low bits will carry the bucket that a message and its rows belong to. Other ids come from
 * `newId`.
 */
export function newTransid(): string {
  return v7();
}
