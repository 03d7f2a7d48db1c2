"use client";

import { Download, Languages, Upload } from "lucide-react";
import { readCsv, saveCsv } from "@/components/form/file/csv";
import { useTextImport } from "@/components/form/file/use-text-import";
import { saveFile } from "@/components/ui/browser/save-file";
import { Button } from "@/components/ui/button";
import { DropdownMenu, MenuItem } from "@/components/ui/overlay/dropdown-menu";
import { toast } from "@/components/ui/toast";
import {
  tableOfTexts,
  textsOfTable,
  withFile,
  type ImportedFile,
  type TranslationFile,
} from "@/lib/authoring/translations";
import { languageName } from "@/lib/compose/language-name";
import type { PushBlocksInput } from "@/lib/interface/request";
import type { TemplateLanguage } from "@/lib/template/languages";
import { textsOfXliff, xliffOf } from "./xliff";

interface TransferMenuProps {
  templateId: string;
  blocks: PushBlocksInput;
  languages: readonly TemplateLanguage[];
  onChange: (languages: readonly TemplateLanguage[]) => void;
}

/** Takes the texts to translators and back: all languages as CSV, or each as XLIFF. */
export function TransferMenu({ templateId, blocks, languages, onChange }: TransferMenuProps) {
  const take = (text: string, name: string): string | undefined => {
    const read = readFile(name, text);
    if (read.problem !== undefined) return read.problem;
    const {
      languages: next,
      importedTexts,
      problem,
      ...counts
    } = withFile(blocks, languages, read);
    if (problem !== undefined) return problem;
    if (importedTexts === 0) return "The file has no translation of a text that this template has.";
    onChange(next);
    const notes = importNotes(counts);
    toast.success(`Imported ${importedTexts === 1 ? "1 text" : `${importedTexts} texts`}`, {
      ...(notes !== undefined && { description: notes }),
      action: { label: "Undo", onClick: () => onChange(languages) },
      duration: 10_000,
    });
    return undefined;
  };
  const { choose, input } = useTextImport({
    label: "File with translations",
    accept: ".csv,.xlf,.xliff,text/csv,application/xliff+xml",
    take,
  });
  return (
    <>
      <DropdownMenu
        trigger={
          <Button size="sm" variant="ghost">
            <Languages aria-hidden />
            <span className="max-sm:sr-only">Import or export</span>
          </Button>
        }
      >
        <MenuItem icon={<Upload aria-hidden />} onSelect={choose}>
          Import CSV or XLIFF
        </MenuItem>
        <MenuItem
          icon={<Download aria-hidden />}
          onSelect={() => saveCsv(tableOfTexts(blocks, languages), `${templateId}.csv`)}
        >
          Export as CSV
        </MenuItem>
        {languages.map((one) => (
          <MenuItem
            key={one.language}
            icon={<Download aria-hidden />}
            onSelect={() =>
              saveFile(
                new Blob([xliffOf(templateId, blocks, one)], { type: "application/xliff+xml" }),
                `${templateId}.${one.language}.xlf`,
              )
            }
          >
            Export {languageName(one.language)} as XLIFF
          </MenuItem>
        ))}
      </DropdownMenu>
      {input}
    </>
  );
}

function readFile(name: string, text: string): TranslationFile {
  if (/\.xli?f{1,2}$/i.test(name) || /^\uFEFF?\s*</.test(text)) return textsOfXliff(text);
  const read = readCsv(text);
  return read.problem === undefined
    ? textsOfTable(read.rows)
    : { languages: [], problem: read.problem };
}

/**
 * Returns notes on an imported file with translations, in sentences; undefined when there are none.
 */
export function importNotes({
  left,
  untranslated,
  outdated,
  misnamed,
}: Omit<ImportedFile, "languages" | "importedTexts">): string | undefined {
  const notes = [
    misnamed > 0 &&
      `${misnamed === 1 ? "1 names" : `${misnamed} name`} placeholders that the default text does not have.`,
    outdated > 0 &&
      `${outdated === 1 ? "1 is as it was and stays" : `${outdated} are as they were and stay`} outdated.`,
    untranslated > 0 &&
      `${untranslated === 1 ? "1 is" : `${untranslated} are`} not translated in the file.`,
    left > 0 &&
      `${left === 1 ? "1 was" : `${left} were`} left out: this template has no such text.`,
  ].filter((note) => note !== false);
  return notes.length > 0 ? notes.join(" ") : undefined;
}
