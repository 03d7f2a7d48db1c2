import type { ListRecipient } from "@/lib/directory/audience/list-recipients";

/** What a recipient is known by in its list: its place may become that of another one. */
export function recipientKey({
  type,
  destination,
}: Pick<ListRecipient, "type" | "destination">): string {
  return `${type} ${destination}`;
}
