"use client";

import { memo, useRef, useState } from "react";
import { atServer } from "@/components/ui/browser/at-server";
import { cn } from "@/components/ui/cn";
import { leftOut } from "./face";
import type { CutPart } from "./faces/face-props";
import { NotifiedDevice, type NotifiedDeviceProps } from "./notified-device";
import { cutLine, cutSentence, textEquivalent, type Cuts } from "./text-equivalent";
import { finished, type UnfinishedParts } from "./unfinished";
import { useInSight } from "./use-in-sight";

interface DevicePreviewProps extends Pick<
  NotifiedDeviceProps,
  "appearance" | "face" | "surface" | "settings"
> {
  /**
   * What is drawn though it is not finished; left out where all is. The same object for as long as
   * it says the same.
   */
  unfinished?: UnfinishedParts;
  /**
   * One among many: the notification without the device around it, and below it words only where
   * something of it is missing.
   */
  tile?: boolean;
}

/**
 * One notification on one device, to look at: the device, the same in words, and what the device
 * would hide or leave out.
 */
export function DevicePreview({
  appearance,
  face,
  surface,
  settings,
  unfinished = finished,
  tile = false,
}: DevicePreviewProps) {
  const figure = useRef<HTMLElement>(null);
  const inSight = useInSight(figure);
  const [cuts, setCuts] = useState<Cuts>({});
  const onCut = (part: CutPart, characters: number) => {
    setCuts((before) => (before[part] === characters ? before : { ...before, [part]: characters }));
  };
  const reportedCuts: Cuts = appearance.title === undefined ? { ...cuts, title: 0 } : cuts;
  const cut = tile ? cutLine(reportedCuts) : cutSentence(reportedCuts, face, surface);
  const missing = [cut, ...leftOut(appearance, face)].filter((sentence) => sentence !== undefined);
  return (
    // Out of sight nothing is measured: the words there say no number that may be an old one.
    <figure
      ref={figure}
      className={tile ? "" : "flex flex-col"}
      aria-label={textEquivalent(appearance, face, surface, inSight ? reportedCuts : {})}
    >
      <div className="relative">
        <Device {...{ appearance, face, surface, settings, unfinished, tile, inSight, onCut }} />
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
        missing.length > 0 && (
          <figcaption className="mt-1.5 text-xs text-ink-muted">{missing.join(" ")}</figcaption>
        )
      ) : (
        // Above the device, which is much higher than what is on it.
        <figcaption className="order-first mb-3 min-h-5 text-center text-xs text-ink-muted">
          {missing.length > 0 ? missing.join(" ") : atServer ? null : "Nothing truncated"}
        </figcaption>
      )}
    </figure>
  );
}

interface DeviceProps extends NotifiedDeviceProps {
  inSight: boolean;
}

/**
 * The picture itself. One that is out of sight stays as it was until it comes into sight: most of a
 * wall is, at each key.
 */
const Device = memo(
  function Device(props: DeviceProps) {
    const { inSight: _inSight, ...deviceProps } = props;
    return <NotifiedDevice {...deviceProps} />;
  },
  (before, after) =>
    !after.inSight ||
    Object.entries(after).every(([name, value]) => before[name as keyof DeviceProps] === value),
);
