"use client";

import { useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { JsonView } from "@/components/ui/json-view";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Code } from "@/components/ui/verbatim";
import { sendCall } from "./call";
import { codeFor, languageNames, languages, type Language } from "./code";

/** A request as a program that sends it, in the language that is chosen. */
export function CodeView({ origin, request }: { origin: string; request: string }) {
  const [language, setLanguage] = useState<Language>("curl");
  const code = codeFor(language, sendCall(origin, request));
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <SegmentedControl
          label="Language"
          size="sm"
          value={language}
          onValueChange={(value) => setLanguage(value as Language)}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <CopyButton text={code} what={`${languageNames[language]} code`}>
          Copy
        </CopyButton>
      </div>
      <JsonView
        label={`${languageNames[language]} code`}
        text={code}
        className="max-h-[34rem] rounded-md border border-line break-all whitespace-pre-wrap"
      />
      <p className="mt-2 text-xs text-ink-faint">
        Set <Code>SERVICE_KEY</Code> to a key from Settings › Services.
      </p>
    </div>
  );
}
