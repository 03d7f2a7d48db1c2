"use client";

import { useId } from "react";
import { platformName } from "@/components/editor/panel/platform-names";
import { KindIcon } from "@/components/device/kind-icon";
import { useField } from "@/components/form/use-field";
import { Checkbox } from "@/components/ui/checkbox";
import { noticeIds, Notices, type Notice } from "@/components/ui/notice";
import { platforms, type Platform } from "@/lib/interface/device-kinds";

interface Values {
  platforms?: Platform[];
}

/** The platforms that an app is for. At least one. */
export function PlatformsField({ hint }: { hint: string }) {
  const { held, change, error, notices } = useField<Values>("platforms");
  const id = useId();
  const chosen = platforms.filter((platform) => Array.isArray(held) && held.includes(platform));
  const told: Notice[] = [...(error === undefined ? [] : [{ tone: "error" as const, text: error }]), ...notices];
  return (
    <fieldset
      data-path="platforms"
      tabIndex={-1}
      aria-invalid={error !== undefined}
      aria-describedby={[`${id}-hint`, ...noticeIds(id, told)].join(" ")}
    >
      <legend className="mb-1 text-sm font-medium">Platforms</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {platforms.map((platform) => (
          <Checkbox
            key={platform}
            checked={chosen.includes(platform)}
            onCheckedChange={(on) => change(platforms.filter((other) => (other === platform ? on : chosen.includes(other))))}
            label={
              <span className="inline-flex items-center gap-1.5">
                <KindIcon kind={platform} />
                {platformName(platform)}
              </span>
            }
          />
        ))}
      </div>
      <p id={`${id}-hint`} className="mt-1 text-xs text-ink-faint">
        {hint}
      </p>
      <Notices id={id} notices={told} />
    </fieldset>
  );
}
