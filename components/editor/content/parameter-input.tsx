"use client";

import { NumberInput } from "@/components/form/number-input";
import type { FieldControl } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { longestDate } from "@/lib/template/parameter-value";
import type { TemplateParameter } from "@/lib/template/parameters";
import { TextTools } from "./text-tools";

interface ParameterInputProps {
  parameter: TemplateParameter;
  aria: FieldControl;
  path: string;
  /** Undefined: none is given. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

const unset = "unset";
const day = /^\d{4}-\d\d-\d\d$/;

/** Where the value of a parameter is given, as its type wants it (contract 6). */
export function ParameterInput({ parameter, aria, path, value, onChange }: ParameterInputProps) {
  const { name, type, choices = [], required, default: otherwise, sample } = parameter;
  if (type === "choice")
    return (
      <div data-path={path}>
        <Select
          {...aria}
          // What is no choice of its own is shown all the same: it came with a draft or a pasted
          // request.
          value={value === undefined ? (required ? "" : unset) : `value ${value}`}
          onValueChange={(next) =>
            onChange(next === unset ? undefined : next.slice("value ".length))
          }
          options={[
            ...(required
              ? []
              : [
                  {
                    value: unset,
                    label: otherwise === undefined ? "Left empty" : `Default: ${otherwise}`,
                  },
                ]),
            ...[...new Set([...choices, ...(value === undefined ? [] : [value])])].map(
              (choice) => ({
                value: `value ${choice}`,
                label: choice === "" ? "Empty" : choice,
              }),
            ),
          ]}
        />
      </div>
    );
  const change = (text: string) => onChange(text === "" ? undefined : text);
  const common = {
    ...aria,
    "data-path": path,
    autoComplete: "off",
    placeholder: sample === "" ? undefined : `such as ${sample}`,
    value: value ?? "",
  };
  const typed = {
    ...common,
    onChange: (event: { target: { value: string } }) => change(event.target.value),
  };
  if (type === "date" && (value === undefined || day.test(value)))
    return <Input {...typed} type="date" max="9999-12-31" />;
  if (type === "date") return <Input {...typed} maxLength={longestDate} spellCheck={false} />;
  if (type === "number") return <NumberInput {...common} inputMode="decimal" onValue={change} />;
  if (type === "url")
    return <Input {...typed} inputMode="url" spellCheck={false} autoCapitalize="none" />;
  return (
    <TextTools label={name} parameters={false}>
      <Input {...typed} dir="auto" />
    </TextTools>
  );
}
