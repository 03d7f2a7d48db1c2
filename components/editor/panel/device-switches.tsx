"use client";

import { ChevronDown, SlidersHorizontal } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { DeviceSettings, Scheme, TextSize } from "@/components/preview/device-settings";
import { surfaceOf, type Face, type Surface } from "@/components/preview/face";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { SegmentedControl } from "@/components/ui/segmented-control";
import type { PreviewChoice } from "./preview-choice";
import { settingsText } from "./settings-text";

interface DeviceSwitchesProps {
  settings: DeviceSettings;
  onChange: (change: Partial<PreviewChoice>) => void;
  /** The one device that is looked at, and where on it; left out where there are several. */
  seen?: { face: Face; surface: Surface };
}

/** How the devices of the preview are set, and behind it the choice: where it is seen, light or dark, the size of their text, the direction of their language. */
export function DeviceSwitches({ settings, onChange, seen }: DeviceSwitchesProps) {
  const [open, setOpen] = useState(false);
  const { scheme, textSize = "normal", rightToLeft = false } = settings;
  const set = settingsText(settings);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Settings of the devices"
      className="w-auto gap-3 p-3"
      trigger={
        <Button icon={SlidersHorizontal} variant="ghost" size="sm" aria-label={`Settings of the devices: ${set}`}>
          {set}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {seen && seen.face.surfaces.length > 1 && (
        <Switch label="Where">
          <SegmentedControl
            label="Where it is seen"
            size="sm"
            value={surfaceOf(seen.face, seen.surface)}
            onValueChange={(value) => onChange({ surface: value as Surface })}
            options={seen.face.surfaces}
            className="whitespace-nowrap [&>button]:px-2"
          />
        </Switch>
      )}
      <Switch label="Theme">
        <SegmentedControl
          label="Theme of the devices"
          size="sm"
          value={scheme}
          onValueChange={(value) => onChange({ scheme: value as Scheme })}
          options={[
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
        />
      </Switch>
      <Switch label="Text size">
        <SegmentedControl
          label="Text size of the devices"
          size="sm"
          value={textSize}
          onValueChange={(value) => onChange({ textSize: value as TextSize })}
          options={[
            { value: "normal", label: "Normal" },
            { value: "large", label: "Large" },
            { value: "largest", label: "Largest" },
          ]}
        />
      </Switch>
      <Switch label="Language">
        <SegmentedControl
          label="Direction of their language"
          size="sm"
          value={rightToLeft ? "rtl" : "ltr"}
          onValueChange={(value) => onChange({ rightToLeft: value === "rtl" })}
          options={[
            { value: "ltr", label: "Left to right" },
            { value: "rtl", label: "Right to left" },
          ]}
        />
      </Switch>
    </Popover>
  );
}

function Switch({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <span aria-hidden className="text-sm text-ink-muted">
        {label}
      </span>
      {children}
    </div>
  );
}
