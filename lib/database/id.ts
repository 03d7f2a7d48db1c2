import { v7 } from "uuid";

/** A new time-ordered id (UUIDv7, RFC 9562), lower case, of anything but a message: that is a transid (`newTransid`). Ids made later in one process sort later. */
export function newId(): string {
  return v7();
}

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID: anything else must not reach a uuid column, which would answer with an error. */
export function isId(text: string): boolean {
  return pattern.test(text);
}
