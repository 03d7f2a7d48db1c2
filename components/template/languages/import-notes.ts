import type { ImportedFile } from "@/lib/authoring/translations";

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
