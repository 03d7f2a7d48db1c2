"use client";

import { useState } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { SegmentedControl } from "@/components/ui/segmented-control";
import {
  receiptCode,
  registrationCode,
  systemNames,
  systems,
  type CodeFacts,
  type System,
} from "./device-code";

const codeOf = { registration: registrationCode, receipt: receiptCode };
const labels = {
  registration: "Code that registers a device",
  receipt: "Code that sends a receipt",
};

/** Code for an app or a page, for the system that is chosen. */
export function CodeBySystem({ what, facts }: { what: keyof typeof codeOf; facts: CodeFacts }) {
  const [system, setSystem] = useState<System>("android");
  return (
    <div className="mt-3">
      <SegmentedControl
        label="System"
        size="sm"
        value={system}
        onValueChange={(value) => setSystem(value as System)}
        options={systems.map((value) => ({ value, label: systemNames[value] }))}
      />
      <CodeBlock
        title={systemNames[system]}
        label={labels[what]}
        what={`${systemNames[system]} code`}
        code={codeOf[what](system, facts)}
      />
    </div>
  );
}
