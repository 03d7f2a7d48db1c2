"use client";

import { useReach } from "@/components/editor/reach/reach-state";
import { LabelledSelect } from "@/components/ui/select";
import { languageName } from "@/lib/compose/language-name";
import { languageFor, type TemplateLanguage } from "@/lib/template/languages";

/**
 * In which language of its template a message goes out: each recipient in that of their device, or
 * everybody in one.
 */
export function LanguageChoice({ languages }: { languages: readonly TemplateLanguage[] }) {
  const { reach, change } = useReach();
  const { language } = reach;
  if (languages.length === 0) return null;
  const names = languages.map((one) => languageName(one.language));
  // A choice that the template does not have is what would be sent instead.
  const value =
    typeof language === "string" ? languageFor(languages, language) || "default" : "own";
  return (
    <LabelledSelect
      label="Language"
      hint={
        value === "own"
          ? `${new Intl.ListFormat("en").format(names)} where the device asks for it, the default text elsewhere.`
          : "All recipients get this text."
      }
      value={value}
      onValueChange={(next) =>
        change({ ...reach, language: next === "own" ? null : next === "default" ? "" : next })
      }
      options={[
        { value: "own", label: "Each recipient’s own" },
        { value: "default", label: languageName("") },
        ...languages.map((one) => ({
          value: one.language,
          label: languageName(one.language),
          description: one.language,
        })),
      ]}
    />
  );
}
