import type { FieldPath } from "react-hook-form";
import type { Reach } from "@/lib/compose/reach";
import type { SharedText } from "@/lib/compose/shared-text";
import type { Edit } from "@/lib/editor/path";
import type { PushBlocksInput, PushRequestInput } from "@/lib/interface/request";

/**
 * What every document with the fields of a message has: a campaign, and a template, which has no
 * recipients.
 */
export interface MessageContent {
  request: PushRequestInput;
  shared: SharedText;
  reach?: Reach;
}

/** The document that the fields of a message are written in. */
export interface MessageDocument {
  get: () => { content: MessageContent };
  subscribe: (listener: () => void) => () => void;
  /** Writes at paths of the content, together. */
  write: (edits: readonly Edit[]) => void;
}

/**
 * A path of the request. Apart from `push`, the only one there is, the schema lets any channel
 * through to a rule of its own; no field is for one.
 */
export type RequestPath =
  | Exclude<FieldPath<PushRequestInput>, `channels.${string}`>
  | `channels.push.${FieldPath<PushBlocksInput>}`;
