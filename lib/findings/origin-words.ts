/** How far the address of the console reaches, as far as it says so itself. */
export type OriginReach = "reachable" | "http" | "private";

/**
 * What is wrong with pictures that are served at the address of the console; undefined when nothing
 * is.
 */
export function originDoubt(
  reach: OriginReach,
  origin: string,
): { headline: string; text: string } | undefined {
  const fix =
    "Set ORIGIN to an address of this console that begins with https:// and that devices can open.";
  switch (reach) {
    case "reachable":
      return undefined;
    case "http":
      return {
        headline: "Images are served without https",
        text: `iOS, Huawei and recent Android load images over https only, and ${origin} is not. ${fix}`,
      };
    case "private":
      return {
        headline: "Devices cannot load images from here",
        text: `Only your own network can reach ${origin}. ${fix}`,
      };
  }
}
