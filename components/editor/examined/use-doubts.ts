import type { ComposerApp } from "@/lib/compose/composition";
import type { ChosenAudience } from "@/lib/compose/chosen-audience";
import { brokenPlaceholderDoubts } from "@/lib/findings/broken-placeholders";
import { columnDoubts } from "@/lib/findings/column-doubts";
import { deepLinkDoubts } from "@/lib/findings/deep-links";
import type { Doubt } from "@/lib/findings/doubt";
import type { Examined } from "@/lib/compose/examine";
import { imageDoubts, imagesIn } from "@/lib/findings/images";
import type { Reach } from "@/lib/compose/reach";
import type { SharedText } from "@/lib/compose/shared-text";
import { notifyAuthDoubts } from "@/lib/findings/notify-auth";
import { unfilledDoubts } from "@/lib/findings/unfilled";
import type { PushRequestInput } from "@/lib/interface/request";
import { useImageLooks } from "../content/image-looks";
import { templateOf, type ComposerTemplate } from "@/lib/compose/template-of";

/** What a message is doubtful for although the endpoint takes it: values that look unintended, and pictures that were looked at. */
export function useDoubts(
  {
    request,
    shown,
    app,
    shared,
  }: Pick<Examined, "shown"> & { request: PushRequestInput; app: ComposerApp | undefined; shared: SharedText },
  templates: readonly ComposerTemplate[],
  reach: Reach,
  chosen: ChosenAudience | undefined,
  reachesNobody: boolean,
): Doubt[] {
  const images = imagesIn(request.channels?.push, shown, app?.iconUrl);
  const looks = useImageLooks(request.appid, images);
  const seen = (url: string) => {
    const state = looks.get(url);
    return state?.kind === "seen" ? state.look : undefined;
  };
  const list = chosen?.kind === "open" ? chosen.audience : undefined;
  // Of a list that is not here yet nobody knows the columns.
  const unfilled = chosen === undefined || list ? unfilledDoubts(request, shared, list) : [];
  const nobody = reachesNobody ? [nobodyReached] : [];
  const told = notifyAuthDoubts(request, app?.notifyAuths);
  return [
    ...nobody,
    ...columnDoubtsOf(request, templates, reach, chosen),
    ...brokenPlaceholderDoubts(request, shared),
    ...unfilled,
    ...imageDoubts(images, seen, shared.image),
    ...told,
    ...deepLinkDoubts(request, app),
  ];
}

const nobodyReached: Doubt = {
  pointer: "/destination",
  headline: "No reachable recipients",
  text: "None of the recipients has a device for this message.",
};

function columnDoubtsOf(
  request: PushRequestInput,
  templates: readonly ComposerTemplate[],
  reach: Reach,
  chosen: ChosenAudience | undefined,
): Doubt[] {
  const template = templateOf(templates, request);
  if (!template || chosen?.kind !== "open") return [];
  return columnDoubts(template.parameters, chosen.audience, request.message?.parameters ?? {}, reach.columns);
}
