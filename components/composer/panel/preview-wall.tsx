"use client";

import { Monitor } from "lucide-react";
import { DevicePreview } from "@/components/preview/device-preview";
import type { DeviceSettings } from "@/components/preview/device-settings";
import { facesOf, isPhone, type Face } from "@/components/preview/face";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { deviceKinds } from "@/lib/interface/device-kinds";
import { unfinishedParts } from "@/lib/compose/unfinished";
import { useDrawn } from "../examined";
import { useSame } from "../draft/use-same";

const faces = deviceKinds.flatMap(facesOf);
/** Phones side by side, then desktops, which are as wide as two of them. */
const inOrder = [...faces.filter(isPhone), ...faces.filter((face) => !isPhone(face))];

/** Every surface of every face at once. What is scrolled out of sight is neither laid out nor painted. */
export function PreviewWall({ settings }: { settings: DeviceSettings }) {
  const { shown } = useDrawn();
  if (deviceKinds.every((kind) => !shown[kind]))
    return (
      <EmptyState picture={<Monitor />} title="Nothing to show yet" className="mt-4 rounded-lg border border-dashed border-line-strong">
        Write a text, and it appears here on every device it goes to.
      </EmptyState>
    );
  return (
    <div className="@container">
      <ul aria-label="All devices" className="mt-4 grid grid-cols-2 gap-x-4 gap-y-6 @xl:grid-cols-4">
        {inOrder.map((face) => (
          <FaceOnWall key={face.id} face={face} settings={settings} />
        ))}
      </ul>
    </div>
  );
}

/** Each face for itself, so that words for one platform leave the pictures of the others alone. */
function FaceOnWall({ face, settings }: { face: Face; settings: DeviceSettings }) {
  const shown = useDrawn().shown[face.kind];
  const appearance = useSame(shown?.appearance ?? null);
  const unfinished = useSame(unfinishedParts(shown?.unfinished ?? []));
  if (!appearance) return null;
  return face.surfaces.map(({ value, label }) => (
    <li key={value} className={cn("min-w-0 [contain-intrinsic-size:auto_22rem] [content-visibility:auto]", !isPhone(face) && "col-span-2")}>
      <p className="mb-1.5 text-xs">
        <span className="block truncate font-medium text-ink-muted">{face.name}</span>
        <span className="block truncate text-ink-faint">{label}</span>
      </p>
      <DevicePreview appearance={appearance} face={face} surface={value} settings={settings} unfinished={unfinished} />
    </li>
  ));
}
