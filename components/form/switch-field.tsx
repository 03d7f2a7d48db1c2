"use client";

import { useId } from "react";
import type { FieldValues } from "react-hook-form";
import { Notices } from "@/components/ui/notice";
import { Switch } from "@/components/ui/switch";
import type { TextFieldProps } from "./text-field";
import { useField } from "./use-field";

interface SwitchFieldProps<V extends FieldValues> extends Pick<
  TextFieldProps<V>,
  "path" | "label" | "hint"
> {
  /** The value of the field when it is off; `false` by default. */
  off?: false | undefined;
}

/** On or off. `"true"`, as a request may have it, is on. */
export function SwitchField<V extends FieldValues>({
  path,
  label,
  hint,
  ...rest
}: SwitchFieldProps<V>) {
  const { fieldValue, change, notices } = useField<V>(path);
  const id = useId();
  const off = "off" in rest ? rest.off : false;
  return (
    <div data-path={path}>
      <Switch
        checked={fieldValue === true || fieldValue === "true"}
        onCheckedChange={(on) => change(on ? true : off)}
        label={label}
        hint={hint}
      />
      <Notices id={id} notices={notices} />
    </div>
  );
}
