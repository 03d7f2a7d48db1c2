"use client";

import { Download, Languages, Upload } from "lucide-react";
import { useRef } from "react";
import { readCsv, saveCsv } from "@/components/form/csv";
import { notUtf8, utf8Text } from "@/components/form/utf8";
import { Button } from "@/components/ui/button";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { saveFile } from "@/components/ui/save-file";
import { toast } from "@/components/ui/toast";
import { languageName } from "@/lib/compose/language-name";
import {
  tableOfTexts,
  textsOfTable,
  withFile,
  type TranslationFile,
} from "@/lib/compose/translations";
import type { PushBlocksInput } from "@/lib/interface/request";
import type { TemplateLanguage } from "@/lib/template/languages";
import { importNotes } from "./import-notes";
import { textsOfXliff, xliffOf } from "./xliff";

interface TransferMenuProps {
  templateId: string;
  blocks: PushBlocksInput;
  languages: readonly TemplateLanguage[];
  onChange: (languages: readonly TemplateLanguage[]) => void;
}

const most = 2 * 1_048_576;

/** Takes the texts to translators and back: all languages as CSV, or each as XLIFF. */
export function TransferMenu({ templateId, blocks, languages, onChange }: TransferMenuProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File) => {
    if (file.size > most)
      return toast.error("This file is too large", { description: "At most 2 MB." });
    const text = await utf8Text(file);
    if (text === undefined) return toast.error("Nothing was imported", { description: notUtf8 });
    const read = readFile(file.name, text);
    if (read.problem !== undefined)
      return toast.error("Nothing was imported", { description: read.problem });
    const {
      languages: next,
      importedTexts,
      problem,
      ...counts
    } = withFile(blocks, languages, read);
    if (problem !== undefined) return toast.error("Nothing was imported", { description: problem });
    if (importedTexts === 0)
      return toast.error("Nothing was imported", {
        description: "The file has no translation of a text that this template has.",
      });
    onChange(next);
    const notes = importNotes(counts);
    return toast.success(`Imported ${importedTexts === 1 ? "1 text" : `${importedTexts} texts`}`, {
      ...(notes !== undefined && { description: notes }),
      action: { label: "Undo", onClick: () => onChange(languages) },
      duration: 10_000,
    });
  };
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
        <MenuItem icon={<Upload aria-hidden />} onSelect={() => input.current?.click()}>
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
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File with translations"
        accept=".csv,.xlf,.xliff,text/csv,application/xliff+xml"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void take(file);
          event.target.value = "";
        }}
      />
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
