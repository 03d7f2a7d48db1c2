"use client";

import type { ComponentProps, ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { numberText } from "@/lib/compose/number-text";
import { ByteCount } from "./byte-meter";
import type { PathOf } from "./field-path";
import { useField } from "./use-field";
import { useTyped } from "./use-typed";

/** How a value of another kind is written as text. */
export interface Spelling {
  toText: (value: unknown) => string;
  toValue: (text: string) => unknown;
}

type Written = Pick<
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

export interface TextFieldProps<V extends FieldValues> extends Written {
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
