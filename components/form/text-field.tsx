"use client";

import { useState, type ComponentProps, type ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { numberText } from "@/lib/compose/number-text";
import { ByteCount } from "./byte-meter";
import { useField, type PathOf } from "./use-field";

/** How a value of another kind is written as text. */
export interface Spelling {
  toText: (value: unknown) => string;
  toValue: (text: string) => unknown;
}

type InputAttributes = Pick<
  ComponentProps<"input">,
  | "type"
  | "list"
  | "placeholder"
  | "inputMode"
  | "autoComplete"
  | "autoCapitalize"
  | "spellCheck"
  | "onKeyDown"
  | "autoFocus"
>;

export interface TextFieldProps<V extends FieldValues> extends InputAttributes {
  path: PathOf<V>;
  /** Unlike any other on the page: it is the control's accessible name. */
  label: string;
  labelHidden?: boolean;
  hint?: ReactNode;
  /** Under the hint or what is wrong. */
  below?: ReactNode;
  /** Next to the label: a small button. */
  action?: ReactNode;
  /**
   * Shows that it may be left empty, where the schema judges more than one field at once. Else the
   * schema of the form says so.
   */
  optional?: boolean;
  /** What only the screen knows to be wrong; goes before what the schema says. */
  wrong?: string | undefined;
  multiline?: boolean;
  /** Shows how many bytes are written, as UTF-8, and of how many where that is limited. */
  bytes?: true | number;
  /** Shows how many characters are written, too. */
  counted?: boolean;
  spelling?: Spelling;
  /** Puts something around the control. */
  around?: (control: ReactNode) => ReactNode;
  className?: string;
  controlClassName?: string;
}

const asText: Spelling = {
  toText: (value) =>
    typeof value === "string" ? value : typeof value === "number" ? String(value) : "",
  toValue: (text) => text,
};

/** From nine tenths of what it may have, a text shows how long it is. */
const near = 0.9;

/** A text, or what is written as one. */
export function TextField<V extends FieldValues>({
  path,
  label,
  labelHidden = false,
  hint,
  action,
  below,
  optional,
  wrong,
  multiline = false,
  bytes,
  counted = false,
  spelling = asText,
  around,
  className,
  controlClassName,
  ...inputProps
}: TextFieldProps<V>) {
  const { fieldValue, change, leave, error, notices, rules } = useField<V>(path);
  const { text, type, settle } = useTyped(spelling.toText(fieldValue), (typed) =>
    spelling.toText(spelling.toValue(typed)),
  );
  const { required, most } = rules;
  return (
    <Field
      label={label}
      labelHidden={labelHidden}
      hint={hint}
      action={action}
      below={below}
      optional={optional ?? required === false}
      error={wrong ?? error}
      notices={notices}
      counter={
        bytes !== undefined && text !== "" ? (
          <ByteCount text={text} counted={counted} {...(bytes !== true && { limit: bytes })} />
        ) : most !== undefined && text.length > most * near ? (
          `${numberText(text.length)} / ${numberText(most)}`
        ) : undefined
      }
      {...(className !== undefined && { className })}
    >
      {(aria) => {
        const common = {
          autoComplete: "off",
          ...aria,
          ...inputProps,
          name: path,
          "data-path": path,
          "aria-required": required,
          dir: "auto",
          value: text,
          className: controlClassName,
          onChange: (event: { target: { value: string } }) => {
            const { value } = event.target;
            if (spelling !== asText) type(value);
            change(
              value === "" && rules.absentWhenEmpty === true ? undefined : spelling.toValue(value),
            );
          },
          onBlur: () => {
            settle();
            leave();
          },
        };
        const control = multiline ? (
          <Textarea {...(common as ComponentProps<"textarea">)} />
        ) : (
          <Input {...common} />
        );
        return around ? around(control) : control;
      }}
    </Field>
  );
}

/**
 * A text that is written exactly so, such as an ID: keyboards neither correct it nor begin it with
 * a capital.
 */
export function ExactField<V extends FieldValues>(props: TextFieldProps<V>) {
  return <TextField<V> {...props} autoCapitalize="none" spellCheck={false} />;
}

/**
 * An address. Nothing is added or removed: the text is checked and stored exactly as it was typed.
 */
export function UrlField<V extends FieldValues>({
  placeholder = "https://…",
  ...rest
}: TextFieldProps<V>) {
  // Not type="url": browsers take spaces off what is written into one, without a word.
  return (
    <TextField<V>
      {...rest}
      placeholder={placeholder}
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

/** The spelling of a list of texts, one a line. */
export const asLines: Spelling = {
  toText: (value) => (Array.isArray(value) ? value.join("\n") : ""),
  toValue: (text) => text.split("\n"),
};

/**
 * What a control shows whose value is written in another way than it is typed: the text as it was
 * typed until the control is left, for as long as it means the value. A text that changes under an
 * input method that composes would be typed twice.
 *
 * @param value the value as it is written
 * @param write how a typed text is written
 */
export function useTyped(value: string, write: (typed: string) => string) {
  const [typed, setTyped] = useState<string>();
  return {
    text: typed !== undefined && write(typed) === value ? typed : value,
    type: setTyped,
    settle: () => setTyped(undefined),
  };
}
