"use client";

import { kindName } from "@/components/facts/kind-icon";
import type { DeviceSettings } from "@/components/preview/device-settings";
import { facesOf, surfaceOf, type FaceId } from "@/components/preview/face";
import { useScheme } from "@/components/ui/browser/use-scheme";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { deviceKinds, type DeviceKind } from "@/lib/interface/device-kinds";
import { useStanding } from "../examined/examined";
import { DeviceSwitches } from "./device-switches";
import { DrawnFor } from "./drawn-for";
import { DrawnIn } from "./drawn-in";
import { OneDevice } from "./one-device";
import { PanelScroll } from "./panel-scroll";
import { chosenFace, type PreviewChoice } from "./preview-choice";
import { PreviewWall } from "./preview-wall";

interface PreviewPanelProps {
  kind: DeviceKind;
  onKindChange: (kind: DeviceKind) => void;
  choice: PreviewChoice;
  onChoiceChange: (change: Partial<PreviewChoice>) => void;
}

/**
 * The message on one device, or on all of them: drawn from what the providers would be sent, a
 * template that is not filled in with its samples.
 */
export function PreviewPanel({ kind, onKindChange, choice, onChoiceChange }: PreviewPanelProps) {
  const { kinds, samples } = useStanding();
  const ofConsole = useScheme();
  const { wall, textSize, rightToLeft } = choice;
  const scheme = choice.scheme ?? ofConsole;
  const settings: DeviceSettings = { scheme, textSize, rightToLeft };
  const face = chosenFace(choice, kind);
  const faces = facesOf(kind);
  return (
    <>
      <SegmentedControl
        label="Device"
        size="sm"
        value={wall ? "wall" : kind}
        onValueChange={(value) => {
          onChoiceChange({ wall: value === "wall" });
          if (value !== "wall") onKindChange(value as DeviceKind);
        }}
        options={[
          ...deviceKinds.map((option) => ({
            value: option,
            label: kindName(option),
            faint: !kinds.includes(option),
          })),
          { value: "wall", label: "All devices", short: "All" },
        ]}
        className="flex shrink-0 [&>button]:flex-auto [&>button]:px-1.5"
      />
      <div className="mt-2 flex min-h-7 shrink-0 flex-wrap items-center justify-between gap-2">
        {wall || faces.length === 1 ? (
          <h3 className="text-sm font-medium">{wall ? "All devices" : face.name}</h3>
        ) : (
          <SegmentedControl
            label={`${kindName(kind)} on`}
            size="sm"
            value={face.id}
            onValueChange={(value) =>
              onChoiceChange({ faces: { ...choice.faces, [kind]: value as FaceId } })
            }
            options={faces.map(({ id, short }) => ({ value: id, label: short }))}
            className="[&>button]:px-2"
          />
        )}
        <DeviceSwitches
          settings={settings}
          onChange={onChoiceChange}
          {...(!wall && { seen: { face, surface: choice.surface } })}
        />
      </div>
      <DrawnFor />
      <DrawnIn onDirection={(next) => onChoiceChange({ rightToLeft: next })} />
      {samples.length > 0 && (
        <p className="foreign mt-3 shrink-0 rounded-md bg-amber-soft px-2.5 py-1.5 text-xs text-amber-fg">
          Preview uses sample values for {new Intl.ListFormat("en").format(samples)}.
        </p>
      )}
      {wall ? (
        <PanelScroll label="All devices" className="mt-2">
          <PreviewWall settings={settings} />
        </PanelScroll>
      ) : (
        <OneDevice face={face} surface={surfaceOf(face, choice.surface)} settings={settings} />
      )}
    </>
  );
}
