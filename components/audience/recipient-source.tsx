"use client";

import { Download, FileSpreadsheet, TextCursorInput } from "lucide-react";
import { useState, type ReactNode } from "react";
import { FileField } from "@/components/form/file/file-field";
import { LabelledTextarea } from "@/components/ui/field";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { mostFileBytes, mostRecipients } from "@/lib/inputs/audience";
import type { DestinationKey } from "@/lib/interface/device-kinds";
import { ColumnChoice } from "./column-choice";
import { KindSelect } from "./kind-select";
import type { Mapping } from "./source/columns";
import type { Source } from "./source/source";
import type { CheckedTemplate } from "./source/value-check";
import { useCsvFile } from "./use-csv-file";

/**
 * Where recipients come from: what was typed, or a file; `source` and `mapping` are undefined until
 * there is something.
 *
 * @param proposedNames parameters that columns of a file may be for
 * @param first the way shown at first
 */
export function useRecipientSource(
  proposedNames: readonly string[],
  first: "text" | "csv" = "text",
) {
  const [way, setWay] = useState(first);
  const [text, setText] = useState("");
  const [kind, setKind] = useState<DestinationKey>("userid");
  const csv = useCsvFile(proposedNames);
  const typed: { source: Source; mapping: Mapping } | undefined =
    text.trim() === ""
      ? undefined
      : {
          source: { kind: "text", text },
          mapping: { headed: false, width: undefined, column: 0, kind, parameters: [] },
        };
  const { source, mapping } = (way === "text" ? typed : csv.chosen) ?? {
    source: undefined,
    mapping: undefined,
  };
  return { way, setWay, text, setText, kind, setKind, csv, proposedNames, source, mapping };
}

interface RecipientSourceProps extends ReturnType<typeof useRecipientSource> {
  /** What the values of a file are checked against. */
  check?: CheckedTemplate | undefined;
  children?: ReactNode;
}

/** The fields for it; `children`, what is to be said of it, right below where it comes from. */
export function RecipientSource({
  way,
  setWay,
  text,
  setText,
  kind,
  setKind,
  csv,
  proposedNames,
  check,
  children,
}: RecipientSourceProps) {
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <SegmentedControl
          label="Recipients"
          value={way}
          onValueChange={(next) => setWay(next === "csv" ? "csv" : "text")}
          options={[
            { value: "text", label: "Type or paste", icon: <TextCursorInput aria-hidden /> },
            { value: "csv", label: "CSV file", icon: <FileSpreadsheet aria-hidden /> },
          ]}
        />
        {way === "csv" && (
          <a
            href="/recipients-example.csv"
            download
            className="inline-flex items-center gap-1.5 rounded-sm text-sm text-ink-muted underline underline-offset-2 hover:text-ink"
          >
            <Download aria-hidden className="size-3.5" />
            Example CSV
          </a>
        )}
      </div>
      {way === "text" ? (
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
          <LabelledTextarea
            label="Recipients"
            hint="One per line."
            className="code max-h-56 min-h-32 text-sm"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={kind === "userid" ? "user-1\nuser-2" : ""}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <KindSelect value={kind} onChange={setKind} />
          <div className="empty:hidden sm:col-span-2">{children}</div>
        </div>
      ) : (
        <>
          <FileField
            label="Choose a CSV file"
            hint={`UTF-8, one recipient a row, at most ${mostRecipients.toLocaleString("en")}`}
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            most={mostFileBytes}
            file={csv.chosen?.file}
            onFile={(file) => void csv.choose(file)}
            error={csv.error}
          />
          {children}
          {csv.chosen && (
            <ColumnChoice
              first={csv.chosen.first}
              mapping={csv.chosen.mapping}
              check={check}
              proposedNames={proposedNames}
              onChange={csv.setMapping}
            />
          )}
        </>
      )}
    </div>
  );
}
