"use client";

import { ChevronDown, SlidersHorizontal } from "lucide-react";
import { useState, type ComponentProps } from "react";
import {
  settingsText,
  type DeviceSettings,
  type Scheme,
  type TextSize,
} from "@/components/preview/device-settings";
import { surfaceOf, type Face, type Surface } from "@/components/preview/face";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/overlay/popover";
import { SegmentedControl } from "@/components/ui/segmented-control";
import type { PreviewChoice } from "./preview-choice";

interface DeviceSwitchesProps {
  settings: DeviceSettings;
  onChange: (change: Partial<PreviewChoice>) => void;
  /** The one device that is looked at, and where on it; left out where there are several. */
  seen?: { face: Face; surface: Surface };
}

/**
 * How the devices of the preview are set, and behind it the choice: where it is seen, light or
 * dark, the size of their text, the direction of their language.
 */
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
        <Button
          icon={SlidersHorizontal}
          variant="ghost"
          size="sm"
          aria-label={`Settings of the devices: ${set}`}
        >
          {set}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {seen && seen.face.surfaces.length > 1 && (
        <Setting
          title="Where"
          label="Where it is seen"
          value={surfaceOf(seen.face, seen.surface)}
          onValueChange={(value) => onChange({ surface: value as Surface })}
          options={seen.face.surfaces}
          className="whitespace-nowrap [&>button]:px-2"
        />
      )}
      <Setting
        title="Theme"
        label="Theme of the devices"
        value={scheme}
        onValueChange={(value) => onChange({ scheme: value as Scheme })}
        options={[
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
        ]}
      />
      <Setting
        title="Text size"
        label="Text size of the devices"
        value={textSize}
        onValueChange={(value) => onChange({ textSize: value as TextSize })}
        options={[
          { value: "normal", label: "Normal" },
          { value: "large", label: "Large" },
          { value: "largest", label: "Largest" },
        ]}
      />
      <Setting
        title="Language"
        label="Direction of their language"
        value={rightToLeft ? "rtl" : "ltr"}
        onValueChange={(value) => onChange({ rightToLeft: value === "rtl" })}
        options={[
          { value: "ltr", label: "Left to right" },
          { value: "rtl", label: "Right to left" },
        ]}
      />
    </Popover>
  );
}

interface SettingProps extends ComponentProps<typeof SegmentedControl> {
  /** In sight, in front of the choice. */
  title: string;
}

function Setting({ title, ...control }: SettingProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <span aria-hidden className="text-sm text-ink-muted">
        {title}
      </span>
      <SegmentedControl size="sm" {...control} />
    </div>
  );
}
