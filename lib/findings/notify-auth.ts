import type { PushRequestInput } from "@/lib/interface/request";
import type { Doubt } from "./doubt";

/**
 * Returns a doubt if the service has no authentication of the name that the request gives: the
 * message is delivered, but its updates wait until the authentication exists (contract 7).
 *
 * @param existingIds null or undefined before they are loaded
 */
export function notifyAuthDoubts(
  { notifyurlAuthId }: Pick<PushRequestInput, "notifyurlAuthId">,
  existingIds: readonly string[] | null | undefined,
): Doubt[] {
  if (
    typeof notifyurlAuthId !== "string" ||
    notifyurlAuthId === "" ||
    !existingIds ||
    existingIds.includes(notifyurlAuthId)
  )
    return [];
  return [
    {
      pointer: "/notifyurlAuthId",
      headline: `Authentication “${notifyurlAuthId}” does not exist`,
      text: "The message is sent, but its delivery updates are parked. Add the authentication, then send them again from the message’s page.",
    },
  ];
}
