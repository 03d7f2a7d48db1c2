"use client";

import { useTyped } from "@/components/form/text-field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { plainNumber } from "@/lib/inputs/typed-number";
import { canonicalLanguage } from "@/lib/interface/device-language";
import type { FieldKind, Operator } from "@/lib/segment/fields";
import type { Scalar } from "@/lib/segment/values";
import { choicesOf, valueWords } from "../rule/choices";
import { valueForm } from "../rule/leaf";
import { useRule } from "../rule/rule-context";
import { ChoiceBox } from "./choice-box";
import { DurationBox } from "./duration-box";
import { NamedBox } from "./named-box";
import { ValueInput, ValueList } from "./value-list";

interface ValueBoxProps {
  /** "Value of condition 2". */
  label: string;
  kind: FieldKind;
  op: Operator;
  value: unknown;
  onType: (value: unknown) => void;
  onChoose: (value: unknown) => void;
  describedBy: string | undefined;
  isWrong: boolean;
}

/** What a field is compared with, filled in as the field and the operator want it. */
export function ValueBox(props: ValueBoxProps) {
  const { label, kind, op, value, onChoose } = props;
  const { choices } = useRule();
  switch (valueForm(op)) {
    case "none":
      return null;
    case "duration":
      return <DurationBox {...props} />;
    case "one":
      return <ScalarBox {...props} />;
    case "many":
      return (
        <ValueList
          label={label}
          values={Array.isArray(value) ? value : []}
          valueText={(one) => valueWords(kind, one, choices)}
          onChange={onChoose}
        >
          {(add) => <AddedValue {...props} onAdd={add} />}
        </ValueList>
      );
  }
}

/** One value. */
function ScalarBox(props: ValueBoxProps) {
  const { label, kind, op, value, onType, onChoose, describedBy, isWrong } = props;
  const aria = { "aria-describedby": describedBy, "aria-invalid": isWrong || undefined };
  const text = ["string", "number", "boolean"].includes(typeof value) ? `${value as Scalar}` : "";
  const isPart = op === "contains" || op === "startsWith";
  if (kind === "boolean")
    return (
      <Select
        {...aria}
        aria-label={label}
        value={text}
        onValueChange={(next) => onChoose(next === "true")}
        options={yesOrNo}
        className="w-28"
      />
    );
  if (kind === "number" || kind === "count") return <TypedNumber {...props} text={text} />;
  if ((kind === "date" || kind === "moment") && (text === "" || day.test(text)))
    return (
      <Input
        {...aria}
        type="date"
        aria-label={label}
        value={text}
        onChange={(event) => onType(event.target.value)}
        className="w-44"
      />
    );
  if (!isPart && isChosen(kind)) return <OneOfMany {...props} onAdd={([one]) => onChoose(one)} />;
  return (
    <Input
      {...aria}
      aria-label={label}
      autoComplete="off"
      autoCapitalize="none"
      dir="auto"
      value={text}
      onChange={(event) => onType(event.target.value)}
      className="min-w-36 flex-1"
    />
  );
}

const yesOrNo = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];
const day = /^\d{4}-\d\d-\d\d$/;
const chosenKinds = ["platform", "app", "language", "timezone", "country", "list"] as const;
type ChosenKind = (typeof chosenKinds)[number];

function isChosen(kind: FieldKind): kind is ChosenKind {
  return chosenKinds.some((one) => one === kind);
}

/** What is a number becomes one; anything else stays as it was typed. */
function numberIn(text: string): unknown {
  const plain = plainNumber(text);
  return plain === undefined ? text : Number(plain);
}

function TypedNumber({
  label,
  text: value,
  onType,
  describedBy,
  isWrong,
}: ValueBoxProps & { text: string }) {
  const { text, type, settle } = useTyped(value, (typed) => String(numberIn(typed)));
  return (
    <Input
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={isWrong || undefined}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={(event) => {
        type(event.target.value);
        onType(event.target.value === "" ? undefined : numberIn(event.target.value));
      }}
      onBlur={settle}
      className="w-32 tabular-nums"
    />
  );
}

type AddedValueProps = ValueBoxProps & { onAdd: (values: readonly unknown[]) => void };

/** Adds one of several values. */
function AddedValue(props: AddedValueProps) {
  const { label, kind, describedBy, isWrong, onAdd } = props;
  if (isChosen(kind)) return <OneOfMany {...props} label={`Add to the ${lower(label)}`} value="" />;
  const isNumber = kind === "number" || kind === "count";
  return (
    <ValueInput
      label={`Add to the ${lower(label)}`}
      placeholder={isNumber ? "A number, then Enter" : "A value, then Enter"}
      read={isNumber ? numberIn : (text) => text}
      onAdd={onAdd}
      numeric={isNumber}
      describedBy={describedBy}
      isWrong={isWrong}
    />
  );
}

const lower = (label: string) => label.slice(0, 1).toLowerCase() + label.slice(1);

/** One of those that the service has, or that there are. */
function OneOfMany({ label, kind, value, onAdd, describedBy, isWrong }: AddedValueProps) {
  const { choices } = useRule();
  const box = {
    label,
    value: typeof value === "string" ? value : "",
    onChoose: (next: string) => onAdd([next]),
    describedBy,
    isWrong,
  };
  if (kind === "app" || kind === "list") return <NamedBox {...box} kind={kind} />;
  return (
    <ChoiceBox
      {...box}
      options={choicesOf(kind, choices) ?? []}
      placeholder={placeholders[kind] ?? "Choose"}
      none="Nothing is called that"
      {...(kind === "language" && { read: canonicalLanguage })}
    />
  );
}

const placeholders: Partial<Record<FieldKind, string>> = {
  platform: "Choose a platform",
  language: "Choose a language, or type its code",
  timezone: "Choose a time zone",
  country: "Choose a country",
};
