"use client";

import "@/components/preview/screens.css";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { DeviceSwitches } from "@/components/editor/panel/device-switches";
import { firstChoice, type PreviewChoice } from "@/components/editor/panel/preview-choice";
import { FaceTiles, Wall } from "@/components/editor/panel/wall";
import { wallGroups } from "@/components/editor/panel/wall-groups";
import { kindName } from "@/components/facts/kind-icon";
import { useScheme } from "@/components/ui/browser/use-scheme";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import type { Appearances } from "@/lib/compose/examiner";
import { isRightToLeft, languageName } from "@/lib/compose/language-name";
import { deviceKinds, type DeviceKind } from "@/lib/interface/device-kinds";
import { SharedDevice } from "./shared-device";

interface SharedPreviewProps {
  appearances: Appearances;
  /** Those that it is written in besides its default text. */
  languages: readonly string[];
  /** The one that is drawn; "" for the default text. */
  language: string;
}

/** As `Select` has it, whose values are never empty. */
const defaultText = "default";

/**
 * What devices show, to look at: all of them or one kind, in one of its languages. Each language is
 * drawn by the server, which sends pictures alone.
 */
export function SharedPreview({ appearances, languages, language }: SharedPreviewProps) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const [choice, setChoice] = useState<PreviewChoice>({ ...firstChoice, wall: true });
  const [chosen, setChosen] = useState<DeviceKind>();
  const ofReader = useScheme();
  const kinds = deviceKinds.filter((kind) => appearances[kind] !== undefined);
  const kind = choice.wall ? undefined : kinds.find((one) => one === chosen);
  const { textSize } = choice;
  const settings = {
    scheme: choice.scheme ?? ofReader,
    textSize,
    rightToLeft: choice.rightToLeft || isRightToLeft(language),
  };
  const change = (next: Partial<PreviewChoice>) => setChoice((before) => ({ ...before, ...next }));
  if (kinds.length === 0)
    return (
      <p className="py-10 text-center text-ink-muted">
        There is nothing to show yet: this draft isn’t finished.
      </p>
    );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <SegmentedControl
          label="Device"
          size="sm"
          value={kind ?? "wall"}
          onValueChange={(value) => {
            change({ wall: value === "wall" });
            setChosen(deviceKinds.find((one) => one === value));
          }}
          options={[
            { value: "wall", label: "All devices", short: "All" },
            ...kinds.map((value) => ({ value, label: kindName(value) })),
          ]}
          className="max-w-full overflow-x-auto whitespace-nowrap"
        />
        {languages.length > 0 && (
          <Select
            aria-label="Language"
            size="sm"
            className="w-48"
            value={language === "" ? defaultText : language}
            onValueChange={(next) =>
              start(() =>
                router.replace(
                  next === defaultText ? "?" : `?language=${encodeURIComponent(next)}`,
                  { scroll: false },
                ),
              )
            }
            options={["", ...languages].map((one) => ({
              value: one === "" ? defaultText : one,
              label: languageName(one),
            }))}
          />
        )}
        <span className="ml-auto">
          <DeviceSwitches settings={settings} onChange={change} />
        </span>
      </div>
      <h2 className="sr-only">On its devices</h2>
      <div aria-busy={pending} className={pending ? "opacity-60 transition-opacity" : ""}>
        {kind === undefined ? (
          <Wall
            groups={wallGroups((one) => appearances[one] !== undefined)}
            tiles={(face) => {
              const appearance = appearances[face.kind];
              return (
                appearance && (
                  <FaceTiles
                    key={face.id}
                    face={face}
                    appearance={appearance}
                    settings={settings}
                  />
                )
              );
            }}
          />
        ) : (
          <SharedDevice
            kind={kind}
            appearances={appearances}
            settings={settings}
            choice={choice}
            onChange={change}
          />
        )}
      </div>
    </>
  );
}
