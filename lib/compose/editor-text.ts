import { indentJson } from "@/lib/interface/exact-json";
import type { PushRequestInput } from "@/lib/interface/request";
import { readRequest } from "./adopt";
import { bodyOf } from "./assemble";

/** The text of the JSON editor beside the form, which may be changed from elsewhere meanwhile. */
export interface EditorText {
  text: string;
  /** Why the text is no request that the form could hold. */
  message?: string;
  /** The body of the form that was seen last. */
  seen: string;
  /** Bodies that the editor gave to the form and that it has not seen come back. */
  awaited: readonly string[];
}

/** The text for a body: indented for the eye. */
export function editorText(body: string): EditorText {
  return { text: indentJson(body), seen: body, awaited: [] };
}

/** What is typed stays as it is typed; the request goes to the form when it is one. */
export function typeInto(editor: EditorText, text: string): { editor: EditorText; request?: PushRequestInput } {
  const { seen, awaited } = editor;
  const read = readRequest(text);
  if (!read.ok) return { editor: { text, message: read.message, seen, awaited } };
  const body = bodyOf(read.request);
  // Spaces and line breaks alone change nothing in the form, so that nothing comes back.
  const comes = body !== (awaited.at(-1) ?? seen);
  return { editor: { text, seen, awaited: comes ? [...awaited, body] : awaited }, request: read.request };
}

/** The editor when the form's body is this one: what did not come from the editor replaces its text. */
export function follow(editor: EditorText, body: string): EditorText {
  if (body === editor.seen) return editor;
  if (editor.awaited.length === 0) return editorText(body);
  const at = editor.awaited.lastIndexOf(body);
  // A field that is mounted may have added to what was given: that is still what was typed.
  return { ...editor, seen: body, awaited: at === -1 ? [] : editor.awaited.slice(at + 1) };
}
