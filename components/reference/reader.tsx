"use client";

import { createContext, use, useState, type ReactNode } from "react";
import { languageNames, languages, type Language } from "@/components/facts/code";
import { useFilters } from "@/components/listing/use-filters";
import { LabelledInput } from "@/components/ui/field";
import { noPassword } from "@/components/ui/secret-toggle";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { LabelledSelect } from "@/components/ui/select";

interface ReaderState {
  language: Language;
  /** The key that the reader has given; undefined where none. */
  ownKey: string | undefined;
}

const ReaderContext = createContext<ReaderState>({ language: "curl", ownKey: undefined });

/** How the reader wants the calls to be shown. */
export function useReader(): ReaderState {
  return use(ReaderContext);
}

interface ReaderChoiceProps {
  /** By `appid`, those of the service. */
  apps: readonly { appid: string; name: string }[];
  appid: string | undefined;
  children: ReactNode;
}

/**
 * Language, app and key, which every call below takes. The key stays in this page: it is neither
 * stored nor sent.
 */
export function ReaderChoice({ apps, appid, children }: ReaderChoiceProps) {
  const [language, setLanguage] = useState<Language>("curl");
  const [key, setKey] = useState("");
  const { filter } = useFilters();
  return (
    <ReaderContext value={{ language, ownKey: key.trim() === "" ? undefined : key.trim() }}>
      <div className="mb-6 flex flex-wrap items-start gap-x-4 gap-y-3 rounded-lg border border-line bg-surface p-4">
        <SegmentedControl
          label="Language"
          value={language}
          onValueChange={(value) => setLanguage(value as Language)}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
          className="sm:mt-6.5"
        />
        {apps.length > 0 && (
          <div className="w-56 max-sm:w-full">
            <LabelledSelect
              label="App"
              value={appid ?? ""}
              onValueChange={(app) => filter({ app })}
              options={apps.map((app) => ({ value: app.appid, label: app.name, named: true }))}
            />
          </div>
        )}
        <div className="w-80 max-sm:w-full">
          <LabelledInput
            label="Your key"
            optional
            hint="Stays in this page: not stored, not sent."
            type="password"
            {...noPassword}
            spellCheck={false}
            placeholder="ck_…"
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        </div>
      </div>
      {children}
    </ReaderContext>
  );
}
