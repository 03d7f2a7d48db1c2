"use client";

import { memo, startTransition, useEffect, useRef, useState } from "react";
import type { DeviceSettings } from "@/components/preview/device-settings";
import { facesOf, surfaceLabel, type Face, type Surface } from "@/components/preview/face";
import { NotifiedDevice } from "@/components/preview/notified-device";
import { finished } from "@/components/preview/unfinished";
import type { CutPart, ScreenCut } from "@/lib/findings/cuts";
import { deviceKinds, type DeviceKind } from "@/lib/interface/device-kinds";
import type { Appearance } from "@/lib/payload/appearance";
import { useExamined } from "../examined/examined";
import { whenIdle } from "../examined/use-behind";
import { useSame } from "../examined/use-same";

/** Typing has rested so long (milliseconds). */
const restMs = 400;

interface CutSurveyProps {
  settings: DeviceSettings;
  /** Called with all screens, once each was measured. */
  onSurveyed: (screens: readonly ScreenCut[]) => void;
}

/**
 * Measures how much every screen shows of the message: by the faces of the previews, out of sight,
 * one after the other while the page rests. Nothing of it happens while the user types.
 */
export function CutSurvey({ settings, onSurveyed }: CutSurveyProps) {
  const { previews } = useExamined();
  const appearances = useSame(
    Object.fromEntries(
      deviceKinds.flatMap((kind) => (previews[kind] ? [[kind, previews[kind].appearance]] : [])),
    ) as Partial<Record<DeviceKind, Appearance>>,
  );
  const stableSettings = useSame(settings);
  const [at, setAt] = useState<number>();
  const cuts = useRef<ScreenCut[]>([]);
  const cancel = useRef<() => void>(undefined);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      timer = setTimeout(() => {
        cuts.current = [];
        startTransition(() => setAt(0));
      }, restMs);
    };
    const stop = () => {
      clearTimeout(timer);
      cancel.current?.();
      setAt(undefined);
    };
    // The measured content changes only once typing pauses, so that typing itself is detected by
    // this event alone.
    const again = () => {
      stop();
      begin();
    };
    begin();
    document.addEventListener("input", again, true);
    return () => {
      document.removeEventListener("input", again, true);
      stop();
    };
  }, [appearances, stableSettings]);
  const faces = deviceKinds.flatMap((kind) => (appearances[kind] ? facesOf(kind) : []));
  const face = at === undefined ? undefined : faces[at];
  const appearance = face && appearances[face.kind];
  const next = (screens: readonly ScreenCut[]) => {
    cuts.current.push(...screens);
    cancel.current = whenIdle(() =>
      startTransition(() => setAt((now) => (now === undefined ? now : now + 1))),
    );
  };
  const isOver = at !== undefined && at >= faces.length;
  useEffect(() => {
    if (isOver) startTransition(() => onSurveyed(cuts.current));
  }, [isOver, onSurveyed]);
  if (!face || !appearance) return null;
  return (
    <div
      aria-hidden
      inert
      className="pointer-events-none fixed top-0 -left-[200vw] w-[23.5rem] opacity-0"
    >
      <FaceSurvey
        key={face.id}
        face={face}
        appearance={appearance}
        settings={stableSettings}
        onMeasured={next}
      />
    </div>
  );
}

interface FaceSurveyProps {
  face: Face;
  appearance: Appearance;
  settings: DeviceSettings;
  onMeasured: (screens: readonly ScreenCut[]) => void;
}

/** All screens of one face. */
const FaceSurvey = memo(function FaceSurvey({
  face,
  appearance,
  settings,
  onMeasured,
}: FaceSurveyProps) {
  const hidden = useRef<Partial<Record<Surface, ScreenCut["hidden"]>>>({});
  useEffect(() => {
    const { title, text } = appearance;
    // Measured by now: at the end of the layout.
    const cancel = whenIdle(() =>
      onMeasured(
        face.surfaces.map(({ value }) => ({
          kind: face.kind,
          face: face.id,
          surface: value,
          name: `${face.name}, ${surfaceLabel(face, value).toLowerCase()}`,
          opened: value === "expanded",
          hidden: hidden.current[value] ?? {},
          texts: { text, ...(title !== undefined && { title }) },
        })),
      ),
    );
    return cancel;
  }, [appearance, face, onMeasured]);
  return face.surfaces.map(({ value }) => (
    <NotifiedDevice
      key={value}
      appearance={appearance}
      face={face}
      surface={value}
      settings={settings}
      unfinished={finished}
      onCut={(part: CutPart, characters: number) => {
        hidden.current[value] = { ...hidden.current[value], [part]: characters };
      }}
    />
  ));
});
