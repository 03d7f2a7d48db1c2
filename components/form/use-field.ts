"use client";

import { createContext, use } from "react";
import {
  useController,
  useFormContext,
  useWatch,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
} from "react-hook-form";
import type { z } from "zod";
import type { Notice } from "@/components/ui/notice";
import { fieldRules, type FieldRules } from "@/lib/inputs/field-rules";

/**
 * A path of the values that a form edits, to be named where a field is used:
 * `<TextField<AudienceInput> path="name" label="Name" />`. Where no path is named there is none, so
 * that an unchecked path does not compile.
 */
export type PathOf<V extends FieldValues> = NoInfer<
  string extends FieldPath<V> ? never : FieldPath<V>
>;

const SchemaContext = createContext<z.ZodType | undefined>(undefined);
/** Provides the schema to the fields inside. */
export const SchemaProvider = SchemaContext.Provider;

/** What a form without a schema for its fields says of each of them: nothing. */
const unsaid: Partial<FieldRules> = {};

/** What the form's schema asks of the field at a path. */
export function useFieldRules(path: string): Partial<FieldRules> {
  const schema = use(SchemaContext);
  return schema ? fieldRules(schema, path) : unsaid;
}

/**
 * The first message in a form's error, however deep it stands: a list of identifiers has one error
 * for each of them.
 */
export function firstMessage(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { message } = error as { message?: unknown };
  if (typeof message === "string" && message !== "") return message;
  for (const [name, member] of Object.entries(error)) {
    const memberMessage = name === "ref" ? undefined : firstMessage(member);
    if (memberMessage !== undefined) return memberMessage;
  }
  return undefined;
}

/**
 * Returns the value of the enclosing form at a path, and its problem. A change elsewhere in the
 * form does not render the field.
 */
export function useField<V extends FieldValues>(path: PathOf<V>) {
  const { control, getValues } = useFormContext<V>();
  const { field, fieldState } = useController({ control, name: path as FieldPath<V> });
  // `field.value` returns the initial value once there is nothing at its path any longer.
  const fieldValue: unknown = useWatch({ control, name: path as FieldPath<V> });
  const rules = useFieldRules(path);
  const notices = useNotices(path);
  const { error, isDirty, isTouched } = fieldState;
  const leave = () => {
    // Passing by an empty field, which a dialog may have focused by itself, is no mistake: sending
    // asks for it.
    const value: unknown = getValues(path as FieldPath<V>);
    if (!isTouched && !isDirty && error === undefined && (value === "" || value === undefined))
      return;
    field.onBlur();
  };
  return {
    /** Anything: a form may have been filled from a pasted request. */
    fieldValue,
    change: field.onChange as (value: unknown) => void,
    leave,
    error: firstMessage(error),
    notices,
    rules,
  };
}

/**
 * Returns the value of the enclosing form at a path, and a function to change it. The path is not
 * registered: a removed member stays removed, whereas a registered field would restore its initial
 * value, and create the objects above it.
 */
export function useHeld<V extends FieldValues, P extends FieldPath<V>>(path: P) {
  const { control, setValue } = useFormContext<V>();
  const fieldValue = useWatch({ control, name: path });
  const change = (value: unknown) =>
    setValue(path, value as FieldPathValue<V, P>, { shouldDirty: true });
  return { fieldValue, change };
}

const none: readonly Notice[] = [];

const NoticesContext = createContext<((path: string) => readonly Notice[]) | undefined>(undefined);
/**
 * Returns the notices at the field of a path, for forms that are judged as a whole and not by the
 * schema of their fields.
 */
export const NoticesProvider = NoticesContext.Provider;

/** The notices at the field of a path. */
export function useNotices(path: string): readonly Notice[] {
  return use(NoticesContext)?.(path) ?? none;
}
