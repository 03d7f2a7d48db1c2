"use client";

import { Check, Trash2 } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import type { Notice } from "@/components/ui/notice";
import { Code, Verbatim } from "@/components/ui/verbatim";
import {
  otherPlaceholders,
  textLabel,
  textsToTranslate,
  translatedTexts,
  withTranslation,
  type TextToTranslate,
} from "@/lib/authoring/translations";
import { languageName } from "@/lib/compose/language-name";
import { numberText } from "@/lib/compose/number-text";
import { bytesText, isOver, type SizeRow } from "@/lib/compose/sizes";
import type { PushBlocksInput } from "@/lib/interface/request";
import type { TemplateLanguage } from "@/lib/template/languages";
import { placeholderOf } from "@/lib/template/placeholder";
import { mostCharacters } from "@/lib/template/text";
import { Fold } from "../fold";

interface LanguageTextsProps {
  blocks: PushBlocksInput;
  language: TemplateLanguage;
  /** What it takes with the values that are looked at; undefined while it is closed. */
  sizes: readonly SizeRow[] | undefined;
  open: boolean;
  onOpen: (open: boolean) => void;
  onChange: (next: TemplateLanguage) => void;
  onRemove: () => void;
}

/** One language: how complete it is, and its texts with the default ones. */
export function LanguageTexts({
  blocks,
  language,
  sizes,
  open,
  onOpen,
  onChange,
  onRemove,
}: LanguageTextsProps) {
  const name = languageName(language.language);
  const { texts, lost } = translatedTexts(blocks, language);
  const done = texts.filter(({ standing }) => standing !== "missing").length;
  const outdated = texts.filter(({ standing }) => standing === "outdated").length;
  return (
    <Fold
      open={open}
      onOpen={onOpen}
      line={
        <>
          <span className="min-w-0 truncate font-medium">{name}</span>
          <Code className="text-xs whitespace-nowrap text-ink-faint">{language.language}</Code>
          {outdated > 0 && <Badge tone="amber">{outdated} outdated</Badge>}
          <span className="ml-auto text-xs whitespace-nowrap text-ink-faint tabular-nums">
            {done === texts.length ? "Complete" : `${done} of ${texts.length}`}
          </span>
        </>
      }
    >
      {open && (
        <>
          {texts.length === 0 && (
            <p className="text-sm text-ink-muted">
              Write a text above first; its translation goes here.
            </p>
          )}
          {textsToTranslate(texts).map((one) => (
            <OneText
              key={one.places[0]}
              text={one}
              name={name}
              tag={language.language}
              onChange={(translated) => onChange(withTranslation(language, one, translated))}
            />
          ))}
          {lost.length > 0 && (
            <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-muted">
              {lost.length === 1
                ? "One translation is of a text"
                : `${lost.length} translations are of texts`}{" "}
              that this template no longer has.
              <Button
                size="sm"
                variant="ghost"
                onClick={() =>
                  onChange({
                    ...language,
                    texts: language.texts.filter(({ at }) => !lost.includes(at)),
                  })
                }
              >
                Remove {lost.length === 1 ? "it" : "them"}
              </Button>
            </p>
          )}
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-xs text-ink-faint tabular-nums">
              {sizes
                ?.filter(({ what }) => what !== "request")
                .map((row) => (
                  <span
                    key={row.what}
                    className={cn("mr-3 inline-block", isOver(row) && "font-medium text-red-fg")}
                  >
                    {row.label} {bytesText(row.bytes)} of {bytesText(row.limit)}
                  </span>
                ))}
            </p>
            <Button icon={Trash2} size="sm" variant="ghost" onClick={onRemove}>
              Remove {name}
            </Button>
          </div>
        </>
      )}
    </Fold>
  );
}

interface OneTextProps {
  text: TextToTranslate;
  name: string;
  tag: string;
  onChange: (translated: string) => void;
}

function OneText({
  text: { places, text, translated, standing },
  name,
  tag,
  onChange,
}: OneTextProps) {
  const label = listed(places.map(textLabel));
  const notices = noticesOf(text, translated);
  const original = (
    <Verbatim className="whitespace-pre-wrap" dir="auto">
      {text}
    </Verbatim>
  );
  return (
    <div className="space-y-1.5">
      <Field
        label={`${label} in ${name}`}
        hint={original}
        notices={notices}
        // The original stays visible next to the problems of its translation.
        below={notices.length > 0 && <p className="mt-1 text-ink-faint">{original}</p>}
      >
        {(aria) => (
          <Textarea
            {...aria}
            rows={2}
            dir="auto"
            lang={tag}
            value={translated}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      {standing === "outdated" && (
        <p className="flex flex-wrap items-center gap-x-2 text-xs text-amber-fg">
          The default text changed since.
          <Button
            icon={Check}
            size="sm"
            variant="ghost"
            aria-label={`${label} in ${name} is still right`}
            onClick={() => onChange(translated)}
          >
            Still right
          </Button>
        </p>
      )}
    </div>
  );
}

function noticesOf(text: string, translated: string): Notice[] {
  const notices: Notice[] = [];
  if (translated.length > mostCharacters)
    notices.push({
      tone: "error",
      text: `At most ${numberText(mostCharacters)} characters; this has ${numberText(translated.length)}.`,
    });
  const { unknown, missing } = otherPlaceholders(text, translated);
  if (unknown.length > 0)
    notices.push({
      tone: "warning",
      text: `${listed(unknown.map(placeholderOf))} ${unknown.length === 1 ? "is" : "are"} not in the default text.`,
    });
  if (missing.length > 0)
    notices.push({ tone: "warning", text: `Leaves out ${listed(missing.map(placeholderOf))}.` });
  return notices;
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat("en").format(names);
}
