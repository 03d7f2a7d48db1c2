import type { PushRequestInput } from "@/lib/interface/request";
import { isCommonScheme, schemeOf } from "@/lib/interface/url";
import { canonicalAction } from "./action-words";
import type { Doubt } from "./doubt";

/** An app, with its deep-link scheme where it has one. */
interface LinkedApp {
  name: string;
  /** In small letters; null where unknown. */
  deepLinkScheme: string | null;
}

/**
 * Deep links that the app does not open: they have a scheme, and it is neither the app's own nor
 * one that every device knows. Nothing is found where the app names no scheme, and of links whose
 * scheme is filled in later.
 */
export function deepLinkDoubts(
  { channels }: Pick<PushRequestInput, "channels">,
  app: LinkedApp | undefined,
): Doubt[] {
  if (!app?.deepLinkScheme) return [];
  const push = channels?.push;
  const actions: unknown = push?.interactive?.actions;
  const places: [string, unknown][] = [
    ["/channels/push/android/extras/notificationaction", push?.android?.extras?.notificationaction],
    ["/channels/push/ios/extras/notificationaction", push?.ios?.extras?.notificationaction],
    ...(Array.isArray(actions) ? actions : []).map((one: unknown, n): [string, unknown] => [
      `/channels/push/interactive/actions/${n}`,
      one,
    ]),
  ];
  return places.flatMap(([pointer, tapAction]) => {
    const scheme = deepLinkIn(tapAction);
    if (scheme === undefined || scheme === app.deepLinkScheme || isCommonScheme(scheme)) return [];
    return [
      {
        pointer: `${pointer}/value`,
        headline: `This address opens nothing in ${app.name}: its scheme is ${scheme}://`,
        text: `Addresses of ${app.name} begin with ${app.deepLinkScheme}://. Change it here, or the deep-link scheme in the app’s settings.`,
      },
    ];
  });
}

/** The scheme of what an action opens in the app. */
function deepLinkIn(tapAction: unknown): string | undefined {
  if (typeof tapAction !== "object" || tapAction === null) return undefined;
  const { action, value } = tapAction as { action?: unknown; value?: unknown };
  if (
    typeof action !== "string" ||
    canonicalAction(action) !== "DEEPLINK" ||
    typeof value !== "string"
  )
    return undefined;
  return schemeOf(value);
}
