"use client";

import { Moon, PilcrowLeft, Sun } from "lucide-react";
import type { DeviceSettings, TextSize } from "@/components/preview/device-settings";
import { IconButton } from "@/components/ui/icon-button";
import { SegmentedControl } from "@/components/ui/segmented-control";
import type { PreviewChoice } from "./preview-choice";

interface DeviceSwitchesProps {
  settings: DeviceSettings;
  onChange: (change: Partial<PreviewChoice>) => void;
}

const sizes: { value: TextSize; label: string; look: string }[] = [
  { value: "normal", label: "Normal text", look: "text-[0.6875rem]" },
  { value: "large", label: "Large text", look: "text-[0.875rem]" },
  { value: "largest", label: "Largest text", look: "text-[1.0625rem]" },
];

/** How the devices of the preview are set: the size of their text, the direction of their language, light or dark. */
export function DeviceSwitches({ settings, onChange }: DeviceSwitchesProps) {
  const { scheme, textSize = "normal", rightToLeft = false } = settings;
  return (
    <fieldset aria-label="Settings of the devices" className="flex items-center gap-1">
      <SegmentedControl
        label="Text size of the devices"
        size="sm"
        value={textSize}
        onValueChange={(value) => onChange({ textSize: value as TextSize })}
        options={sizes.map(({ value, label, look }) => ({
          value,
          label,
          icon: (
            <span aria-hidden className={`${look} leading-none`}>
              A
            </span>
          ),
          iconOnly: true,
        }))}
      />
      <IconButton
        icon={PilcrowLeft}
        label="Right-to-left devices"
        aria-pressed={rightToLeft}
        size="sm"
        className="aria-pressed:bg-accent-soft aria-pressed:text-ink"
        onClick={() => onChange({ rightToLeft: !rightToLeft })}
      />
      <IconButton
        icon={scheme === "dark" ? Sun : Moon}
        label={scheme === "dark" ? "Show the devices in light" : "Show the devices in dark"}
        size="sm"
        onClick={() => onChange({ scheme: scheme === "dark" ? "light" : "dark" })}
      />
    </fieldset>
  );
}
