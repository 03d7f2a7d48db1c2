"use client";

import { useId, type ComponentProps, type ReactNode } from "react";
import { cn } from "./cn";
import { Input, Textarea } from "./input";
import { noticeIds, Notices, type Notice } from "./notice";
import { sentence } from "./sentence";

/** What a control inside a `Field` must carry: spread it. */
export interface FieldControl {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

interface FieldProps {
  label: ReactNode;
  /** Says what is wanted, before anything is wrong. */
  hint?: ReactNode;
  /** Says what is wrong and how to mend it. Takes the hint's place and is announced. */
  error?: ReactNode;
  /**
   * What else is wrong or odd, each with what can be done about it. Takes the hint's place as well.
   */
  notices?: readonly Notice[];
  /** How much is written, e.g. "41 / 50 bytes". */
  counter?: ReactNode;
  /** Under the hint or what is wrong. */
  below?: ReactNode;
  /** Written next to the label, quietly. */
  optional?: boolean | undefined;
  /** Next to the label, to the right: a small button or link. */
  action?: ReactNode;
  labelHidden?: boolean;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/** What stands around a control that brings its own label. */
export type FieldAround = Pick<FieldProps, "label" | "hint" | "error" | "optional" | "action">;

const none: readonly Notice[] = [];

/** Label, control, and below it the hint or what is wrong, and a counter. */
export function Field(props: FieldProps) {
  const {
    label,
    hint,
    error,
    notices = none,
    counter,
    below: last,
    optional = false,
    action,
    labelHidden = false,
    className,
    children,
  } = props;
  const id = useId();
  const allNotices = error ? [{ tone: "error" as const, text: error }, ...notices] : notices;
  const isWrong = allNotices.some(({ tone }) => tone === "error");
  const below = allNotices.length > 0 ? noticeIds(id, allNotices) : hint ? [`${id}-hint`] : [];
  const described = [...below, ...(counter ? [`${id}-counter`] : [])].join(" ");
  return (
    <div className={cn("min-w-0", className)}>
      <div
        className={cn(
          "mb-1.5 flex min-h-5 items-baseline justify-between gap-3",
          labelHidden && "sr-only",
        )}
      >
        <label htmlFor={id} className="min-w-0 text-sm font-medium text-ink">
          {sentence(label)}
          {optional && <span className="ml-0.5 font-normal text-ink-faint"> optional</span>}
        </label>
        {/* Higher than the label, it must not push its control below the next one in the row. */}
        {action && <div className="-my-1.5 flex shrink-0 items-baseline">{action}</div>}
      </div>
      {children({
        id,
        ...(described ? { "aria-describedby": described } : {}),
        ...(isWrong ? { "aria-invalid": true as const } : {}),
      })}
      {(allNotices.length > 0 || hint || counter || last) && (
        <div className="mt-1.5 flex flex-wrap items-start gap-x-3 text-xs">
          {/* Too narrow for both, the counter goes below. */}
          <div className="min-w-0 flex-1 basis-32">
            {allNotices.length > 0 ? (
              <Notices id={id} notices={allNotices} />
            ) : (
              hint && (
                <p id={`${id}-hint`} className="text-ink-faint">
                  {sentence(hint)}
                </p>
              )
            )}
            {last}
          </div>
          {counter && (
            <span id={`${id}-counter`} className="ml-auto shrink-0 text-ink-faint tabular-nums">
              {counter}
            </span>
          )}
        </div>
      )}
    </div>
  );
}

/** A line of text with its label: what `Field` takes goes around it, all else to the control. */
export function LabelledInput({
  label,
  hint,
  error,
  optional,
  action,
  ...input
}: FieldAround & ComponentProps<"input">) {
  return (
    <Field {...{ label, hint, error, optional, action }}>
      {(aria) => <Input {...aria} {...input} />}
    </Field>
  );
}

/**
 * Several lines of text with their label: what `Field` takes goes around them, all else to the
 * control.
 */
export function LabelledTextarea({
  label,
  hint,
  error,
  optional,
  action,
  ...textarea
}: FieldAround & ComponentProps<"textarea">) {
  return (
    <Field {...{ label, hint, error, optional, action }}>
      {(aria) => <Textarea {...aria} {...textarea} />}
    </Field>
  );
}
