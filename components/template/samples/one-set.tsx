"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { LabelledInput } from "@/components/ui/field";
import { Verbatim } from "@/components/ui/verbatim";
import { declaredOf } from "@/lib/authoring/template-draft";
import { plainNumber } from "@/lib/inputs/typed-number";
import type { SampleSet } from "@/lib/template/content";
import { misfitOf } from "@/lib/template/parameter-value";
import type { TemplateParameter } from "@/lib/template/parameters";
import { Fold } from "../fold";
import { misfitText } from "../misfit-text";

interface OneSetProps {
  set: SampleSet;
  parameters: readonly TemplateParameter[];
  /** Names that others have. */
  otherNames: readonly string[];
  open: boolean;
  onOpen: (open: boolean) => void;
  onChange: (next: SampleSet) => void;
  onRemove: () => void;
}

/** One set: how many values it has of its own, and each of them. */
export function OneSet({
  set,
  parameters,
  otherNames,
  open,
  onOpen,
  onChange,
  onRemove,
}: OneSetProps) {
  const { name, values } = set;
  const own = parameters.filter((one) => values[one.name] !== undefined);
  const wrong = own.filter((one) => misfitOf(declaredOf(one), values[one.name] ?? "")).length;
  return (
    <Fold
      open={open}
      onOpen={onOpen}
      line={
        <>
          <Verbatim className="min-w-0 truncate font-medium">{name}</Verbatim>
          {wrong > 0 && (
            <Badge tone="amber">
              {wrong === 1 ? "1 would be refused" : `${wrong} would be refused`}
            </Badge>
          )}
          <span className="ml-auto text-xs whitespace-nowrap text-ink-faint tabular-nums">
            {own.length} of {parameters.length}
          </span>
        </>
      }
    >
      {open && (
        <>
          <SetName
            key={name}
            name={name}
            otherNames={otherNames}
            onRename={(next) => onChange({ ...set, name: next })}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            {parameters.map((one) => (
              <OneValue
                key={one.name}
                parameter={one}
                set={name}
                value={values[one.name]}
                onChange={(value) => {
                  const others = Object.entries(values).filter(([other]) => other !== one.name);
                  onChange({
                    ...set,
                    values: Object.fromEntries(
                      value === undefined ? others : [...others, [one.name, value]],
                    ),
                  });
                }}
              />
            ))}
          </div>
          <Button icon={Trash2} size="sm" variant="ghost" className="-ml-2" onClick={onRemove}>
            Remove {name}
          </Button>
        </>
      )}
    </Fold>
  );
}

interface OneValueProps {
  parameter: TemplateParameter;
  set: string;
  /** Undefined: the set says nothing of it. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Shows a missing value and an empty one as different. */
function OneValue({ parameter, set, value, onChange }: OneValueProps) {
  const { name, sample } = parameter;
  const misfit = value === undefined ? undefined : misfitOf(declaredOf(parameter), value);
  return (
    <LabelledInput
      label={`${name} in ${set}`}
      hint={value === undefined ? "Its sample is shown." : value === "" ? "Empty." : undefined}
      error={misfit && misfitText(misfit)}
      action={
        value === undefined ? (
          parameter.type === "text" && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Leave empty: ${name} in ${set}`}
              onClick={() => onChange("")}
            >
              Leave empty
            </Button>
          )
        ) : (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Use sample: ${name} in ${set}`}
            onClick={() => onChange(undefined)}
          >
            Use sample
          </Button>
        )
      }
      dir="auto"
      autoComplete="off"
      placeholder={value === undefined ? sample : undefined}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() =>
        value !== undefined && parameter.type === "number" && onChange(plainNumber(value) ?? value)
      }
    />
  );
}

function SetName({
  name,
  otherNames,
  onRename,
}: {
  name: string;
  otherNames: readonly string[];
  onRename: (name: string) => void;
}) {
  const [typed, setTyped] = useState(name);
  const newName = typed.trim();
  const error =
    newName === ""
      ? "Give it a name."
      : otherNames.includes(newName)
        ? "Another set is called so."
        : undefined;
  const rename = () => {
    if (error === undefined && newName !== name) onRename(newName);
  };
  return (
    <LabelledInput
      label={`Name of ${name}`}
      error={error}
      autoComplete="off"
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={rename}
      onKeyDown={(event) => event.key === "Enter" && rename()}
    />
  );
}
