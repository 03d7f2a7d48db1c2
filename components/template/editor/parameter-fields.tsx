"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { NumberInput } from "@/components/form/number-input";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Field, LabelledInput, LabelledTextarea } from "@/components/ui/field";
import { LabelledSelect } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { Code } from "@/components/ui/verbatim";
import { declaredOf } from "@/lib/authoring/template-draft";
import { plainNumber, wholeNumber } from "@/lib/inputs/typed-number";
import { misfitOf, parameterTypes, type ParameterType } from "@/lib/template/parameter-value";
import type { TemplateParameter } from "@/lib/template/parameters";
import { isParameterName, placeholderOf } from "@/lib/template/placeholder";
import { mostValueBytes } from "@/lib/template/text";
import { Fold } from "../fold";
import { misfitText } from "../misfit-text";
import { typeLabels } from "../template-looks";
import { DateFormatField } from "./date-format-field";
import { LabelOf } from "./label-of";

interface ParameterFieldsProps {
  parameter: TemplateParameter;
  used: boolean;
  /** Names that others have. */
  otherNames: readonly string[];
  open: boolean;
  onOpen: (open: boolean) => void;
  onChange: (next: TemplateParameter) => void;
  /** Renames it, in the texts too. */
  onRename: (name: string) => void;
  /** Only where no text has it. */
  onRemove: () => void;
}

/** One parameter: a line that says what it is, and what can be said of it. */
export function ParameterFields({
  parameter,
  used,
  otherNames,
  open,
  onOpen,
  onChange,
  onRename,
  onRemove,
}: ParameterFieldsProps) {
  const { name, type, required, maxLength } = parameter;
  return (
    <Fold
      open={open}
      onOpen={onOpen}
      line={
        <>
          <Code className="min-w-0 truncate">{placeholderOf(name)}</Code>
          <Badge>{typeLabels[type]}</Badge>
          {required && <Badge tone="amber">Required</Badge>}
          {!used && <Badge>Not used</Badge>}
          <span className="ml-auto text-xs text-ink-faint tabular-nums">
            {maxLength === undefined || !hasLength(type)
              ? ""
              : `${maxLength.toLocaleString("en")} bytes`}
          </span>
        </>
      }
    >
      {open && <Open {...{ parameter, used, otherNames, onChange, onRename, onRemove }} />}
    </Fold>
  );
}

/**
 * Whether a maximum length is declared for values of a type: choices and dates are as long as they
 * are.
 */
function hasLength(type: ParameterType): boolean {
  return type !== "choice" && type !== "date";
}

/** Of a text that may be any, in any language, or none. */
const free = { optional: true, dir: "auto", autoComplete: "off" } as const;

function Open({
  parameter,
  used,
  otherNames,
  onChange,
  onRename,
  onRemove,
}: Omit<ParameterFieldsProps, "open" | "onOpen">) {
  const { name, type, choices = [], format, required, maxLength, sample, description } = parameter;
  const set = (part: Partial<TemplateParameter>) => onChange({ ...parameter, ...part });
  const wrong = (value: string | undefined) => {
    const misfit =
      value === undefined || value === "" ? undefined : misfitOf(declaredOf(parameter), value);
    return misfit && misfitText(misfit);
  };
  const settle = (member: "default" | "sample") => {
    const typed = parameter[member];
    const plain = type === "number" && typed !== undefined ? plainNumber(typed) : undefined;
    if (plain !== undefined && plain !== typed) set({ [member]: plain });
  };
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <NameField key={name} name={name} otherNames={otherNames} onRename={onRename} />
        <LabelledSelect
          label={<LabelOf name={name}>Type</LabelOf>}
          value={type}
          onValueChange={(next) => {
            const chosen = next as ParameterType;
            // A limit that no field shows would refuse values without a visible reason.
            set({ type: chosen, ...(hasLength(chosen) ? {} : { maxLength: undefined }) });
          }}
          options={parameterTypes.map((value) => ({ value, label: typeLabels[value] }))}
        />
      </div>
      {type === "choice" && (
        <LabelledTextarea
          label={<LabelOf name={name}>Choices</LabelOf>}
          hint="One per line."
          error={
            choices.filter((one) => one !== "").length === 0 ? "Write at least one." : undefined
          }
          value={choices.join("\n")}
          onChange={(event) => set({ choices: event.target.value.split("\n") })}
          onBlur={() =>
            set({
              choices: [...new Set(choices.map((one) => one.trim()).filter((one) => one !== ""))],
            })
          }
        />
      )}
      {type === "date" && (
        <DateFormatField name={name} format={format} onChange={(next) => set({ format: next })} />
      )}
      <Switch
        checked={required}
        onCheckedChange={(on) => set({ required: on })}
        label={
          <>
            <span className="sr-only">{name} is </span>
            <span className="inline-block first-letter:uppercase">required</span>
          </>
        }
        hint="Requests without it are rejected."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {!required && (
          <LabelledInput
            {...free}
            label={<LabelOf name={name}>Default</LabelOf>}
            hint="Used when a message has no value."
            error={wrong(parameter.default)}
            value={parameter.default ?? ""}
            onChange={(event) =>
              set({ default: event.target.value === "" ? undefined : event.target.value })
            }
            onBlur={() => settle("default")}
          />
        )}
        {hasLength(type) && (
          <LengthField
            name={name}
            maxLength={maxLength}
            onChange={(next) => set({ maxLength: next })}
          />
        )}
        <LabelledInput
          {...free}
          label={<LabelOf name={name}>Sample</LabelOf>}
          hint="Shown in previews."
          error={wrong(sample)}
          value={sample}
          onChange={(event) => set({ sample: event.target.value })}
          onBlur={() => settle("sample")}
        />
        <LabelledInput
          {...free}
          label={<LabelOf name={name}>Description</LabelOf>}
          hint="Help text for the person sending it"
          value={description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </div>
      {!used && (
        <Button icon={Trash2} size="sm" variant="ghost" className="-ml-2" onClick={onRemove}>
          Remove {name}
        </Button>
      )}
    </>
  );
}

function NameField({
  name,
  otherNames,
  onRename,
}: {
  name: string;
  otherNames: readonly string[];
  onRename: (name: string) => void;
}) {
  const [typed, setTyped] = useState(name);
  const error = !isParameterName(typed)
    ? "Letters, digits and _ only."
    : otherNames.includes(typed)
      ? "Another parameter is called so."
      : undefined;
  const rename = () => {
    if (error === undefined && typed !== name) onRename(typed);
  };
  return (
    <LabelledInput
      label={<LabelOf name={name}>Name</LabelOf>}
      hint="Renaming updates every text that uses it."
      error={error}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={rename}
      onKeyDown={(event) => event.key === "Enter" && rename()}
    />
  );
}

interface LengthFieldProps extends Pick<TemplateParameter, "name" | "maxLength"> {
  onChange: (next: number | undefined) => void;
}

/**
 * What is typed stays, and is no length until it is one: dropping a sign or a fraction would set
 * another one.
 */
function LengthField({ name, maxLength, onChange }: LengthFieldProps) {
  const [wrong, setWrong] = useState<string>();
  const type = (text: string) => {
    const isNone = text.trim() === "";
    const length = wholeNumber(text);
    const isLength = isNone || (length !== undefined && length >= 1 && length <= mostValueBytes);
    setWrong(isLength ? undefined : text);
    if (isLength) onChange(length);
  };
  return (
    <Field
      label={<LabelOf name={name}>Maximum length</LabelOf>}
      optional
      hint="Bytes. Most letters take one, others up to four."
      error={
        wrong === undefined
          ? undefined
          : `Write a whole number from 1 to ${mostValueBytes.toLocaleString("en")}.`
      }
    >
      {(aria) => (
        <NumberInput
          {...aria}
          value={wrong ?? (maxLength === undefined ? "" : String(maxLength))}
          onValue={type}
        />
      )}
    </Field>
  );
}
