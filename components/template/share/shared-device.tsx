"use client";

import { chosenFace, type PreviewChoice } from "@/components/editor/panel/preview-choice";
import { DevicePreview } from "@/components/preview/device-preview";
import type { DeviceSettings } from "@/components/preview/device-settings";
import { facesOf, surfaceOf, type FaceId, type Surface } from "@/components/preview/face";
import { SegmentedControl } from "@/components/ui/segmented-control";
import type { Appearances } from "@/lib/compose/examiner";
import type { DeviceKind } from "@/lib/interface/device-kinds";

interface SharedDeviceProps {
  kind: DeviceKind;
  appearances: Appearances;
  settings: DeviceSettings;
  choice: PreviewChoice;
  onChange: (change: Partial<PreviewChoice>) => void;
}

/** Shows one device, with a choice of its manufacturer and of where on it the message appears. */
export function SharedDevice({ kind, appearances, settings, choice, onChange }: SharedDeviceProps) {
  const face = chosenFace(choice, kind);
  const faces = facesOf(kind);
  const surface = surfaceOf(face, choice.surface);
  const appearance = appearances[kind];
  return (
    <>
      <div className="mb-4 flex flex-wrap justify-center gap-2">
        {faces.length > 1 && (
          <SegmentedControl
            label="Drawn as on"
            size="sm"
            value={face.id}
            onValueChange={(value) =>
              onChange({ faces: { ...choice.faces, [kind]: value as FaceId } })
            }
            options={faces.map(({ id, short }) => ({ value: id, label: short }))}
          />
        )}
        {face.surfaces.length > 1 && (
          <SegmentedControl
            label="Where it is seen"
            size="sm"
            value={surface}
            onValueChange={(value) => onChange({ surface: value as Surface })}
            options={face.surfaces}
            className="max-w-full whitespace-nowrap max-sm:[&>button]:px-1.5"
          />
        )}
      </div>
      {appearance && (
        <div className="mx-auto max-w-[23.5rem]">
          <DevicePreview
            key={`${face.id} ${surface}`}
            appearance={appearance}
            face={face}
            surface={surface}
            settings={settings}
          />
        </div>
      )}
    </>
  );
}
