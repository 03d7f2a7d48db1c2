"use client";

import type { ReactNode } from "react";
import { useController } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { utf8Bytes } from "@/lib/interface/bytes";

interface TextFieldProps {
  /** Path of the schema, e.g. `channels.push.android.text`. The form comes from `FormProvider`. */
  path: string;
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean;
  multiline?: boolean;
  placeholder?: string;
  type?: "text" | "url" | "number";
  /** Shows the UTF-8 bytes written, against this limit. */
  maxBytes?: number;
  /** Shows the characters written, against the length at which devices are likely to cut. Advice, not a limit. */
  cutAt?: number;
  className?: string;
}

/** Text of one member of the form, with what is wrong with it below. An emptied field is absent, not empty. */
export function TextField({
  path,
  label,
  hint,
  optional,
  multiline = false,
  placeholder,
  type = "text",
  maxBytes,
  cutAt,
  className,
}: TextFieldProps) {
  const { field, fieldState } = useController({ name: path });
  const value: unknown = field.value;
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const onChange = (next: string) => field.onChange(next === "" ? undefined : next);
  const shared = {
    name: field.name,
    ref: field.ref,
    value: text,
    onBlur: field.onBlur,
    ...(placeholder === undefined ? {} : { placeholder }),
  };
  return (
    <Field
      label={label}
      hint={hint}
      error={fieldState.error?.message}
      counter={
        maxBytes !== undefined
          ? `${utf8Bytes(text)} / ${maxBytes} bytes`
          : cutAt !== undefined
            ? `${Array.from(text).length} / ${cutAt}`
            : undefined
      }
      optional={optional === true}
      {...(className === undefined ? {} : { className })}
    >
      {(control) =>
        multiline ? (
          <Textarea {...control} {...shared} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <Input
            {...control}
            {...shared}
            type={type === "number" ? "text" : type}
            {...(type === "number" ? { inputMode: "numeric" as const } : {})}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  );
}
