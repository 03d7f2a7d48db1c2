"use client";

import { useCallback, useState } from "react";
import type { Appearance } from "@/lib/payload/appearance";
import { DeviceScreen } from "./device-screen";
import { surfacesOf, type CutPart, type Scheme, type Surface } from "./face";
import { NotificationCard } from "./notification-card";
import { cutSentence, textEquivalent, type Cuts } from "./text-equivalent";

interface DevicePreviewProps {
  appearance: Appearance;
  surface: Surface;
  scheme: Scheme;
}

/** One notification on one device, to look at: the device, the same in words, and what the device would hide. */
export function DevicePreview({ appearance, surface, scheme }: DevicePreviewProps) {
  const [cuts, setCuts] = useState<Cuts>({});
  const onCut = useCallback((part: CutPart, characters: number) => {
    setCuts((before) => (before[part] === characters ? before : { ...before, [part]: characters }));
  }, []);
  const seen = surfacesOf(appearance.kind).some(({ value }) => value === surface)
    ? surface
    : (surfacesOf(appearance.kind)[0]?.value ?? "collapsed");
  const told: Cuts = appearance.title === undefined ? { ...cuts, title: 0 } : cuts;
  const hidden = cutSentence(told, seen);
  return (
    <figure aria-label={textEquivalent(appearance, seen, told)}>
      <div aria-hidden>
        <DeviceScreen kind={appearance.kind} scheme={scheme} locked={seen === "lock"} cropped>
          <NotificationCard
            key={`${appearance.kind} ${seen}`}
            appearance={appearance}
            expanded={seen === "expanded"}
            when="now"
            onCut={onCut}
          />
        </DeviceScreen>
      </div>
      <figcaption className="mt-3 min-h-5 text-center text-xs text-ink-muted">{hidden ?? "All of it is in sight."}</figcaption>
    </figure>
  );
}
