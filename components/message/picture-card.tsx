"use client";

import "@/components/preview/screens.css";
import { useState, type ReactNode } from "react";
import { kindName } from "@/components/facts/kind-icon";
import { DevicePreview } from "@/components/preview/device-preview";
import { facesOf, surfaceOf } from "@/components/preview/face";
import { useScheme } from "@/components/ui/browser/use-scheme";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import type { Appearances } from "@/lib/compose/examiner";
import { isRightToLeft, languageName } from "@/lib/compose/language-name";
import { deviceKinds, type DeviceKind } from "@/lib/interface/device-kinds";

interface PictureCardProps {
  appearances: Appearances;
  /** What the pictures are drawn from. */
  from: string;
  /** In each language in which devices were sent it; the first one is `appearances`. */
  languages?: readonly { language: string; appearances: Appearances }[];
  /** What leads to another picture. */
  more?: ReactNode;
}

const none: readonly never[] = [];
/** A choice has no empty value. */
const defaultText = "default";

/** A message as its devices show it, one kind at a time. Nothing where no kind shows anything. */
export function PictureCard({
  appearances: usual,
  from,
  languages = none,
  more,
}: PictureCardProps) {
  const [spoken, setSpoken] = useState<string>();
  const own = languages.find(({ language }) => language === spoken) ?? languages[0];
  const appearances = own?.appearances ?? usual;
  const kinds = deviceKinds.filter((kind) => appearances[kind] !== undefined);
  const [chosen, setChosen] = useState<DeviceKind>();
  const [surfaces, setSurfaces] = useState<Partial<Record<DeviceKind, string>>>({});
  const scheme = useScheme();
  const kind = chosen !== undefined && kinds.includes(chosen) ? chosen : kinds[0];
  const appearance = kind && appearances[kind];
  if (kind === undefined || appearance === undefined) return null;
  const [face] = facesOf(kind);
  const surface = surfaceOf(face, surfaces[kind]);
  return (
    <Card aria-labelledby="picture-title">
      <CardHeader
        id="picture-title"
        title="Preview"
        description={from}
        actions={
          own &&
          (languages.length > 1 || own.language !== "") && (
            <Select
              aria-label="Language"
              size="sm"
              className="w-44"
              value={own.language === "" ? defaultText : own.language}
              onValueChange={(next) => setSpoken(next === defaultText ? "" : next)}
              options={languages.map(({ language }) => ({
                value: language === "" ? defaultText : language,
                label: languageName(language),
              }))}
            />
          )
        }
      />
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
          <DevicePreview
            key={`${face.id} ${surface}`}
            appearance={appearance}
            face={face}
            surface={surface}
            settings={{ scheme, rightToLeft: isRightToLeft(own?.language ?? "") }}
            tile
          />
        </div>
        {more !== undefined && <p className="mt-4 text-center">{more}</p>}
      </CardBody>
    </Card>
  );
}
