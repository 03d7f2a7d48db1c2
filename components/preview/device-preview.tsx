"use client";

import { memo, useRef, useState } from "react";
import { atServer } from "@/components/ui/at-server";
import { cn } from "@/components/ui/cn";
import type { Appearance } from "@/lib/payload/appearance";
import type { DeviceSettings } from "./device-settings";
import type { Face, Surface } from "./face";
import type { CutPart, ReportCut } from "./faces/face-props";
import { leftOut } from "./left-out";
import { NotifiedDevice } from "./notified-device";
import { cutLine, cutSentence, textEquivalent, type Cuts } from "./text-equivalent";
import { finished, type UnfinishedParts } from "./unfinished";
import { useInSight } from "./use-in-sight";

interface DevicePreviewProps {
  appearance: Appearance;
  face: Face;
  /** One of the face's own. */
  surface: Surface;
  settings: DeviceSettings;
  /** What is drawn though it is not finished; left out where all is. The same object for as long as it says the same. */
  unfinished?: UnfinishedParts;
  /** One among many: the notification without the device around it, and below it words only where something of it is missing. */
  tile?: boolean;
}

/** One notification on one device, to look at: the device, the same in words, and what the device would hide or leave out. */
export function DevicePreview({ appearance, face, surface, settings, unfinished = finished, tile = false }: DevicePreviewProps) {
  const figure = useRef<HTMLElement>(null);
  const inSight = useInSight(figure);
  const [cuts, setCuts] = useState<Cuts>({});
  const onCut = (part: CutPart, characters: number) => {
    setCuts((before) => (before[part] === characters ? before : { ...before, [part]: characters }));
  };
  const told: Cuts = appearance.title === undefined ? { ...cuts, title: 0 } : cuts;
  const cut = tile ? cutLine(told) : cutSentence(told, face, surface);
  const missing = [cut, ...leftOut(appearance, face)].filter((sentence) => sentence !== undefined);
  return (
    // Out of sight nothing is measured: the words there say no number that may be an old one.
    <figure ref={figure} aria-label={textEquivalent(appearance, face, surface, inSight ? told : {})}>
      <div className="relative">
        <Device
          appearance={appearance}
          face={face}
          surface={surface}
          settings={settings}
          unfinished={unfinished}
          tile={tile}
          inSight={inSight}
          onCut={onCut}
        />
        {unfinished.words.length > 0 && (
          <p
            className={cn(
              "text-xs text-amber-fg",
              // A tile is too low to hold words over its notification.
              tile
                ? "mt-1.5"
                : "absolute inset-x-0 bottom-2 z-10 mx-auto w-fit max-w-[calc(100%-1rem)] rounded-md border border-dashed border-amber-solid bg-amber-soft px-2 py-1 text-center",
            )}
          >
            Not finished: {new Intl.ListFormat("en").format(unfinished.words)}
          </p>
        )}
      </div>
      {tile ? (
        missing.length > 0 && <figcaption className="mt-1.5 text-xs text-ink-muted">{missing.join(" ")}</figcaption>
      ) : (
        <figcaption className="mt-3 min-h-5 text-center text-xs text-ink-muted">
          {missing.length > 0 ? missing.join(" ") : atServer ? null : "Nothing truncated"}
        </figcaption>
      )}
    </figure>
  );
}

interface DeviceProps extends Required<DevicePreviewProps> {
  inSight: boolean;
  onCut: ReportCut;
}

/** The picture itself. One that is out of sight stays as it was until it comes into sight: most of a wall is, at each key. */
const Device = memo(
  function Device({ appearance, face, surface, settings, unfinished, tile, onCut }: DeviceProps) {
    return (
      <NotifiedDevice
        appearance={appearance}
        face={face}
        surface={surface}
        settings={settings}
        unfinished={unfinished}
        tile={tile}
        onCut={onCut}
      />
    );
  },
  (before, after) =>
    !after.inSight ||
    (before.inSight &&
      before.appearance === after.appearance &&
      before.face === after.face &&
      before.surface === after.surface &&
      before.settings === after.settings &&
      before.unfinished === after.unfinished &&
      before.tile === after.tile &&
      before.onCut === after.onCut),
);
