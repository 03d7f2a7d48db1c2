import type { SharedPart } from "@/lib/compose/shared-text";
import type { Fix } from "./edits";

/**
 * What the console knows to be doubtful about a message that the endpoint takes all the same, or
 * wrong with a template before anybody uses it.
 */
export interface Doubt {
  /** A warning where it is left out. */
  severity?: "error";
  /** RFC 6901, into the request. */
  pointer: string;
  /** What is doubtful, in a few words. */
  headline: string;
  /** What comes of it, and what to do. */
  text: string;
  /** Its field does not say so by itself. */
  rule?: "text.unfilled";
  /** It is written for all platforms. */
  part?: SharedPart;
  fix?: Fix;
}
