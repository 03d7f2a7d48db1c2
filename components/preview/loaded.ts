import { isFetched } from "@/lib/payload/fetched";

/**
 * Why a preview does not ask for a picture, in words for its place; undefined when it does. The
 * console's Content-Security-Policy loads over https alone. A device may be less strict; what each
 * does is shown at the field.
 */
export function whyNotLoaded(url: string): string | undefined {
  if (!isFetched(url)) return "Picture not found";
  return new URL(url).protocol === "https:" ? undefined : "Not shown here: not https";
}
