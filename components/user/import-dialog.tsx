"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { firstRows, formOf, SourceError, type CsvForm } from "@/components/audience/source/source";
import type { SourceRow } from "@/components/audience/source/source-row";
import { FileField } from "@/components/form/file/file-field";
import { LineProblems } from "@/components/form/file/line-problems";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { mostFileBytes } from "@/lib/inputs/registered-devices";
import { ColumnUses } from "./column-uses";
import { UserImport, type ImportProgress } from "./import-file";
import type { ImportUsers } from "./user-actions";
import {
  attributeNameOf,
  guessType,
  guessUses,
  usesFault,
  type ColumnUse,
  type NamedType,
} from "./user-rows";

/** What an import of users needs. */
export interface ImportDialogProps {
  serviceId: string;
  /** The attributes of the service. */
  attributes: readonly NamedType[];
  importLines: ImportUsers;
  onClose: () => void;
}

/** A file that was chosen. */
interface ChosenFile {
  file: File;
  form: CsvForm;
  header: SourceRow;
  rows: readonly (readonly string[])[];
}

/** The names of the columns, and rows by which types are proposed. */
const looked = 101;
const number = (n: number) => n.toLocaleString("en");

/** Asks for a file and what its columns are, and imports it. */
export function ImportDialog({ serviceId, attributes, importLines, onClose }: ImportDialogProps) {
  const router = useRouter();
  const [chosen, setChosen] = useState<ChosenFile>();
  const [columns, setColumns] = useState<readonly ColumnUse[]>([]);
  const [wrong, setWrong] = useState<string>();
  const [progress, setProgress] = useState<ImportProgress>();
  const [busy, setBusy] = useState(false);
  const running = useRef<UserImport>(undefined);
  useEffect(() => () => running.current?.stop(), []);
  const choose = async (file: File) => {
    const read = await readBeginning(file);
    if (typeof read === "string") return setWrong(read);
    setWrong(undefined);
    setChosen(read);
    setColumns(guessUses(read.header.cells, read.rows, attributes));
  };
  const run = async () => {
    if (!chosen) return;
    setBusy(true);
    running.current ??= new UserImport(
      { file: chosen.file, form: chosen.form, headerLine: chosen.header.lastLine, columns },
      (lines) => importLines({ serviceId, lines }),
      setProgress,
    );
    await running.current.run();
    setBusy(false);
    router.refresh();
  };
  const fault = chosen && usesFault(columns);
  return (
    <Dialog
      open
      // A slip of the finger must not end what is under way.
      onOpenChange={() => !busy && onClose()}
      size="lg"
      title="Import users"
      description="Each line stores attributes of one user. What a file leaves out or leaves empty stays, so a file can be imported again."
      footer={
        progress?.done === true ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            {busy ? (
              <Button onClick={() => running.current?.stop()}>Stop</Button>
            ) : (
              <Button onClick={onClose}>Cancel</Button>
            )}
            <Button
              variant="primary"
              disabled={!chosen || fault !== undefined}
              loading={busy}
              onClick={() => void run()}
            >
              {progress?.stopped === undefined ? "Import" : "Try again"}
            </Button>
          </>
        )
      }
    >
      {progress ? (
        <Report progress={progress} busy={busy} />
      ) : (
        <div className="space-y-4">
          <FileField
            label="Choose a CSV file"
            hint="A column with user IDs, and one for each attribute. The first line has their names."
            accept=".csv,.txt,text/csv"
            most={mostFileBytes}
            file={chosen?.file}
            onFile={(file) => void choose(file)}
            error={wrong}
          />
          {chosen && (
            <ColumnUses
              header={chosen.header.cells}
              rows={chosen.rows}
              columns={columns}
              attributes={attributes}
              onChange={setColumns}
              proposed={(at) => proposedFor(chosen, at, attributes)}
            />
          )}
          {fault !== undefined && (
            <p role="alert" className="text-sm text-red-fg">
              {fault}
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** Returns the beginning of a file; or why it cannot be imported. */
async function readBeginning(file: File): Promise<ChosenFile | string> {
  try {
    const form = await formOf(file);
    const [header, ...rest] = await firstRows(file, form, looked);
    if (!header || rest.length === 0) return "There is no user in this file.";
    return { file, form, header, rows: rest.map(({ cells }) => cells) };
  } catch (error) {
    return error instanceof SourceError ? error.message : "The file cannot be read.";
  }
}

function proposedFor(
  { header, rows }: ChosenFile,
  at: number,
  attributes: readonly NamedType[],
): NamedType {
  const name = attributeNameOf(header.cells[at] ?? "") || `column_${at + 1}`;
  return (
    attributes.find((attribute) => attribute.name === name) ?? {
      name,
      type: guessType(rows.map((cells) => cells[at] ?? "")),
    }
  );
}

const faulty = {
  label: "Faulty lines",
  hint: "These lines are left out; all others count.",
  file: "faulty-lines.csv",
};

/** How far an import is, and what came of it. */
function Report({ progress, busy }: { progress: ImportProgress; busy: boolean }) {
  const { lines, stored, problems, stopped } = progress;
  return (
    <div className="space-y-4">
      <output className="block text-sm tabular-nums">
        {number(stored)} {stored === 1 ? "user" : "users"} stored
        {progress.faulty > 0 && `, ${number(progress.faulty)} faulty`}
        {busy && `, ${number(lines)} lines read`}
      </output>
      {stopped !== undefined && (
        <Banner kind="danger" announce title="The import stopped">
          {stopped} Stored users stay; trying again continues from there.
        </Banner>
      )}
      {!busy && problems.length > 0 && <LineProblems {...faulty} lines={problems} />}
    </div>
  );
}
