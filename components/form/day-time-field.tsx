"use client";

import type { FieldValues } from "react-hook-form";
import { TextField, type Spelling, type TextFieldProps } from "./text-field";

const hourMinutes = 60;

/** Writes minutes after midnight as clocks show them: `09:00`. */
export function dayTimeText(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(minutes / hourMinutes))}:${two(minutes % hourMinutes)}`;
}

const asDayTime: Spelling = {
  toText: (value) => (typeof value === "number" ? dayTimeText(value) : ""),
  toValue: (text) => {
    const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(text) ?? [];
    return hours === undefined ? undefined : Number(hours) * hourMinutes + Number(minutes);
  },
};

/** A time of the day, in minutes after midnight. */
export function DayTimeField<V extends FieldValues>(
  props: Pick<TextFieldProps<V>, "path" | "label" | "hint">,
) {
  return <TextField<V> {...props} type="time" spelling={asDayTime} />;
}
