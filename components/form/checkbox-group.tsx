"use client";

import { useId, type ReactNode } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { noticeIds, Notices, type Notice } from "@/components/ui/notice";

interface CheckboxGroupProps<T extends string> {
  path: string;
  label: string;
  hint?: string;
  options: readonly { value: T; label: ReactNode; hint?: ReactNode }[];
  /** What the form holds: anything, since it may have been filled from a pasted request. */
  selection: unknown;
  /** Called with all that are chosen, in the order of the options. */
  onChange: (chosen: T[]) => void;
  error?: string | undefined;
  notices?: readonly Notice[];
  /** One below the other, in two columns where there is room; in a row otherwise. */
  columns?: boolean;
}

/** Any number of a few, and what is wrong with the choice. */
export function CheckboxGroup<T extends string>(props: CheckboxGroupProps<T>) {
  const {
    path,
    label,
    hint,
    options,
    selection,
    onChange,
    error,
    notices = [],
    columns = false,
  } = props;
  const id = useId();
  const chosen: readonly unknown[] = Array.isArray(selection) ? selection : [];
  const choose = (value: T, on: boolean) =>
    onChange(
      options
        .map((option) => option.value)
        .filter((one) => (one === value ? on : chosen.includes(one))),
    );
  const allNotices =
    error === undefined ? notices : [{ tone: "error" as const, text: error }, ...notices];
  const described = [...(hint === undefined ? [] : [`${id}-hint`]), ...noticeIds(id, allNotices)];
  return (
    <fieldset
      data-path={path}
      tabIndex={-1}
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={described.join(" ") || undefined}
    >
      <legend className={columns ? "mb-1.5 text-sm font-medium" : "mb-1 text-sm font-medium"}>
        {label}
      </legend>
      <div className={columns ? "grid gap-2 sm:grid-cols-2" : "flex flex-wrap gap-x-5 gap-y-1"}>
        {options.map(({ value, ...option }) => (
          <Checkbox
            key={value}
            checked={chosen.includes(value)}
            onCheckedChange={(on) => choose(value, on)}
            {...option}
          />
        ))}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-ink-faint">
          {hint}
        </p>
      )}
      <Notices id={id} notices={allNotices} />
    </fieldset>
  );
}
