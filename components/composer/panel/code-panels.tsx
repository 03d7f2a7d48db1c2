"use client";

import { kindName } from "@/components/device/kind-icon";
import { useStanding } from "../examined";
import { useState } from "react";
import { CodeView } from "@/components/reference/code-view";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { JsonView } from "@/components/ui/json-view";
import { Field } from "@/components/ui/field";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Textarea } from "@/components/ui/textarea";
import { deviceKinds, type DeviceKind } from "@/lib/interface/device-kinds";
import { indentJson } from "@/lib/interface/exact-json";
import type { PushRequestInput } from "@/lib/interface/request";
import { editorText, follow, typeInto, type EditorText } from "@/lib/compose/editor-text";
import { useExamined } from "../examined";
import { ContentHash } from "@/components/message/content-hash";
import { PayloadView } from "./payload-view";
import { bytesText } from "@/lib/compose/sizes";

interface JsonPanelProps {
  onAdopt: (request: PushRequestInput) => void;
  /** What was typed in the editor and cannot be read yet: nothing else holds it. */
  unread: EditorText | undefined;
  onUnread: (unread: EditorText | undefined) => void;
  /** The message was not sent for it. */
  stopped: boolean;
}

/**
 * The body that is sent: byte for byte, indented for the eye, or to be edited, which changes the form as one types. And what its providers are sent, which comes of
 * it.
 */
export function JsonPanel({ onAdopt, unread: kept, onUnread, stopped }: JsonPanelProps) {
  const { body, bodyBytes, whole, contentHash } = useExamined();
  const { kinds } = useStanding();
  // Something else may have been written in the form since: that counts.
  const unread = kept && follow(kept, whole).message !== undefined ? kept : undefined;
  const [round, setRound] = useState(0);
  const [form, setForm] = useState(unread ? "edit" : "indented");
  const [what, setWhat] = useState<"request" | DeviceKind>("request");
  return (
    <div>
      <SegmentedControl
        label="What is shown"
        size="sm"
        value={what}
        onValueChange={(value) => {
          setWhat(value as typeof what);
          // A payload comes of the request, and is changed with it.
          if (value !== "request" && form === "edit") setForm("indented");
        }}
        options={[
          { value: "request", label: "Request" },
          ...deviceKinds.map((kind) => ({
            value: kind,
            label: `${kindName(kind)} payload`,
            short: kindName(kind),
            faint: !kinds.includes(kind),
          })),
        ]}
        className="mb-2 flex [&>button]:flex-auto [&>button]:px-1"
      />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <SegmentedControl
          label="Form of the JSON"
          size="sm"
          value={form}
          onValueChange={setForm}
          options={[
            { value: "indented", label: "Indented" },
            { value: "exact", label: "As sent" },
            ...(what === "request" ? [{ value: "edit", label: "Edit" }] : []),
          ]}
        />
        {what === "request" && (
          <span className="flex items-center gap-2 text-xs text-ink-faint tabular-nums">
            {bytesText(bodyBytes)} as sent
            <CopyButton text={body} what="request body">
              Copy
            </CopyButton>
          </span>
        )}
      </div>
      {what !== "request" ? (
        <PayloadView kind={what} exact={form === "exact"} />
      ) : form === "edit" ? (
        <>
          {stopped && unread && (
            <Banner
              kind="danger"
              announce
              className="mb-3"
              title="Finish the JSON first"
              actions={
                <Button
                  size="sm"
                  onClick={() => {
                    onUnread(undefined);
                    setRound((before) => before + 1);
                  }}
                >
                  Discard it
                </Button>
              }
            >
              What you typed here can’t be read yet, so it isn’t part of the message. Nothing was sent.
            </Banner>
          )}
          <JsonEditor key={round} body={whole} onAdopt={onAdopt} unread={unread} onUnread={onUnread} />
        </>
      ) : (
        <>
          <WhichRequest />
          {contentHash !== undefined && (
            <p className="mb-2 flex items-center gap-1.5 text-xs text-ink-faint">
              Content hash <ContentHash hash={contentHash()} />
            </p>
          )}
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
function JsonEditor({ body, onAdopt, unread, onUnread }: Omit<JsonPanelProps, "stopped"> & { body: string }) {
  const [held, setHeld] = useState(() => unread ?? editorText(body));
  const editor = follow(held, body);
  if (editor !== held) setHeld(editor);
  const change = (next: string) => {
    const { editor: typed, request } = typeInto(editor, next);
    setHeld(typed);
    onUnread(typed.message === undefined ? undefined : typed);
    if (request) onAdopt(request);
  };
  return (
    <Field
      label="Request as JSON"
      labelHidden
      error={editor.message && `${editor.message} Until it can be read, the message stays as it was.`}
      hint="Paste any request here and continue in the form. Unknown fields are kept."
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
