import { mask } from "@/lib/describe/description";

/** Members whose values are people's, or the caller's own business. */
const hidden = new Set(["pushId", "callbackData", "reply", "pushref"]);

/**
 * The body of an update with what is hidden masked; "" stays, because it reveals nothing. A text
 * that is no JSON is not shown at all.
 */
export function maskedBody(body: string): string {
  try {
    return JSON.stringify(
      JSON.parse(body, (name, value: unknown) => (hidden.has(name) && value !== "" ? mask : value)),
    );
  } catch {
    return mask;
  }
}
