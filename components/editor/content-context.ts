"use client";

import { createContext, use, useSyncExternalStore } from "react";
import type { FieldPathValue } from "react-hook-form";
import type { SharedText } from "@/lib/compose/shared-text";
import { valueAt } from "@/lib/editor/path";
import type { PushRequestInput } from "@/lib/interface/request";
import type { MessageWriting } from "./content/message-writing";
import type { MessageContent, MessageDocument, RequestPath } from "./message-document";

interface MessageEditor {
  document: MessageDocument;
  writing: MessageWriting;
}

export const EditingContext = createContext<MessageEditor | undefined>(undefined);

function useEditing(): MessageEditor {
  const editing = use(EditingContext);
  if (!editing) throw new Error("The fields of a message need a DocumentForm around them");
  return editing;
}

/** The document around, to be read and written in an event. */
export function useMessageDocument(): MessageDocument {
  return useEditing().document;
}

/** Ways to write what concerns several platforms. */
export function useMessageWriting(): MessageWriting {
  return useEditing().writing;
}

/**
 * A part of the content. The component is drawn again when that is another one; a part that is
 * recreated each time is {@link useContentSame}'s.
 */
export function useContent<T>(part: (content: MessageContent) => T): T {
  const { document } = useEditing();
  const get = () => part(document.get().content);
  return useSyncExternalStore(document.subscribe, get, get);
}

/**
 * Returns a JSON value that is computed from the content. The component renders again only when
 * the value changes.
 */
export function useContentSame<T>(make: (content: MessageContent) => T): T {
  return JSON.parse(useContent((content) => JSON.stringify(make(content)))) as T;
}

/** The value at a path of the request. */
export function useRequest<P extends RequestPath>(path: P): FieldPathValue<PushRequestInput, P> {
  return useContent(({ request }) => valueAt(request, path)) as FieldPathValue<PushRequestInput, P>;
}

/** Writes at a path of the request. */
export function useWriteRequest(): (path: RequestPath, value: unknown) => void {
  const { document } = useEditing();
  return (path, value) => document.write([{ path: `request.${path}`, value }]);
}

/** The value at a path of the request, and a way to write it. */
export function useRequestPart<P extends RequestPath>(
  path: P,
): readonly [value: FieldPathValue<PushRequestInput, P>, write: (value: unknown) => void] {
  const write = useWriteRequest();
  return [useRequest(path), (value) => write(path, value)];
}

/** What is written once for every platform. */
export function useSharedText(): SharedText {
  return useContent(({ shared }) => shared);
}
