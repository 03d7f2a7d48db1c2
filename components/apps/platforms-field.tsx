"use client";

import { KindIcon } from "@/components/facts/kind-icon";
import { platformName } from "@/components/facts/platform-names";
import { CheckboxesField } from "@/components/form/checkbox-field";
import { platforms, type Platform } from "@/lib/interface/device-kinds";

interface Values {
  platforms?: Platform[];
}

const options = platforms.map((value) => ({
  value,
  label: (
    <span className="inline-flex items-center gap-1.5">
      <KindIcon kind={value} />
      {platformName(value)}
    </span>
  ),
}));

/** The platforms that an app is for. At least one. */
export function PlatformsField({ hint }: { hint: string }) {
  return (
    <CheckboxesField<Values> path="platforms" label="Platforms" hint={hint} options={options} />
  );
}
