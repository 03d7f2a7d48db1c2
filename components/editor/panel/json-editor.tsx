"use client";

import { useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { LinedText } from "@/components/ui/lined-text";
import {
  editorText,
  follow,
  typeInto,
  type EditorText,
  type ReadText,
} from "@/lib/compose/editor-text";

/** What a form has as JSON, and how it takes what was typed there. */
export interface JsonSource<T> {
  /** "Request". */
  name: string;
  /** What the form makes, in words: "message". */
  noun: string;
  /** What is edited: all of it, where a panel shows one of several bodies. */
  whole: string;
  /** Below the editor. */
  hint: string;
  read: ReadText<T>;
  onAdopt: (value: T) => void;
}

/** What was typed in the editor and cannot be read yet: nothing else holds it. */
export interface UnreadJson {
  unread: EditorText | undefined;
  onUnread: (unread: EditorText | undefined) => void;
}

/**
 * What is typed stays as it is typed; whenever it can be read, the form is what it says. What
 * changes elsewhere is shown here too.
 */
export function JsonEditor<T>({
  subject: { name, noun, whole, hint, read, onAdopt },
  unread,
  onUnread,
}: UnreadJson & { subject: JsonSource<T> }) {
  const [editorState, setEditorState] = useState(() => unread ?? editorText(whole));
  const editor = follow(editorState, whole);
  if (editor !== editorState) setEditorState(editor);
  const change = (next: string) => {
    const { editor: typed, value } = typeInto(editor, next, read);
    setEditorState(typed);
    onUnread(typed.message === undefined ? undefined : typed);
    if (value) onAdopt(value);
  };
  return (
    <Field
      label={`${name} as JSON`}
      labelHidden
      error={
        editor.message && `${editor.message} Until it can be read, the ${noun} stays as it was.`
      }
      hint={hint}
    >
      {(aria) => (
        <LinedText
          {...aria}
          marked={editor.line}
          value={editor.text}
          onChange={(event) => change(event.target.value)}
          onBlur={() => setEditorState((before) => ({ ...before, awaited: [] }))}
        />
      )}
    </Field>
  );
}

interface JsonStopProps {
  unread: EditorText;
  noun: string;
  /** What did not happen because of it. */
  undone: string;
  onDiscard: () => void;
}

/** Says that the text of the JSON editor stopped something, and offers to discard the text. */
export function JsonStop({ unread, noun, undone, onDiscard }: JsonStopProps) {
  return (
    <Banner
      kind="danger"
      announce
      className="mb-3"
      title="Finish the JSON first"
      actions={
        <Button size="sm" onClick={onDiscard}>
          Discard it
        </Button>
      }
    >
      {unread.line === undefined
        ? "What you typed here can’t be read yet"
        : `The JSON has an error on line ${unread.line}`}
      , so it isn’t part of the {noun}. {undone}
    </Banner>
  );
}
