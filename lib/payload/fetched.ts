import { isPictureUrl } from "@/lib/interface/url";

/**
 * Whether a device fetches a picture from a URL. Previews and simulated devices load no other: it
 * may name script, a file or this console.
 */
export function isFetched(url: string): boolean {
  return isPictureUrl(url);
}
