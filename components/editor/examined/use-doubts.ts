import { templateOf } from "@/lib/compose/template-of";
import { brokenPlaceholderDoubts } from "@/lib/findings/broken-placeholders";
import { columnDoubts } from "@/lib/findings/column-doubts";
import { deepLinkDoubts } from "@/lib/findings/deep-links";
import type { Doubt } from "@/lib/findings/doubt";
import { imageDoubts, imagesIn } from "@/lib/findings/images";
import { notifyAuthDoubts } from "@/lib/findings/notify-auth";
import { unfilledDoubts } from "@/lib/findings/unfilled";
import { useImageLooks } from "../content/image-looks";
import { useTemplates } from "../content/templates";
import { useReach } from "../reach/reach-state";
import type { View } from "./view";

/**
 * What a message is doubtful for although the endpoint takes it: values that look unintended, and
 * pictures that were looked at.
 */
export function useDoubts(
  { request, previews, app, shared }: View,
  reachesNobody: boolean,
): Doubt[] {
  const template = templateOf(useTemplates(), request);
  const { reach, chosen } = useReach();
  const images = imagesIn(request.channels?.push, previews, app?.iconUrl);
  const looks = useImageLooks(request.appid, images);
  const seen = (url: string) => {
    const state = looks.get(url);
    return state?.kind === "seen" ? state.look : undefined;
  };
  const list = chosen?.kind === "open" ? chosen.audience : undefined;
  const values = request.message?.parameters ?? {};
  const ofColumns =
    template && list ? columnDoubts(template.parameters, list, values, reach.columns) : [];
  // The columns of a list that is not loaded yet are not available.
  const unfilled = chosen === undefined || list ? unfilledDoubts(request, shared, list, reach) : [];
  const nobody = reachesNobody ? [nobodyReached] : [];
  const authDoubts = notifyAuthDoubts(request, app?.notifyAuths);
  return [
    ...nobody,
    ...ofColumns,
    ...brokenPlaceholderDoubts(request, shared),
    ...unfilled,
    ...imageDoubts(images, seen, shared.image),
    ...authDoubts,
    ...deepLinkDoubts(request, app),
  ];
}

const nobodyReached: Doubt = {
  pointer: "/destination",
  headline: "No reachable recipients",
  text: "None of the recipients has a device for this message.",
};
