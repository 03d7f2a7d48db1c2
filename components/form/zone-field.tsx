"use client";

import type { FieldValues } from "react-hook-form";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import type { TextFieldProps } from "./text-field";
import { useField } from "./use-field";
import { ZoneLabel } from "./zone-label";
import { zoneClock, zoneLike, zonesFor } from "./zones";

interface ZoneFieldProps<V extends FieldValues> extends Pick<
  TextFieldProps<V>,
  "path" | "label" | "hint"
> {
  /** Milliseconds UTC. */
  now: number;
}

/** A time zone by its city or its name. */
export function ZoneField<V extends FieldValues>({ path, label, hint, now }: ZoneFieldProps<V>) {
  const { fieldValue, change, leave, error } = useField<V>(path);
  const text = typeof fieldValue === "string" ? fieldValue : "";
  const fitting = zonesFor(text);
  const isUnknown = text.trim() !== "" && fitting.length === 0;
  const settle = () => {
    const match = zoneLike(text);
    if (match !== undefined && match !== text) change(match);
  };
  return (
    <Field
      label={label}
      error={
        isUnknown ? `There is no time zone “${text.trim()}”. Type a city, such as Vienna.` : error
      }
      hint={hint ?? "A city, such as Vienna."}
    >
      {(aria) => (
        <Combobox
          {...aria}
          name={path}
          data-path={path}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={change}
          onChoose={change}
          onBlur={() => {
            settle();
            leave();
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter") settle();
          }}
          options={fitting.map((zone) => ({
            value: zone,
            label: <ZoneLabel zone={zone} />,
            aside: <Clock zone={zone} now={now} />,
          }))}
          listLabel="Cities"
          none="No such time zone"
        />
      )}
    </Field>
  );
}

/**
 * Shows the clock of a zone. Rendered for the zones of an open list only: each takes a tenth of a
 * millisecond to compute, and there are hundreds.
 */
function Clock({ zone, now }: { zone: string; now: number }) {
  const { offset, time } = zoneClock(zone, now);
  return <>{`${offset}, now ${time}`}</>;
}
