"use client";

import { useState } from "react";
import { CodeView } from "@/components/message/code-view";
import { CopyButton } from "@/components/ui/copy-button";
import { JsonView } from "@/components/ui/json-view";
import { Field } from "@/components/ui/field";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Textarea } from "@/components/ui/textarea";
import { indentJson } from "@/lib/interface/exact-json";
import type { PushRequestInput } from "@/lib/interface/request";
import { editorText, follow, typeInto } from "./editor-text";
import { useExamined } from "./examined";
import { bytesText } from "./sizes";

/** The body that is sent: byte for byte, indented for the eye, or to be edited, which changes the form as one types. */
export function JsonPanel({ onAdopt }: { onAdopt: (request: PushRequestInput) => void }) {
  const { body, bodyBytes, whole } = useExamined();
  const [form, setForm] = useState("indented");
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <SegmentedControl
          label="Form of the JSON"
          size="sm"
          value={form}
          onValueChange={setForm}
          options={[
            { value: "indented", label: "Indented" },
            { value: "exact", label: "As sent" },
            { value: "edit", label: "Edit" },
          ]}
        />
        <span className="flex items-center gap-2 text-xs text-ink-faint tabular-nums">
          {bytesText(bodyBytes)} as sent
          <CopyButton text={body} what="request body">
            Copy
          </CopyButton>
        </span>
      </div>
      {form === "edit" ? (
        <JsonEditor body={whole} onAdopt={onAdopt} />
      ) : (
        <>
          <WhichRequest />
          <JsonView
            label="Request body"
            text={form === "exact" ? body : indentJson(body)}
            className={`max-h-[34rem] rounded-md border border-line ${form === "exact" ? "break-all whitespace-pre-wrap" : ""}`}
          />
        </>
      )}
    </div>
  );
}

/** What is typed stays as it is typed; whenever it is a request, the form is that request. What changes elsewhere is shown here too. */
function JsonEditor({ body, onAdopt }: { body: string; onAdopt: (request: PushRequestInput) => void }) {
  const [held, setHeld] = useState(() => editorText(body));
  const editor = follow(held, body);
  if (editor !== held) setHeld(editor);
  const change = (next: string) => {
    const { editor: typed, request } = typeInto(editor, next);
    setHeld(typed);
    if (request) onAdopt(request);
  };
  return (
    <Field
      label="Request as JSON"
      labelHidden
      error={editor.message}
      hint="Paste any request of the interface here and go on in the form. Members nobody knows are kept."
    >
      {(aria) => (
        <Textarea
          {...aria}
          spellCheck={false}
          autoCapitalize="off"
          className="max-h-[34rem] min-h-80 font-mono text-xs leading-5"
          value={editor.text}
          onChange={(event) => change(event.target.value)}
          onBlur={() => setHeld((before) => ({ ...before, awaited: [] }))}
        />
      )}
    </Field>
  );
}

/** The same request by a program. */
export function CodePanel({ origin }: { origin: string }) {
  const { body } = useExamined();
  return (
    <>
      <WhichRequest />
      <CodeView origin={origin} request={body} />
    </>
  );
}

/** Of several requests one is shown: which. */
function WhichRequest() {
  const { requests, drawnFor } = useExamined();
  if (requests === 1) return null;
  const which =
    drawnFor !== undefined
      ? `The request to ${drawnFor}.`
      : requests === undefined
        ? "The first of several requests."
        : `The first of ${requests} requests.`;
  return (
    <p className="foreign mb-2 text-xs text-ink-muted">
      {which} The others differ in their recipients{drawnFor !== undefined && " and their values"}.
    </p>
  );
}
