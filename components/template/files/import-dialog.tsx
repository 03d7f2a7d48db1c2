"use client";

import { FileField } from "@/components/form/file/file-field";
import { countText } from "@/components/listing/count-text";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { toast } from "@/components/ui/toast";
import { ImportList, summaryOf } from "./import-list";
import { isWritten } from "./import-plan";
import { mostInZip } from "./read-zip";
import { useImport, type ImportOptions, type ImportState } from "./use-import";

const noun = { one: "template", many: "templates" };

/**
 * Imports templates from a zip file: says first what becomes of each, and writes drafts on a press
 * of Import.
 */
export function ImportDialog({ files, onClose }: { files: ImportOptions; onClose: () => void }) {
  const { file, state, choose, run } = useImport(files);
  const planned = "planned" in state ? state.planned : [];
  const ready = state.step === "planned" ? planned.filter(isWritten).length : 0;
  const start = async () => {
    const result = await run(planned);
    if (!result) return;
    const { importedCount, left } = result;
    if (left > 0)
      toast.error(
        importedCount === 0
          ? "Nothing was imported"
          : `${countText(importedCount, noun)} imported, ${left} not`,
      );
    else {
      toast.success(
        `${countText(importedCount, noun)} imported as ${importedCount === 1 ? "a draft" : "drafts"}`,
      );
      onClose();
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && state.step !== "writing" && onClose()}
      title="Import templates"
      description="From a zip file of an export, or of a folder from the clarion templates command. Import writes drafts, names and tags; nothing is published."
      footer={
        <>
          <Button onClick={onClose} disabled={state.step === "writing"}>
            {state.step === "written" ? "Close" : "Cancel"}
          </Button>
          {state.step !== "written" && (
            <Button
              variant="primary"
              disabled={ready === 0}
              loading={state.step === "writing"}
              onClick={() => void start()}
            >
              {ready === 0 ? "Import" : `Import ${countText(ready, noun)}`}
            </Button>
          )}
        </>
      }
    >
      {state.step !== "writing" && state.step !== "written" && (
        <FileField
          label="Choose a zip file"
          hint="At most 20 MB and 1,000 templates"
          accept=".zip,application/zip"
          most={mostInZip.packed}
          file={file}
          onFile={(chosen) => void choose(chosen)}
          error={state.step === "choosing" ? state.error : undefined}
        />
      )}
      <output className="mt-4 block text-sm font-medium empty:hidden">{stateText(state)}</output>
      {planned.length > 0 && <ImportList planned={planned} />}
    </Dialog>
  );
}

function stateText(state: ImportState): string {
  switch (state.step) {
    case "choosing":
      return "";
    case "looking":
      return state.of === 0
        ? "Reading the file …"
        : `Comparing ${state.done.toLocaleString("en")} of ${state.of.toLocaleString("en")} …`;
    case "writing":
      return `Importing ${state.done.toLocaleString("en")} of ${state.of.toLocaleString("en")} …`;
    case "planned":
    case "written":
      return summaryOf(state.planned);
  }
}
