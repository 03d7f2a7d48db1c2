import type { ListRecipient } from "@/lib/directory/audience/list-recipients";

/** Returns a key that is unique in the list. A recipient's position is not: it can change. */
export function recipientKey({
  type,
  destination,
}: Pick<ListRecipient, "type" | "destination">): string {
  return `${type} ${destination}`;
}
