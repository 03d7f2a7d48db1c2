import { indentJson } from "@/lib/interface/exact-json";
import type { PushRequestInput } from "@/lib/interface/request";
import { readRequest, type NotRead } from "./adopt";
import { bodyOf } from "./assemble";

/**
 * Reads what was typed: a value and the body that the form has of it, or why the form could not
 * hold it.
 */
export type ReadText<T> = (text: string) => { ok: true; value: T; body: string } | NotRead;

/** Reads a request. */
export const requestInText: ReadText<PushRequestInput> = (text) => {
  const read = readRequest(text);
  return read.ok ? { ok: true, value: read.request, body: bodyOf(read.request) } : read;
};

/** The text of the JSON editor next to the form, which may be changed from elsewhere meanwhile. */
export interface EditorText {
  text: string;
  /** Why the text is nothing that the form could hold. */
  message?: string;
  /** The line, from 1, on which it is no JSON. */
  line?: number;
  /** The body of the form that was seen last. */
  seen: string;
  /** Bodies that the editor gave to the form and that it has not seen come back. */
  awaited: readonly string[];
}

/** The text for a body: indented for the eye. */
export function editorText(body: string): EditorText {
  return { text: indentJson(body), seen: body, awaited: [] };
}

/** What is typed stays as it is typed; what it says goes to the form when it can be read. */
export function typeInto<T>(
  editor: EditorText,
  text: string,
  read: ReadText<T>,
): { editor: EditorText; value?: T } {
  const { seen, awaited } = editor;
  const reading = read(text);
  if (!reading.ok) {
    const { message, line } = reading;
    return { editor: { text, message, ...(line !== undefined && { line }), seen, awaited } };
  }
  const { body, value } = reading;
  // Spaces and line breaks alone change nothing in the form, so that nothing comes back.
  const comes = body !== (awaited.at(-1) ?? seen);
  return { editor: { text, seen, awaited: comes ? [...awaited, body] : awaited }, value };
}

/**
 * The editor when the form's body is this one: what did not come from the editor replaces its text.
 */
export function follow(editor: EditorText, body: string): EditorText {
  if (body === editor.seen) return editor;
  if (editor.awaited.length === 0) return editorText(body);
  const at = editor.awaited.lastIndexOf(body);
  // A field that is mounted may have added to what was given: that is still what was typed.
  return { ...editor, seen: body, awaited: at === -1 ? [] : editor.awaited.slice(at + 1) };
}
