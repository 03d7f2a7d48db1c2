import type { FieldPath } from "react-hook-form";
import type { PushBlocksInput, PushRequestInput } from "@/lib/interface/request";

/**
 * A path of the request. Apart from `push`, the only one there is, the schema lets any channel
 * through to a rule of its own; no field is for one.
 */
export type RequestPath =
  | Exclude<FieldPath<PushRequestInput>, `channels.${string}`>
  | `channels.push.${FieldPath<PushBlocksInput>}`;
