"use client";

import "@/components/preview/screens.css";
import { useState } from "react";
import { kindName } from "@/components/device/kind-icon";
import { DevicePreview } from "@/components/preview/device-preview";
import { facesOf, surfaceOf } from "@/components/preview/face";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useScheme } from "@/components/ui/use-scheme";
import type { Shown } from "@/lib/compose/examiner";
import { deviceKinds, type DeviceKind } from "@/lib/interface/device-kinds";

interface PictureCardProps {
  shown: Shown;
  /** What the pictures are drawn from. */
  from: string;
}

/** A message as its devices show it, one kind at a time. Nothing where no kind shows anything. */
export function PictureCard({ shown, from }: PictureCardProps) {
  const kinds = deviceKinds.filter((kind) => shown[kind] !== undefined);
  const [chosen, setChosen] = useState<DeviceKind>();
  const [surfaces, setSurfaces] = useState<Partial<Record<DeviceKind, string>>>({});
  const scheme = useScheme();
  const kind = chosen !== undefined && kinds.includes(chosen) ? chosen : kinds[0];
  const appearance = kind && shown[kind];
  if (kind === undefined || appearance === undefined) return null;
  const [face] = facesOf(kind);
  const surface = surfaceOf(face, surfaces[kind]);
  return (
    <Card aria-labelledby="picture-title">
      <CardHeader id="picture-title" title="What it looks like" description={from} />
      <CardBody>
        <div className="mb-4 flex flex-wrap justify-center gap-2">
          {kinds.length > 1 && (
            <SegmentedControl
              label="Device"
              size="sm"
              value={kind}
              onValueChange={(value) => setChosen(value as DeviceKind)}
              options={kinds.map((value) => ({ value, label: kindName(value) }))}
              className="max-w-full whitespace-nowrap max-sm:[&>button]:px-1.5"
            />
          )}
          {face.surfaces.length > 1 && (
            <SegmentedControl
              label="Where it is seen"
              size="sm"
              value={surface}
              onValueChange={(value) => setSurfaces((before) => ({ ...before, [kind]: value }))}
              options={face.surfaces}
              className="max-w-full whitespace-nowrap max-sm:[&>button]:px-1.5"
            />
          )}
        </div>
        <div className="mx-auto max-w-[26rem]">
          <DevicePreview key={`${face.id} ${surface}`} appearance={appearance} face={face} surface={surface} settings={{ scheme }} tile />
        </div>
      </CardBody>
    </Card>
  );
}
