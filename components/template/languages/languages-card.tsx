"use client";

import { Languages } from "lucide-react";
import { useExamined } from "@/components/editor/examined/examined";
import { CardBody, TitledCard } from "@/components/ui/card";
import { blocksOfForm } from "@/lib/authoring/template-form";
import { inOrderOfTags } from "@/lib/authoring/translations";
import { languageName } from "@/lib/compose/language-name";
import { sizeRows } from "@/lib/compose/sizes";
import type { TemplateLanguage } from "@/lib/template/languages";
import { AddLanguage } from "./add-language";
import { LanguageTexts } from "./language-texts";
import { TransferMenu } from "./transfer-menu";

interface LanguagesCardProps {
  templateId: string;
  languages: readonly TemplateLanguage[];
  /** The one that is open, and drawn; "" for none. */
  opened: string;
  onOpened: (language: string) => void;
  onChange: (languages: readonly TemplateLanguage[]) => void;
}

/** The texts of a template in other languages: each device gets its own, or the default text. */
export function LanguagesCard({
  templateId,
  languages,
  opened,
  onOpened,
  onChange,
}: LanguagesCardProps) {
  const { request, drawn, countedBytes, longestDrawn } = useExamined();
  const blocks = blocksOfForm(request);
  const sizes =
    opened === "" ? undefined : sizeRows({ drawn, countedBytes, longest: longestDrawn });
  return (
    <TitledCard
      id="languages-title"
      title="Languages"
      description={
        opened === ""
          ? "Devices get these texts in their own language, or the default text."
          : `The preview shows ${languageName(opened)}.`
      }
      actions={
        <>
          <TransferMenu
            templateId={templateId}
            blocks={blocks}
            languages={languages}
            onChange={onChange}
          />
          <AddLanguage
            existingTags={languages.map(({ language }) => language)}
            onAdd={(language) => {
              onChange(inOrderOfTags([...languages, { language, texts: [] }]));
              onOpened(language);
            }}
          />
        </>
      }
    >
      <CardBody className="py-2">
        {languages.length === 0 ? (
          <p className="flex items-center gap-2 px-2 py-3 text-sm text-ink-muted">
            <Languages aria-hidden className="size-4 text-ink-faint" />
            One language so far: all recipients get the default text.
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {languages.map((one) => (
              <LanguageTexts
                key={one.language}
                blocks={blocks}
                language={one}
                sizes={opened === one.language ? sizes : undefined}
                open={opened === one.language}
                onOpen={(open) => onOpened(open ? one.language : "")}
                onChange={(next) =>
                  onChange(
                    languages.map((other) => (other.language === one.language ? next : other)),
                  )
                }
                onRemove={() => {
                  onOpened("");
                  onChange(languages.filter((other) => other.language !== one.language));
                }}
              />
            ))}
          </ul>
        )}
      </CardBody>
    </TitledCard>
  );
}
