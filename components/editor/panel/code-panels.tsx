"use client";

import { useState, type ReactNode } from "react";
import { CodeView } from "@/components/facts/code-view";
import { ContentHash } from "@/components/facts/content-hash";
import { kindName } from "@/components/facts/kind-icon";
import { CopyButton } from "@/components/ui/copy-button";
import { JsonView } from "@/components/ui/json-view";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { follow, requestInText } from "@/lib/compose/editor-text";
import { bytesText } from "@/lib/compose/sizes";
import { deviceKinds, type DeviceKind } from "@/lib/interface/device-kinds";
import { indentJson } from "@/lib/interface/exact-json";
import type { PushRequestInput } from "@/lib/interface/request";
import { utf8Bytes } from "@/lib/interface/text";
import { useExamined, useStanding } from "../examined/examined";
import { JsonEditor, JsonStop, type JsonSource, type UnreadJson } from "./json-editor";
import { PayloadView } from "./payload-view";

/** What a JSON panel shows and edits. */
export interface JsonSubject<T> extends JsonSource<T> {
  /** What is shown, byte for byte. */
  body: string;
  /** What `body` is, not indented. */
  exact: "As sent" | "As stored";
  /** What it was stopped from. */
  undone: "Nothing was sent." | "Nothing was published.";
  /** Above what is shown. */
  head?: ReactNode;
}

/** What a JSON panel gets from where it stands. */
export interface JsonPanelProps extends UnreadJson {
  /** Nothing was sent or published for it. */
  stopped: boolean;
}

/** The request that is sent, and is changed in the form as one types. */
export function RequestPanel({
  onAdopt,
  ...rest
}: JsonPanelProps & { onAdopt: (request: PushRequestInput) => void }) {
  const { body, whole, contentHash } = useExamined();
  const subject: JsonSubject<PushRequestInput> = {
    name: "Request",
    noun: "message",
    body,
    whole,
    exact: "As sent",
    undone: "Nothing was sent.",
    hint: "Paste any request here and continue in the form. Unknown fields are preserved.",
    read: requestInText,
    onAdopt,
    head: (
      <>
        <WhichRequest />
        {contentHash !== undefined && (
          <p className="mb-2 flex items-center gap-1.5 text-xs text-ink-faint">
            Content hash <ContentHash hash={contentHash()} />
          </p>
        )}
      </>
    ),
  };
  return <JsonPanel subject={subject} {...rest} />;
}

/**
 * A body byte for byte, indented for the eye, or to be edited, which changes the form as one types.
 * And what providers are sent, which comes of it.
 */
export function JsonPanel<T>({
  subject,
  unread: storedText,
  onUnread,
  stopped,
}: JsonPanelProps & { subject: JsonSubject<T> }) {
  const { name, noun, body, whole, exact, head } = subject;
  const { kinds } = useStanding();
  // Something else may have been written in the form since: that counts.
  const unread =
    storedText && follow(storedText, whole).message !== undefined ? storedText : undefined;
  const [editorKey, setEditorKey] = useState(0);
  const [form, setForm] = useState(unread ? "edit" : "indented");
  const [what, setWhat] = useState<"body" | DeviceKind>("body");
  return (
    <div>
      <SegmentedControl
        label="What is shown"
        size="sm"
        value={what}
        onValueChange={(value) => {
          setWhat(value as typeof what);
          // A payload comes of the body, and is changed with it.
          if (value !== "body" && form === "edit") setForm("indented");
        }}
        options={[
          { value: "body", label: name },
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
            { value: "exact", label: exact },
            ...(what === "body" ? [{ value: "edit", label: "Edit" }] : []),
          ]}
        />
        {what === "body" && (
          <span className="flex items-center gap-2 text-xs text-ink-faint tabular-nums">
            {bytesText(utf8Bytes(body))} {exact.toLowerCase()}
            <CopyButton text={body} what={`${name.toLowerCase()} body`}>
              Copy
            </CopyButton>
          </span>
        )}
      </div>
      {what !== "body" ? (
        <PayloadView kind={what} exact={form === "exact"} />
      ) : form === "edit" ? (
        <>
          {stopped && unread && (
            <JsonStop
              unread={unread}
              noun={noun}
              undone={subject.undone}
              onDiscard={() => {
                onUnread(undefined);
                setEditorKey((before) => before + 1);
              }}
            />
          )}
          <JsonEditor key={editorKey} subject={subject} unread={unread} onUnread={onUnread} />
        </>
      ) : (
        <>
          {head}
          <JsonView
            label={`${name} body`}
            text={form === "exact" ? body : indentJson(body)}
            className={`max-h-[34rem] rounded-md border border-line ${form === "exact" ? "break-all whitespace-pre-wrap" : ""}`}
          />
        </>
      )}
    </div>
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
