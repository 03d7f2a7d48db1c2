"use client";

import { useEffect } from "react";
import { useFormState } from "react-hook-form";
import { useFormMemory } from "./form-memory";
import type { FormSchema } from "./resolver";
import { markUnsaved } from "./unsaved";
import type { AnswerForm } from "./use-answer-form";

/** Has the console ask before a page is left while something on it is not saved. */
export function useUnsavedMark(id: string, name: string, isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? markUnsaved(id, name) : undefined), [id, name, isUnsaved]);
}

/** Has the console ask before a page is left while the form has changes, and store them while it is loaded in another version. Draws nothing. */
export function UnsavedMark<S extends FormSchema>({ form, name, edited = false }: { form: AnswerForm<S>; name: string; edited?: boolean }) {
  const { isDirty } = useFormState({ control: form.form.control });
  useFormMemory(form, name);
  useUnsavedMark(form.id, name, isDirty || edited);
  return null;
}
