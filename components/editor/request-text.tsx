"use client";

import { TextField, UrlField, type TextFieldProps } from "@/components/form/text-field";
import type { PushRequestInput } from "@/lib/interface/request";
import { TextTools } from "./content/text-tools";
import type { RequestPath } from "./message-document";

export interface RequestTextProps extends Omit<
  TextFieldProps<PushRequestInput>,
  "path" | "around"
> {
  path: RequestPath;
  /** A text that people read: emoji and parameters can be put into it. */
  prose?: boolean;
}

/** A text of the request, or a number written as one. */
export function RequestText({ prose = false, ...field }: RequestTextProps) {
  return (
    <TextField<PushRequestInput>
      {...field}
      {...(prose && { around: (control) => <TextTools label={field.label}>{control}</TextTools> })}
    />
  );
}

/** An address in the request. */
export function RequestUrl(field: Omit<RequestTextProps, "prose">) {
  return <UrlField<PushRequestInput> {...field} />;
}
