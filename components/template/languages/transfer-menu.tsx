import { Download, Languages, Upload } from "lucide-react";
import { readCsv, saveCsv } from "@/components/form/csv";
import { useTextImport } from "@/components/form/use-text-import";
import { Button } from "@/components/ui/button";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu";
import { saveFile } from "@/components/ui/save-file";
import { toast } from "@/components/ui/toast";
import {
  tableOfTexts,
  textsOfTable,
  withFile,
  type TranslationFile,
} from "@/lib/authoring/translations";
import { languageName } from "@/lib/compose/language-name";
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
