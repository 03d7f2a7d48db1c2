"use client";

import { Select } from "@/components/ui/select";
import { isRightToLeft, languageName } from "@/lib/compose/language-name";
import { templateOf } from "@/lib/compose/template-of";
import { useTemplates } from "../content/templates";
import { useExamined } from "../examined/examined";
import { useReach } from "../reach/reach-state";

const otherwise = "default";

/** In which language of its template a message is drawn, while each recipient gets their own. */
export function DrawnIn({ onDirection }: { onDirection: (rightToLeft: boolean) => void }) {
  const { request } = useExamined();
  const template = templateOf(useTemplates(), request);
  const { reach, drawnIn, drawIn } = useReach();
  const languages = template?.languages ?? [];
  if (languages.length === 0 || typeof reach.language === "string") return null;
  const selectedLanguage = languages.some(({ language }) => language === drawnIn)
    ? drawnIn
    : otherwise;
  return (
    <div className="mt-2 flex items-center gap-2 text-xs text-ink-muted">
      <span id="drawn-in" className="shrink-0">
        Preview in
      </span>
      <Select
        aria-labelledby="drawn-in"
        size="sm"
        value={selectedLanguage ?? otherwise}
        onValueChange={(next) => {
          drawIn(next === otherwise ? undefined : next);
          onDirection(next !== otherwise && isRightToLeft(next));
        }}
        options={[
          { value: otherwise, label: languageName("") },
          ...languages.map(({ language }) => ({
            value: language,
            label: languageName(language),
            description: language,
          })),
        ]}
      />
    </div>
  );
}
