"use client";

import { ClipboardPaste, Download, FlaskConical, Upload } from "lucide-react";
import { useState } from "react";
import { readCsv, saveCsv } from "@/components/form/file/csv";
import { mostTextBytes, useTextImport } from "@/components/form/file/use-text-import";
import { Button } from "@/components/ui/button";
import { LabelledTextarea } from "@/components/ui/field";
import { DropdownMenu, MenuItem } from "@/components/ui/overlay/dropdown-menu";
import { Question } from "@/components/ui/overlay/question";
import { toast } from "@/components/ui/toast";
import {
  setsOfJson,
  setsOfTable,
  tableOfSets,
  withSets,
  type ReadSets,
} from "@/lib/authoring/sample-sets";
import { numberText } from "@/lib/compose/number-text";
import type { SampleSet } from "@/lib/template/content";
import { mostCharacters } from "@/lib/template/text";

interface SetsMenuProps {
  templateId: string;
  /** Their names. */
  parameters: readonly string[];
  sets: readonly SampleSet[];
  onChange: (sets: readonly SampleSet[]) => void;
}

/** Takes sets from JSON or CSV, pasted or of a file, and gives them as CSV. */
export function SetsMenu({ templateId, parameters, sets, onChange }: SetsMenuProps) {
  const [pasting, setPasting] = useState(false);
  /** Imports the text. Returns why it could not be imported; undefined on success. */
  const take = (text: string): string | undefined => {
    const read = readSets(text);
    if (read.problem !== undefined) return read.problem;
    const { sets: next, importedSets, left, unknown, cut } = withSets(sets, read.sets, parameters);
    if (importedSets === 0)
      return "There are as many sets as a template can have. Remove one first.";
    onChange(next);
    const notes = [
      ...(left > 0 ? [`${left} did not fit any more.`] : []),
      ...(cut.length > 0
        ? [`Cut to ${numberText(mostCharacters)} characters: ${firstOf(cut)}.`]
        : []),
      ...(unknown.length > 0
        ? [`Left out, as no parameter is called so: ${firstOf(unknown)}.`]
        : []),
    ];
    toast.success(`Imported ${importedSets === 1 ? "1 set" : `${importedSets} sets`}`, {
      ...(notes.length > 0 && { description: notes.join(" ") }),
      action: { label: "Undo", onClick: () => onChange(sets) },
      duration: 10_000,
    });
    return undefined;
  };
  const { choose, input } = useTextImport({
    label: "File with sample sets",
    accept: ".csv,.json,.tsv,text/csv,application/json",
    take,
  });
  return (
    <>
      <DropdownMenu
        trigger={
          <Button size="sm" variant="ghost">
            <FlaskConical aria-hidden />
            <span className="max-sm:sr-only">Import or export sets</span>
          </Button>
        }
      >
        <MenuItem icon={<ClipboardPaste aria-hidden />} onSelect={() => setPasting(true)}>
          Paste JSON or CSV …
        </MenuItem>
        <MenuItem icon={<Upload aria-hidden />} onSelect={choose}>
          Import a file
        </MenuItem>
        <MenuItem
          icon={<Download aria-hidden />}
          onSelect={() => saveCsv(tableOfSets(parameters, sets), `${templateId}.samples.csv`)}
        >
          {sets.length === 0 ? "Download an empty CSV" : "Export as CSV"}
        </MenuItem>
      </DropdownMenu>
      {input}
      {pasting && <PasteDialog onClose={() => setPasting(false)} take={take} />}
    </>
  );
}

function PasteDialog({
  onClose,
  take,
}: {
  onClose: () => void;
  take: (text: string) => string | undefined;
}) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const add = async () => {
    const fault = take(text);
    if (fault === undefined) onClose();
    else setProblem(fault);
  };
  return (
    <Question
      onClose={onClose}
      title="Paste sample sets"
      description="JSON, CSV, or cells copied from a sheet. A column “set”, or the name of each object, names them."
      keep="Cancel"
      go="Add sets"
      harmless
      disabled={text.trim() === ""}
      onGo={() => void add()}
    >
      <LabelledTextarea
        label="Sample sets"
        error={problem}
        className="code min-h-40"
        spellCheck={false}
        maxLength={mostTextBytes}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(undefined);
        }}
      />
    </Question>
  );
}

function readSets(text: string): ReadSets {
  if (/^\uFEFF?\s*[[{]/.test(text)) return setsOfJson(text.replace("\uFEFF", ""));
  const read = readCsv(text);
  return read.problem === undefined ? setsOfTable(read.rows) : read;
}

function firstOf(names: readonly string[]): string {
  return `${names.slice(0, 5).join(", ")}${names.length > 5 ? " …" : ""}`;
}
