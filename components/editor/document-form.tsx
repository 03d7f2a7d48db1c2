"use client";

import { useEffect, useState, type ReactNode } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { toast } from "@/components/ui/toast";
import { valueAt } from "@/lib/editor/path";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { EditingContext } from "./content-context";
import { MessageWriting } from "./content/message-writing";
import { fieldList } from "./document-news";
import type { DocumentStore } from "./document-store";
import type { MessageContent } from "./message-document";

const inRequest = /^request(?:\.|$)/;

/**
 * The fields of a document. The document holds their values; the form registers them, knows which
 * were touched, and says what is wrong with them. What is typed in a field is written at its path,
 * and what is written otherwise is shown in the fields of its path.
 */
export function DocumentForm<C extends MessageContent>({
  store,
  children,
}: {
  store: DocumentStore<C>;
  children: ReactNode;
}) {
  const form = useForm<PushRequestInput, unknown, PushRequest>({
    defaultValues: store.get().content.request as never,
  });
  const { resetDefaultValues, reset, setValue, getValues, subscribe } = form;
  const [editing] = useState(() => ({ document: store, writing: new MessageWriting(store) }));
  // The form begins with these values and does not return to them: a field that appears where a
  // value was removed would restore it.
  useEffect(() => resetDefaultValues({}), [resetDefaultValues]);
  useEffect(() => {
    const show = ({ request }: MessageContent, paths: readonly string[] | undefined) => {
      if (paths === undefined || paths.some((path) => path === "request" || path === "shared"))
        editing.writing.forget();
      if (paths === undefined || paths.includes("request"))
        return reset(request as never, { keepTouched: true, keepDefaultValues: true });
      for (const path of paths
        .filter((one) => inRequest.test(one))
        .map((one) => one.replace(inRequest, ""))) {
        const value = valueAt(request, path);
        if (!isSame(getValues(path as never), value))
          setValue(path as never, value as never, { shouldDirty: true });
      }
    };
    return store.bind({ show, announce: announceMerge });
  }, [editing, getValues, reset, setValue, store]);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, values }) => {
          // Without a name it is the document that was shown.
          if (name === undefined) return;
          const value = valueAt(values, name);
          if (!isSame(value, valueAt(store.get().content.request, name)))
            store.write([{ path: `request.${name}`, value }]);
        },
      }),
    [store, subscribe],
  );
  return (
    <EditingContext value={editing}>
      <FormProvider {...form}>{children}</FormProvider>
    </EditingContext>
  );
}

/** Says that another editor's changes of other fields were merged into what is written here. */
function announceMerge(by: string, fields: readonly string[]): void {
  toast.info(`${by} changed: ${fieldList(fields)}`, { description: "Merged with your changes." });
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
