"use client";

import { useState } from "react";
import { LabelledInput } from "@/components/ui/field";
import { LabelledSelect } from "@/components/ui/select";
import {
  exampleDate,
  formatDate,
  formatRule,
  isDateFormat,
  mostFormat,
} from "@/lib/template/date-format";
import { LabelOf } from "./label-of";

interface DateFormatFieldProps {
  /** Of its parameter. */
  name: string;
  /** Undefined: as it was given. */
  format: string | undefined;
  onChange: (format: string | undefined) => void;
}

const asGiven = "given";
const own = "own";
/** What most people write. */
const usual = ["dd.MM.yyyy", "MM/dd/yyyy", "d MMMM yyyy", "EEEE, d MMMM"];

/** What the user's own pattern begins with: what is written without one. */
const plain = "yyyy-MM-dd";

/** How texts show a date: as it was given, one of a few, or by a pattern of one's own. */
export function DateFormatField({ name, format, onChange }: DateFormatFieldProps) {
  // Swedish dates are written as ISO 8601 has them.
  const [today] = useState(() => new Date().toLocaleDateString("sv-SE"));
  const [isOwn, setOwn] = useState(format !== undefined && !usual.includes(format));
  const choose = (choice: string) => {
    setOwn(choice === own);
    if (choice === own) onChange(format ?? plain);
    else onChange(choice === asGiven ? undefined : choice);
  };
  const example = `Today: ${formatDate(today, format ?? plain, "")}`;
  // One that came from somewhere else, such as another tab, is shown as it is.
  const showsOwn = isOwn || (format !== undefined && !usual.includes(format));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <LabelledSelect
        label={<LabelOf name={name}>Format</LabelOf>}
        hint={showsOwn ? undefined : example}
        value={showsOwn ? own : (format ?? asGiven)}
        onValueChange={choose}
        options={[
          { value: asGiven, label: "As given" },
          ...usual.map((value) => ({ value, label: formatDate(exampleDate, value, "") })),
          { value: own, label: "Own pattern" },
        ]}
      />
      {showsOwn && (
        <LabelledInput
          label={<LabelOf name={name}>Pattern</LabelOf>}
          hint={example}
          error={
            isDateFormat(format ?? plain)
              ? undefined
              : `${formatRule[0]?.toUpperCase() ?? ""}${formatRule.slice(1)}.`
          }
          autoComplete="off"
          spellCheck={false}
          maxLength={mostFormat}
          value={format ?? ""}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}
