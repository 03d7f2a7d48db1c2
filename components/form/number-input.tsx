import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";
import { plainNumber } from "@/lib/inputs/typed-number";
import { useTyped } from "./text-field";

interface NumberInputProps extends Omit<ComponentProps<"input">, "value" | "onChange" | "type"> {
  value: string;
  /** Gets the number in plain digits; what is no number, as it was typed. */
  onValue: (value: string) => void;
}

const normalizedText = (typed: string) => plainNumber(typed) ?? typed;

/** A line for a number, in digits of any script. `type="number"` would drop those. */
export function NumberInput({ value, onValue, onBlur, ...rest }: NumberInputProps) {
  const { text, type, settle } = useTyped(value, normalizedText);
  return (
    <Input
      inputMode="numeric"
      autoComplete="off"
      {...rest}
      value={text}
      onChange={(event) => {
        type(event.target.value);
        onValue(normalizedText(event.target.value));
      }}
      onBlur={(event) => {
        settle();
        onBlur?.(event);
      }}
    />
  );
}
