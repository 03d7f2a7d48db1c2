"use client";

import { Monitor } from "lucide-react";
import { DevicePreview } from "@/components/preview/device-preview";
import type { DeviceSettings } from "@/components/preview/device-settings";
import type { Face } from "@/components/preview/face";
import { EmptyState } from "@/components/ui/empty-state";
import { unfinishedParts } from "@/lib/compose/unfinished";
import { useDrawn } from "../examined";
import { useSame } from "../draft/use-same";
import { platformName } from "./platform-names";
import { wallGroups } from "./wall-groups";

/** Every surface of every face at once, by platform. What is scrolled out of sight is neither laid out nor painted. */
export function PreviewWall({ settings }: { settings: DeviceSettings }) {
  const { shown } = useDrawn();
  const groups = wallGroups((kind) => shown[kind] !== undefined);
  if (groups.length === 0)
    return (
      <EmptyState picture={<Monitor />} title="Nothing to show yet" className="mt-1 rounded-lg border border-dashed border-line-strong">
        Write a text, and it appears here on every device it goes to.
      </EmptyState>
    );
  return (
    <div className="@container">
      {groups.map(({ platform, faces, screens }) => (
        <section key={platform} aria-labelledby={`wall-${platform}`} className="pb-5 last:pb-0">
          {/* Stays in sight for as long as anything of its platform does. */}
          <h3
            id={`wall-${platform}`}
            className="sticky top-0 z-10 flex items-baseline justify-between gap-2 border-b border-line bg-surface py-1.5 text-sm font-semibold"
          >
            {platformName(platform)}
            <span className="text-xs font-normal text-ink-faint">{screens} screens</span>
          </h3>
          <ul className="mt-2.5 grid grid-cols-2 items-start gap-x-4 gap-y-3.5 @3xl:grid-cols-3 @5xl:grid-cols-4">
            {faces.map((face) => (
              <FaceOnWall key={face.id} face={face} settings={settings} />
            ))}
          </ul>
        </section>
      ))}
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
    <li key={value} className="min-w-0 [contain-intrinsic-size:auto_7rem] [content-visibility:auto]">
      <p className="mb-1 flex flex-wrap gap-x-1.5 text-xs">
        <span className="font-medium text-ink-muted">{face.name}</span>
        <span className="text-ink-faint">{label}</span>
      </p>
      <DevicePreview appearance={appearance} face={face} surface={value} settings={settings} unfinished={unfinished} tile />
    </li>
  ));
}
