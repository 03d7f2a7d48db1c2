import { saveFile } from "@/components/ui/browser/save-file";
import { toast } from "@/components/ui/toast";
import type { Mapping } from "./columns";
import { leftOutFile } from "./left-out-file";
import { SourceError, type Source } from "./source";

/** Hands the rows of a source that are left out to the person as a file, or says why it cannot. */
export async function saveLeftOut(
  source: Source | undefined,
  mapping: Mapping | undefined,
): Promise<void> {
  if (!source || !mapping) return;
  try {
    saveFile(await leftOutFile(source, mapping), "left-out-rows.csv");
  } catch (error) {
    toast.error(error instanceof SourceError ? error.message : "The file cannot be read.");
  }
}
