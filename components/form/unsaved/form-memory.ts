"use client";

import { createContext, use, useEffect, useEffectEvent } from "react";
import type { FieldPath } from "react-hook-form";
import type { z } from "zod";
import { isOtherVersion } from "@/components/version/page-version";
import type { FormSchema } from "../resolver";
import type { AnswerForm } from "../use-answer-form";
import { readTypedValues, typedValues } from "./typed-values";

/** Who types in the forms within: their e-mail address. Without it nothing is stored. */
export const FormMemoryOwner = createContext<string | undefined>(undefined);

/**
 * Stores what is typed in a form, without secrets, when its page is unloaded to be loaded in
 * another version, and writes it into the same form of the same member and address in this tab: at
 * once, or when its dialog is opened again.
 *
 * @param name of the form, on its page
 * @param thing the id of what it is about, where its page has several of that name
 */
export function useFormMemory<S extends FormSchema>(
  { form }: AnswerForm<S>,
  name: string,
  thing: string,
): void {
  const owner = use(FormMemoryOwner);
  const store = useEffectEvent(() => {
    if (!isOtherVersion() || owner === undefined) return;
    const typed = typedValues(form.formState.defaultValues, form.getValues());
    if (typed.length > 0) write(keyOf(owner, name, thing), JSON.stringify(typed));
  });
  const restore = useEffectEvent(() => {
    if (owner === undefined) return;
    for (const [path, value] of take(keyOf(owner, name, thing)))
      form.setValue(path as FieldPath<z.input<S>>, value as never, { shouldDirty: true });
  });
  useEffect(() => {
    restore();
    window.addEventListener("pagehide", store);
    return () => window.removeEventListener("pagehide", store);
  }, []);
}

function keyOf(owner: string, name: string, thing: string): string {
  const { pathname, search } = window.location;
  return [
    "clarion.form.1",
    owner,
    pathname,
    new URLSearchParams(search).get("service") ?? "",
    name,
    thing,
  ].join(" ");
}

function write(key: string, text: string): void {
  try {
    window.sessionStorage.setItem(key, text);
  } catch {
    // A browser that stores nothing has asked before the page was left.
  }
}

/** Reads and removes. */
function take(key: string): ReturnType<typeof readTypedValues> {
  try {
    const text = window.sessionStorage.getItem(key);
    window.sessionStorage.removeItem(key);
    return readTypedValues(text);
  } catch {
    return [];
  }
}
