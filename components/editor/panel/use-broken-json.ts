"use client";

import { follow } from "@/lib/compose/editor-text";
import type { PushRequestInput } from "@/lib/interface/request";
import { useContent } from "../content-context";
import type { Side } from "./use-side";

/**
 * Whether the JSON editor holds something that cannot be read, so that the message goes without it.
 *
 * @param write the text of the editor for a request
 */
export function useBrokenJson(
  { unread }: Pick<Side, "unread">,
  write: (request: PushRequestInput) => string,
): boolean {
  return useContent(
    ({ request }) => unread !== undefined && follow(unread, write(request)).message !== undefined,
  );
}
