"use client";

import { Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { FileField } from "@/components/form/file/file-field";
import { LineProblems } from "@/components/form/file/line-problems";
import { notUtf8, utf8Text } from "@/components/form/file/utf8";
import { useDialogOpen } from "@/components/shell/use-dialog-open";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Verbatim } from "@/components/ui/verbatim";
import type { importDevices, ImportCounts } from "@/lib/directory/device/import";
import { answerOf, sentenceOf } from "@/lib/inputs/answer";
import { mostFileBytes } from "@/lib/inputs/registered-devices";
import type { ActionOf } from "@/lib/verb/answer";
import { inParts, readDeviceFile, type DeviceFile } from "./read-device-file";

interface ImportButtonProps {
  serviceId: string;
  importLines: ActionOf<typeof importDevices>;
}

type ReadableFile = Exclude<DeviceFile, { problem: string }>;

/** How far an import is. */
interface Progress extends ImportCounts {
  /** Lines that were asked for. */
  done: number;
  /** Why it stopped before its end. */
  stopped?: string;
}

const readColumns =
  "appid, userid, deviceid, kind, pushid or subscription, os, model, language, timezone";
const listed = new Intl.ListFormat("en", { type: "conjunction" });
const number = (n: number) => n.toLocaleString("en");

/** Registers the devices of a file, and shows the result of its lines. */
export function ImportButton({ serviceId, importLines }: ImportButtonProps) {
  const router = useRouter();
  const [open, setOpen] = useDialogOpen("import-devices");
  const [file, setFile] = useState<File>();
  const [read, setRead] = useState<ReadableFile>();
  const [wrong, setWrong] = useState<string>();
  const [progress, setProgress] = useState<Progress>();
  const [busy, setBusy] = useState(false);
  const closed = useRef(false);
  const take = async (chosen: File) => {
    setFile(chosen);
    setProgress(undefined);
    const text = await utf8Text(chosen);
    const deviceFile = text === undefined ? { problem: notUtf8 } : readDeviceFile(text);
    setRead("problem" in deviceFile ? undefined : deviceFile);
    setWrong("problem" in deviceFile ? deviceFile.problem : undefined);
  };
  const run = async () => {
    if (!read) return;
    closed.current = false;
    setBusy(true);
    const now: Progress = {
      done: 0,
      created: 0,
      updated: 0,
      skipped: 0,
      problems: [...read.problems],
      warnings: [],
    };
    setProgress(now);
    for (const lines of inParts(read.lines)) {
      if (closed.current) break;
      const answer = await answerOf(importLines({ serviceId, lines }));
      if (!answer.ok) {
        now.stopped = sentenceOf(answer);
        break;
      }
      now.done += lines.length;
      now.created += answer.value.created;
      now.updated += answer.value.updated;
      now.skipped += answer.value.skipped;
      now.problems = [...now.problems, ...answer.value.problems];
      now.warnings = [...now.warnings, ...answer.value.warnings];
      setProgress({ ...now });
    }
    setProgress({ ...now, problems: now.problems.toSorted((one, other) => one.line - other.line) });
    setBusy(false);
    router.refresh();
  };
  const close = () => {
    closed.current = true;
    setOpen(false);
    setFile(undefined);
    setRead(undefined);
    setWrong(undefined);
    setProgress(undefined);
  };
  const total = read?.lines.length ?? 0;
  const finished = progress !== undefined && !busy;
  return (
    <>
      <Button icon={Upload} onClick={() => setOpen(true)}>
        Import …
      </Button>
      <Dialog
        open={open}
        // A slip of the finger must not end what is under way.
        onOpenChange={() => !busy && close()}
        title="Import devices"
        description="Each line registers a device as its app would. Devices that are already registered are updated, so a file can be imported again."
        footer={
          finished && progress.stopped === undefined ? (
            <Button variant="primary" onClick={close}>
              Done
            </Button>
          ) : (
            <>
              {busy ? (
                <Button onClick={() => void (closed.current = true)}>Stop</Button>
              ) : (
                <Button onClick={close}>Cancel</Button>
              )}
              <Button variant="primary" disabled={!read} loading={busy} onClick={() => void run()}>
                {progress?.stopped === undefined
                  ? `Import${total > 0 ? ` ${number(total)} ${total === 1 ? "line" : "lines"}` : ""}`
                  : "Try again"}
              </Button>
            </>
          )
        }
      >
        <div className="space-y-4">
          {progress === undefined && (
            <>
              <FileField
                label="Choose a CSV or NDJSON file"
                hint={`Columns: ${readColumns}`}
                accept=".csv,.ndjson,.jsonl,.txt,text/csv,application/x-ndjson"
                most={mostFileBytes}
                file={file}
                onFile={(chosen) => void take(chosen)}
                error={wrong}
              />
              {read?.ignored && (
                <p className="text-sm text-amber-fg">
                  Not read: <Verbatim>{listed.format(read.ignored)}</Verbatim>. To read a column,
                  rename it to one of these: {readColumns}.
                </p>
              )}
              {read && read.problems.length > 0 && (
                <LineProblems {...faulty} lines={read.problems} />
              )}
            </>
          )}
          {progress !== undefined && <Report progress={progress} total={total} busy={busy} />}
        </div>
      </Dialog>
    </>
  );
}

/** How far an import is, and what came of it. */
function Report({ progress, total, busy }: { progress: Progress; total: number; busy: boolean }) {
  return (
    <>
      <progress
        className="h-1.5 w-full accent-(--color-primary)"
        aria-label="Progress of the import"
        max={Math.max(total, 1)}
        value={progress.done}
      />
      <output className="block text-sm tabular-nums">
        {number(progress.created)} new, {number(progress.updated)} updated
        {progress.skipped > 0 &&
          `, ${number(progress.skipped)} left out because they are out of use`}
        {progress.problems.length > 0 && `, ${number(progress.problems.length)} faulty`}
        {busy && ` of ${number(total)}`}
      </output>
      {progress.stopped !== undefined && (
        <Banner kind="danger" announce title="The import stopped">
          {progress.stopped} Imported devices are saved; trying again doesn’t change them.
        </Banner>
      )}
      {!busy && progress.problems.length > 0 && (
        <LineProblems {...faulty} lines={progress.problems} />
      )}
      {!busy && progress.warnings.length > 0 && (
        <LineProblems {...doubtful} lines={progress.warnings} />
      )}
    </>
  );
}

const faulty = {
  label: "Faulty lines",
  hint: "These lines are left out; all others count.",
  file: "faulty-lines.csv",
};
const doubtful = {
  label: "Lines with warnings",
  hint: "These devices are registered. Correct the file and import it again.",
  file: "lines-with-warnings.csv",
};
