import {
  destinationKeys,
  kindOfKey,
  type DestinationKey,
  type DeviceKind,
} from "@/lib/interface/device-kinds";
import { firstMentions } from "@/lib/interface/recipient-id";
import type { PushRequest } from "@/lib/interface/request";

/** One identifier that a request names. */
export interface Recipient {
  /** As the caller wrote it: a user identifier or a push identifier. */
  destination: string;
  destinationType: DestinationKey;
  /** Null for a user, whose devices may be of any kind. */
  kind: DeviceKind | null;
  /** The entry's own, else the request's, else "". */
  correlationid: string;
}

/**
 * The identifiers of a request, in its order, each once per kind of identifier: where one is named
 * twice the first entry that names it, and its correlationid, counts (interface 2.2, contract 4).
 *
 * @param correlationid the request's, "" when it has none
 */
export function recipients(
  destination: PushRequest["destination"],
  correlationid: string,
): Recipient[] {
  const isFirst = firstMentions();
  const distinctRecipients: Recipient[] = [];
  for (const entry of destination)
    for (const destinationType of destinationKeys)
      for (const id of entry[destinationType] ?? []) {
        if (!isFirst(destinationType, id)) continue;
        distinctRecipients.push({
          destination: id,
          destinationType,
          kind: kindOfKey(destinationType) ?? null,
          correlationid: entry.correlationid ?? correlationid,
        });
      }
  return distinctRecipients;
}
