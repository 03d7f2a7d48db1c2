"use client";

import { useState } from "react";
import { CodeView } from "@/components/message/code-view";
import { CopyButton } from "@/components/ui/copy-button";
import { JsonView } from "@/components/ui/json-view";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useExamined } from "./examined";
import { bytesText } from "./sizes";

/** The body that is sent: byte for byte, or indented for the eye. What is copied is always what is sent. */
export function JsonPanel() {
  const { body, bodyBytes } = useExamined();
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
          ]}
        />
        <span className="flex items-center gap-2 text-xs text-ink-faint tabular-nums">
          {bytesText(bodyBytes)} as sent
          <CopyButton text={body} what="request body">
            Copy
          </CopyButton>
        </span>
      </div>
      <JsonView
        label="Request body"
        text={form === "exact" ? body : JSON.stringify(JSON.parse(body), undefined, 2)}
        className={`max-h-[34rem] rounded-md border border-line ${form === "exact" ? "break-all whitespace-pre-wrap" : ""}`}
      />
    </div>
  );
}

/** The same request by a program. */
export function CodePanel({ origin }: { origin: string }) {
  const { body } = useExamined();
  return <CodeView origin={origin} request={body} />;
}
