"use client";

import { memo, useCallback, useState } from "react";
import type { Appearance } from "@/lib/payload/appearance";
import { DeviceScreen } from "./device-screen";
import type { DeviceSettings } from "./device-settings";
import type { Face, Surface } from "./face";
import type { CutPart } from "./face-props";
import { leftOut } from "./left-out";
import { NotificationCard } from "./notification-card";
import type { PhonePlace } from "./phone";
import { cutSentence, textEquivalent, type Cuts } from "./text-equivalent";

interface DevicePreviewProps {
  appearance: Appearance;
  face: Face;
  /** One of the face's own. */
  surface: Surface;
  settings: DeviceSettings;
}

const places: Record<Surface, PhonePlace> = { collapsed: "shade", expanded: "shade", lock: "lock", "heads-up": "app" };

/** One notification on one device, to look at: the device, the same in words, and what the device would hide or leave out. */
export const DevicePreview = memo(function DevicePreview({ appearance, face, surface, settings }: DevicePreviewProps) {
  const [cuts, setCuts] = useState<Cuts>({});
  const onCut = useCallback((part: CutPart, characters: number) => {
    setCuts((before) => (before[part] === characters ? before : { ...before, [part]: characters }));
  }, []);
  const told: Cuts = appearance.title === undefined ? { ...cuts, title: 0 } : cuts;
  const missing = [cutSentence(told, face, surface), ...leftOut(appearance, face)].filter((sentence) => sentence !== undefined);
  return (
    <figure aria-label={textEquivalent(appearance, face, surface, told)}>
      <div aria-hidden className="df-alone">
        <DeviceScreen system={face.system} settings={settings} place={places[surface]} cropped>
          <NotificationCard key={`${face.id} ${surface}`} appearance={appearance} face={face} surface={surface} when="now" onCut={onCut} />
        </DeviceScreen>
      </div>
      <figcaption className="mt-3 min-h-5 text-center text-xs text-ink-muted">
        {missing.length === 0 ? "All of it is in sight." : missing.join(" ")}
      </figcaption>
    </figure>
  );
});
