import { v7 } from "uuid";

/**
 * A new transid: a UUIDv7 (RFC 9562), lower case. Every transid is made here, and nothing else is:
 * its low bits will carry the bucket that a message and its rows belong to. Other ids come from
 * `newId`.
 */
export function newTransid(): string {
  return v7();
}
