import { z } from "zod";
import { destinationKeys } from "@/lib/interface/device-kinds";
import { mostRecipients } from "./audience";
import { mostNamedInCall } from "./most-named";
import { idText, mostRecipientId, text } from "./text";

/**
 * Arguments of counting what recipients have to be reached on: those of a list from a position on,
 * or those named.
 */
export const countCoverageSchema = z.object({
  appids: z.array(text(200)).min(1).max(20),
  audienceId: idText.nullable(),
  from: z.int().min(0).max(mostRecipients),
  named: z.partialRecord(
    z.enum(destinationKeys),
    z.array(text(mostRecipientId)).max(mostNamedInCall),
  ),
});
