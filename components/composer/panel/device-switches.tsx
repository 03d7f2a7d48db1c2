"use client";

import { ChevronDown, SlidersHorizontal } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { DeviceSettings, Scheme, TextSize } from "@/components/preview/device-settings";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { SegmentedControl } from "@/components/ui/segmented-control";
import type { PreviewChoice } from "./preview-choice";
import { settingsText } from "./settings-text";

interface DeviceSwitchesProps {
  settings: DeviceSettings;
  onChange: (change: Partial<PreviewChoice>) => void;
}

/** How the devices of the preview are set, and behind it the choice: light or dark, the size of their text, the direction of their language. */
export function DeviceSwitches({ settings, onChange }: DeviceSwitchesProps) {
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
        <Button variant="ghost" size="sm" aria-label={`Settings of the devices: ${set}`}>
          <SlidersHorizontal aria-hidden />
          {set}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
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
    <div className="flex items-center justify-between gap-6">
      <span aria-hidden className="text-sm text-ink-muted">
        {label}
      </span>
      {children}
    </div>
  );
}
