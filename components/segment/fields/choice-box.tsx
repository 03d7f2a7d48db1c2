"use client";

import { useState } from "react";
import { Combobox } from "@/components/ui/combobox";
import { Verbatim } from "@/components/ui/verbatim";

/** One of those that can be chosen. */
export interface Choice {
  value: string;
  label: string;
  /** What distinguishes it from others of its name. */
  aside?: string;
}

interface ChoiceBoxProps {
  /** Its accessible name. */
  label: string;
  /** The value that is chosen; "" for none. */
  value: string;
  /** In the order in which they are offered. */
  options: readonly Choice[];
  onChoose: (value: string) => void;
  /** Called with what is typed, where the options are only the first of many. */
  onType?: (text: string) => void;
  placeholder: string;
  /** The list says this where nothing fits. */
  none: string;
  /** Reads a text that is no option's label as a value; undefined where it is none. */
  read?: (text: string) => string | undefined;
  describedBy?: string | undefined;
  isWrong?: boolean;
  className?: string;
}

/** Options that are drawn at most. */
const mostListed = 200;

/** One of many by its name, which is searched by typing. */
export function ChoiceBox({
  label,
  value,
  options,
  onChoose,
  onType,
  placeholder,
  none,
  read,
  describedBy,
  isWrong = false,
  className,
}: ChoiceBoxProps) {
  const [typed, setTyped] = useState<string>();
  const chosen = options.find((option) => option.value === value);
  const fitting = typed === undefined ? options : fittingChoices(options, typed);
  const choose = (next: string) => {
    setTyped(undefined);
    if (next !== value) onChoose(next);
  };
  /** Takes what was typed as the one that it can only be. */
  const leave = () => {
    if (typed === undefined || typed.trim() === "") return setTyped(undefined);
    const [only] = fitting.length === 1 ? fitting : fitting.filter((one) => isCalled(one, typed));
    const next = only?.value ?? read?.(typed.trim());
    if (next === undefined) setTyped(undefined);
    else choose(next);
  };
  return (
    <Combobox
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={isWrong || undefined}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder={placeholder}
      value={typed ?? chosen?.label ?? value}
      chosen={value}
      onChange={(text) => {
        setTyped(text);
        onType?.(text);
      }}
      onChoose={choose}
      onBlur={leave}
      opensByEnter
      options={fitting
        .slice(0, mostListed)
        .map((option) => ({ ...option, label: <Verbatim>{option.label}</Verbatim> }))}
      listLabel={label}
      none={none}
      {...(className !== undefined && { className })}
    />
  );
}

const isCalled = ({ label }: Choice, text: string) =>
  label.toLowerCase() === text.trim().toLowerCase();

/** The options that a text means, those that begin with it first. */
function fittingChoices(options: readonly Choice[], text: string): readonly Choice[] {
  const part = text.trim().toLowerCase();
  if (part === "") return options;
  const begins = ({ label }: Choice) => label.toLowerCase().startsWith(part);
  const holds = ({ label, value }: Choice) => `${label} ${value}`.toLowerCase().includes(part);
  return [...options.filter(begins), ...options.filter((one) => !begins(one) && holds(one))];
}
