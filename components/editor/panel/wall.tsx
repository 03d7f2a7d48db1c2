import type { ReactNode } from "react";
import { platformName } from "@/components/facts/platform-names";
import { DevicePreview } from "@/components/preview/device-preview";
import type { DeviceSettings } from "@/components/preview/device-settings";
import type { Face } from "@/components/preview/face";
import type { UnfinishedParts } from "@/components/preview/unfinished";
import type { Appearance } from "@/lib/payload/appearance";
import type { WallGroup } from "./wall-groups";

/**
 * Devices in columns, by platform, so that a short one leaves no gap next to a tall one; `tiles`
 * are the pictures of one face.
 */
export function Wall({
  groups,
  tiles,
}: {
  groups: readonly WallGroup[];
  tiles: (face: Face) => ReactNode;
}) {
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
          <ul className="mt-2.5 columns-2 gap-x-4 @3xl:columns-3 @5xl:columns-4">
            {faces.map(tiles)}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface FaceTilesProps {
  face: Face;
  appearance: Appearance;
  settings: DeviceSettings;
  unfinished?: UnfinishedParts;
}

/** Every surface of one face. What is scrolled out of sight is neither laid out nor painted. */
export function FaceTiles({ face, appearance, settings, unfinished }: FaceTilesProps) {
  return face.surfaces.map(({ value, label }) => (
    <li
      key={value}
      className="min-w-0 break-inside-avoid pb-3.5 [contain-intrinsic-size:auto_7rem] [content-visibility:auto]"
    >
      <p className="mb-1 flex flex-wrap gap-x-1.5 text-xs">
        <span className="font-medium text-ink-muted">{face.name}</span>
        <span className="text-ink-faint">{label}</span>
      </p>
      <DevicePreview
        appearance={appearance}
        face={face}
        surface={value}
        settings={settings}
        {...(unfinished && { unfinished })}
        tile
      />
    </li>
  ));
}
