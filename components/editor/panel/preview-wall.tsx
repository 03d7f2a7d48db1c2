"use client";

import { Monitor } from "lucide-react";
import type { DeviceSettings } from "@/components/preview/device-settings";
import type { Face } from "@/components/preview/face";
import { EmptyState } from "@/components/ui/empty-state";
import { unfinishedParts } from "@/lib/compose/unfinished";
import { useDrawn } from "../examined/examined";
import { useSame } from "../examined/use-same";
import { FaceTiles, Wall } from "./wall";
import { wallGroups } from "./wall-groups";

/**
 * Every surface of every face at once, by platform. What is scrolled out of sight is neither laid
 * out nor painted.
 */
export function PreviewWall({ settings }: { settings: DeviceSettings }) {
  const { previews } = useDrawn();
  const groups = wallGroups((kind) => previews[kind] !== undefined);
  if (groups.length === 0)
    return (
      <EmptyState
        picture={<Monitor />}
        title="Nothing to show yet"
        className="mt-1 rounded-lg border border-dashed border-line-strong"
      >
        Write a text to see it here on each kind of device.
      </EmptyState>
    );
  return (
    <Wall
      groups={groups}
      tiles={(face) => <FaceOnWall key={face.id} face={face} settings={settings} />}
    />
  );
}

/** Each face for itself, so that words for one platform leave the pictures of the others alone. */
function FaceOnWall({ face, settings }: { face: Face; settings: DeviceSettings }) {
  const picture = useDrawn().previews[face.kind];
  const appearance = useSame(picture?.appearance ?? null);
  const unfinished = useSame(unfinishedParts(picture?.unfinished ?? []));
  if (!appearance) return null;
  return (
    <FaceTiles face={face} appearance={appearance} settings={settings} unfinished={unfinished} />
  );
}
