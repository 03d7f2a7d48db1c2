"use client";

import { useEffect } from "react";
import { useFormState } from "react-hook-form";
import type { FormSchema } from "../resolver";
import type { AnswerForm } from "../use-answer-form";
import { useFormMemory } from "./form-memory";
import { markUnsaved } from "./unsaved";

/** Has the console ask before a page is left while something on it is not saved. */
export function useUnsavedMark(
  id: string,
  name: string,
  isUnsaved: boolean,
  isStored = false,
): void {
  useEffect(
    () => (isUnsaved ? markUnsaved(id, name, isStored) : undefined),
    [id, name, isUnsaved, isStored],
  );
}

interface UnsavedMarkProps<S extends FormSchema> {
  form: AnswerForm<S>;
  name: string;
  /** What it is about, where several forms of its page have this name. */
  thing?: string;
  /** Whether something was written that is no field of the form. */
  edited?: boolean;
}

/**
 * Has the console ask before a page is left while the form has changes, and store those of its
 * fields while it is loaded in another version. Draws nothing.
 */
export function UnsavedMark<S extends FormSchema>({
  form,
  name,
  thing = "",
  edited = false,
}: UnsavedMarkProps<S>) {
  const { isDirty } = useFormState({ control: form.form.control });
  useFormMemory(form, name, thing);
  useUnsavedMark(form.id, name, isDirty || edited, !edited);
  return null;
}
