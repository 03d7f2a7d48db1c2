"use client";

import { useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { durationText, usualLives } from "./durations";

interface DurationFieldProps {
  path: string;
  label: string;
  /** Seconds that the provider keeps it when nothing is said. */
  usual: number;
  hint?: string;
}

/** Seconds, as people say them: the usual ones to choose from, any other to type. */
export function DurationField({ path, label, usual, hint }: DurationFieldProps) {
  const { control } = useFormContext<PushRequestInput, unknown, PushRequest>();
  const { field, fieldState } = useController({ control, name: path as "appid" });
  const held: unknown = field.value;
  const text = typeof held === "number" || typeof held === "string" ? String(held) : "";
  const seconds = /^\d+$/.test(text) ? Number(text) : undefined;
  const isUsual = text === "" || (seconds !== undefined && usualLives.includes(seconds));
  const [typing, setTyping] = useState(!isUsual);
  const other = typing || !isUsual;
  const choose = (value: string) => {
    setTyping(value === "other");
    if (value !== "other") field.onChange(value === "none" ? undefined : Number(value));
    field.onBlur();
  };
  const words = seconds === undefined || seconds > 51_840_000 ? undefined : durationText(seconds);
  return (
    <Field
      label={label}
      optional
      error={fieldState.error?.message}
      hint={other && words ? `That is ${words}.` : (hint ?? "How long the provider keeps trying to reach a device that is off.")}
    >
      {(aria) => (
        <div data-path={path} className="flex gap-2">
          <Select
            {...aria}
            value={other ? "other" : text === "" ? "none" : text}
            onValueChange={choose}
            options={[
              { value: "none", label: `As long as the provider keeps it (${durationText(usual)})` },
              ...usualLives.map((life) => ({ value: String(life), label: capital(durationText(life)) })),
              { value: "other", label: "Another time…" },
            ]}
          />
          {other && (
            <Input
              aria-label={`${label} in seconds`}
              inputMode="numeric"
              className="w-32 tabular-nums"
              placeholder="seconds"
              value={text}
              onChange={(event) => {
                const typed = event.target.value.trim();
                field.onChange(typed === "" ? undefined : /^\d{1,9}$/.test(typed) ? Number(typed) : typed);
              }}
              onBlur={field.onBlur}
            />
          )}
        </div>
      )}
    </Field>
  );
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
