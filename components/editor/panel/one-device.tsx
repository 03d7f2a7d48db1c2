"use client";

import { Monitor } from "lucide-react";
import { kindName } from "@/components/facts/kind-icon";
import { platformName } from "@/components/facts/platform-names";
import { DevicePreview } from "@/components/preview/device-preview";
import type { DeviceSettings } from "@/components/preview/device-settings";
import { surfaceLabel, type Face, type Surface } from "@/components/preview/face";
import { tapSentence } from "@/components/preview/text-equivalent";
import { EmptyState } from "@/components/ui/empty-state";
import { sentence } from "@/components/ui/sentence";
import { placeOf } from "@/lib/compose/place";
import { bytesText } from "@/lib/compose/sizes";
import { unfinishedParts } from "@/lib/compose/unfinished";
import { platformOf, type DeviceKind } from "@/lib/interface/device-kinds";
import type { Problem } from "@/lib/interface/problem";
import type { PushRequestInput } from "@/lib/interface/request";
import { textIn, textsIn } from "@/lib/interface/value-shape";
import { useDrawn, useExamined } from "../examined/examined";
import { useSame } from "../examined/use-same";
import { PanelScroll } from "./panel-scroll";

interface OneDeviceProps {
  face: Face;
  /** One of the face's own. */
  surface: Surface;
  settings: DeviceSettings;
}

/** The message on one device: what it shows, what a tap does, and what of it does not arrive. */
export function OneDevice({ face, surface, settings }: OneDeviceProps) {
  return (
    <PanelScroll
      label={`${face.name}, ${surfaceLabel(face, surface).toLowerCase()}`}
      className="mt-3 pt-1"
    >
      {/* As wide as a phone is drawn at most, where the words below it stay in sight. */}
      <div className="mx-auto max-w-[clamp(23.5rem,25.25rem_+_(100dvh_-_56.25rem)_*_0.85,26.25rem)]">
        <Shown face={face} surface={surface} settings={settings} />
      </div>
    </PanelScroll>
  );
}

function Shown({
  face,
  surface,
  settings,
}: {
  face: Face;
  surface: Surface;
  settings: DeviceSettings;
}) {
  const { kind } = face;
  const { previews: all, drawn } = useDrawn();
  const picture = all[kind];
  const unfinished = useSame(unfinishedParts(picture?.unfinished ?? []));
  if (!picture) return <Nothing kind={kind} />;
  return (
    <>
      <DevicePreview
        key={`${face.id} ${surface}`}
        appearance={picture.appearance}
        face={face}
        surface={surface}
        settings={settings}
        unfinished={unfinished}
      />
      <p className="foreign mt-1 text-center text-xs text-ink-faint">
        {unfinished.tap ? "No tap target yet" : sentence(tapSentence(picture.appearance.tap))}
        {drawn[kind] && ` · ${bytesText(drawn[kind].request.bytes)}`}
      </p>
      {picture.request.ignored.length > 0 && (
        <ul
          aria-label={`Left out for ${kindName(kind)}`}
          className="mt-2 space-y-0.5 text-center text-xs text-ink-faint"
        >
          {picture.request.ignored.map(({ field, reason }) => (
            <li key={field}>
              {placeOf(`/channels/push/${field.replaceAll(".", "/")}`).label}: {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Nothing({ kind }: { kind: DeviceKind }) {
  const { request, problems } = useExamined();
  return (
    <EmptyState
      picture={<Monitor />}
      title={`Nothing for ${kindName(kind)}`}
      className="rounded-lg border border-dashed border-line-strong"
    >
      {whyNothing(kind, request, problems)}
    </EmptyState>
  );
}

function whyNothing(
  kind: DeviceKind,
  request: PushRequestInput,
  problems: readonly Problem[],
): string {
  const platform = platformOf(kind);
  const name = platformName(platform);
  const push = request.channels?.push;
  if (push?.[platform] === undefined) {
    if (textIn(request.message?.template) === "")
      return `${name} is switched off, so this device gets nothing.`;
    return problems.length > 0
      ? "No preview yet. See Checks for missing fields."
      : "The template has no content for this device.";
  }
  return platform === "web" && !textsIn(push.web?.platform_types).includes(kind)
    ? "This browser is not among those chosen under Web."
    : `Write a text for ${name}, and it appears here.`;
}
