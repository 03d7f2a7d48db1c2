"use client";

import type { ReactNode } from "react";
import { useController, useFormContext } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { TextTools } from "./content/text-tools";

interface TextFieldProps {
  /** Path of a text, or of a number written as one, in the request: `channels.push.ios.extras.badge`. */
  path: string;
  /** Unlike any other on the page: it is the control's accessible name. */
  label: string;
  hint?: ReactNode;
  action?: ReactNode;
  counter?: (value: string) => string;
  placeholder?: string;
  multiline?: boolean;
  optional?: boolean;
  /** A text that people read: emoji and parameters can be put into it. */
  prose?: boolean;
  inputMode?: "url" | "numeric";
  className?: string;
}

/** A text of the request, with its problem in the interface's own words. */
export function TextField({
  path,
  label,
  hint,
  action,
  counter,
  multiline = false,
  optional = false,
  prose = false,
  className,
  ...rest
}: TextFieldProps) {
  const { control } = useFormContext<PushRequestInput, unknown, PushRequest>();
  const { field, fieldState } = useController({ control, name: path as "appid" });
  const held: unknown = field.value;
  const value = typeof held === "string" ? held : typeof held === "number" ? String(held) : "";
  return (
    <Field
      label={label}
      hint={hint}
      action={action}
      optional={optional}
      error={fieldState.error?.message}
      counter={counter?.(value)}
      {...(className === undefined ? {} : { className })}
    >
      {(aria) => {
        const common = {
          ...aria,
          ...rest,
          name: path,
          "data-path": path,
          dir: "auto",
          value,
          onChange: field.onChange,
          onBlur: field.onBlur,
        };
        const written = multiline ? <Textarea {...common} /> : <Input {...common} autoComplete="off" />;
        return prose ? <TextTools label={label}>{written}</TextTools> : written;
      }}
    </Field>
  );
}
