import type { PushRequestInput } from "@/lib/interface/request";
import type { Doubt } from "./doubt";

/**
 * An authentication that a request names and its service does not have: the message is delivered
 * all the same, and its updates are kept back until there is one (contract 7).
 *
 * @param known null or undefined where unknown
 */
export function notifyAuthDoubts(
  { notifyurlAuthId }: Pick<PushRequestInput, "notifyurlAuthId">,
  known: readonly string[] | null | undefined,
): Doubt[] {
  if (
    typeof notifyurlAuthId !== "string" ||
    notifyurlAuthId === "" ||
    !known ||
    known.includes(notifyurlAuthId)
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
