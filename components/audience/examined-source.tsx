"use client";

import { useDeferredValue, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { recipientLimit } from "@/lib/inputs/audience";
import type { BegunList } from "./fill-list";
import { FindingsView } from "./findings-view";
import { RecipientSource, useRecipientSource } from "./recipient-source";
import { saveLeftOut } from "./source/left-out-file";
import type { CheckedTemplate } from "./source/value-check";
import { TemplateCheck } from "./template-check";
import { useExamination } from "./use-examination";

/**
 * Reads the recipients of a source as soon as there is one, and returns what a list can be filled
 * with: `content` is undefined until the source can be added.
 *
 * @param proposedNames parameters that columns of a file may be for
 * @param first the way shown at first
 */
export function useExaminedSource(
  proposedNames: readonly string[],
  first: "text" | "csv" = "text",
) {
  const from = useRecipientSource(proposedNames, first);
  const source = useDeferredValue(from.source);
  const [template, setTemplate] = useState<CheckedTemplate>();
  const check = from.way === "csv" ? template : undefined;
  const state = useExamination(source, from.mapping, check);

  const examination =
    state.kind === "read" && source === from.source ? state.examination : undefined;
  const fits = examination !== undefined && examination.recipients > 0 && !examination.tooMany;
  const content: Omit<BegunList, "id"> | undefined =
    fits && from.source && from.mapping
      ? {
          source: from.source,
          mapping: from.mapping,
          rows: examination.recipients + examination.repeats.count,
        }
      : undefined;
  return {
    from,
    template,
    setTemplate,
    check,
    state,
    examination,
    content,
    recipients: examination?.recipients ?? 0,
    /** Rows that are not added. */
    left: examination ? examination.repeats.count + examination.unreadable.count : 0,
    // A file counts from the moment that it is chosen, also while its beginning is read.
    isUnsaved: from.text !== "" || from.csv.isReading || from.csv.chosen !== undefined,
  };
}

interface ExaminedSourceProps {
  examined: ReturnType<typeof useExaminedSource>;
  templates: readonly CheckedTemplate[];
}

/** Asks where recipients come from, and lists below what speaks against their rows. */
export function ExaminedSource({ examined, templates }: ExaminedSourceProps) {
  const { from, template, setTemplate, check, state, examination } = examined;
  return (
    <RecipientSource {...from} check={check}>
      {from.way === "csv" && templates.length > 0 && (
        <TemplateCheck
          templates={templates}
          chosen={template}
          onChoose={setTemplate}
          mapping={from.mapping}
          onMapping={from.csv.setMapping}
          examination={examination}
        />
      )}
      {state.kind === "failed" && <Banner kind="danger" announce title={state.message} />}
      {examination?.tooMany && (
        <Banner kind="danger" announce title={`${recipientLimit} This one has more.`} />
      )}
      {examination && !examination.tooMany && (
        <FindingsView
          examination={examination}
          onDownload={() => void saveLeftOut(from.source, from.mapping)}
        />
      )}
    </RecipientSource>
  );
}
