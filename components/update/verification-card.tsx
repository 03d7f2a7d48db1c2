"use client";

import { useState } from "react";
import { PaddedCard } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { JsonView } from "@/components/ui/json-view";
import { SegmentedControl } from "@/components/ui/segmented-control";
import {
  languageNames,
  languages,
  verificationCode,
  type Language,
  type Scheme,
} from "./verification-code";

/** The code by which a receiver checks that updates come from here. */
export function VerificationCard() {
  const [language, setLanguage] = useState<Language>("node");
  const [scheme, setScheme] = useState<Scheme>("standard");
  const code = verificationCode(language, scheme);
  return (
    <PaddedCard
      id="verify-title"
      title="Check signatures"
      description="For your receiver, to check that an update comes from Clarion and is unchanged."
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <SegmentedControl
            label="Language"
            size="sm"
            className="flex-wrap"
            value={language}
            onValueChange={(value) => setLanguage(value as Language)}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
          <SegmentedControl
            label="Signature"
            size="sm"
            value={scheme}
            onValueChange={(value) => setScheme(value as Scheme)}
            options={[
              { value: "standard", label: "Standard Webhooks" },
              { value: "hub", label: "X-Hub-Signature" },
            ]}
          />
        </div>
        <CopyButton text={code} what={`${languageNames[language]} code`}>
          Copy
        </CopyButton>
      </div>
      <JsonView
        label={`${languageNames[language]} code`}
        text={code}
        className="max-h-96 rounded-md border border-line"
      />
      <p className="mt-2 text-xs text-ink-faint">
        {scheme === "standard"
          ? "It also rejects updates older than five minutes. Clarion repeats updates until they are accepted: store their IDs and ignore repeats."
          : "It does not cover the time of sending. Use Standard Webhooks if you can."}{" "}
        An endpoint without a signing secret sends no signature.
      </p>
    </PaddedCard>
  );
}
