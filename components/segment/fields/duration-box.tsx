"use client";

import { NumberInput } from "@/components/form/number-input";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { durationOf, durationParts } from "../rule/leaf";
import { durationUnits, type DurationUnit } from "../rule/leaf-words";

interface DurationBoxProps {
  /** What lasts so long: "Time of condition 2". */
  label: string;
  /** ISO 8601. */
  value: unknown;
  onType: (duration: string) => void;
  onChoose: (duration: string) => void;
  describedBy: string | undefined;
  isWrong: boolean;
}

/** A duration as a number and its unit; one of several units, such as P1DT12H, as its text. */
export function DurationBox({
  label,
  value,
  onType,
  onChoose,
  describedBy,
  isWrong,
}: DurationBoxProps) {
  const aria = { "aria-describedby": describedBy, "aria-invalid": isWrong || undefined };
  const parts = durationParts(value);
  if (!parts)
    return (
      <Input
        {...aria}
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        value={String(value)}
        onChange={(event) => onType(event.target.value)}
        className="code w-40"
      />
    );
  const { count, unit } = parts;
  return (
    <div className="flex flex-wrap gap-2">
      <NumberInput
        {...aria}
        aria-label={label}
        value={count}
        onValue={(next) => onType(durationOf(next, unit))}
        className="w-20 tabular-nums"
      />
      <Select
        aria-label={`${label}, unit`}
        value={unit}
        onValueChange={(next) => onChoose(durationOf(count, next as DurationUnit))}
        options={durationUnits}
        className="w-28"
      />
    </div>
  );
}
