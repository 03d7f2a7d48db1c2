"use client";

import type { ReactNode } from "react";
import { FormContext, FormElement } from "./form-element";
import type { FormSchema } from "./resolver";
import { UnsavedMark } from "./unsaved/unsaved-mark";
import { useAnswerForm, type AnswerFormOptions } from "./use-answer-form";

interface FormProps<S extends FormSchema, T> extends AnswerFormOptions<S, T> {
  /**
   * Names it for those who do not see it, and in the question before the page is left with changes.
   */
  label: string;
  className?: string;
  /** Fields, and a `SubmitButton`. */
  children: ReactNode;
}

/** A form on a page, or within something else; see `useAnswerForm` for what it promises. */
export function Form<S extends FormSchema, T>({
  label,
  className,
  children,
  ...options
}: FormProps<S, T>) {
  const form = useAnswerForm(options);
  return (
    <FormContext form={form}>
      <UnsavedMark form={form} name={label} />
      <FormElement form={form} label={label} className={className}>
        {children}
      </FormElement>
    </FormContext>
  );
}
