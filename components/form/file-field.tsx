"use client";

import { CircleAlert, FileCheck, Upload } from "lucide-react";
import { useId, useState } from "react";
import { cn } from "@/components/ui/cn";
import { isolated } from "@/components/ui/isolated";
import { sentence } from "@/components/ui/sentence";
import { Verbatim } from "@/components/ui/verbatim";

interface FileFieldProps {
  /** Asks for it: "Choose a CSV file". */
  label: string;
  /** What is accepted, shown before a file is chosen. */
  hint: string;
  /** As `<input accept>` has it. */
  accept: string;
  /** Bytes of a file at most; a larger one is refused unread. */
  most: number;
  /** The one that was chosen, once it was read. */
  file: File | undefined;
  onFile: (file: File) => void;
  /** Why the one that was chosen last is of no use. */
  error?: string | undefined;
}

/** Where a file is chosen or dropped. The caller decides what becomes of its content. */
export function FileField({ label, hint, accept, most, file, onFile, error }: FileFieldProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const [tooLarge, setTooLarge] = useState<string>();
  const wrong = tooLarge ?? error;
  const Icon = file ? FileCheck : Upload;
  const take = (chosen: File) => {
    const fits = chosen.size <= most;
    setTooLarge(
      fits
        ? undefined
        : `${isolated(chosen.name)} is ${sizeText(chosen.size)}; the limit is ${sizeText(most)}.`,
    );
    if (fits) onFile(chosen);
  };
  return (
    <div>
      <div
        className={cn(
          "relative flex items-center gap-3 rounded-lg border border-dashed px-4 py-4 transition-colors focus-within:outline-2 focus-within:outline-ring/45 hover:bg-hover",
          over
            ? "border-ring bg-hover"
            : wrong === undefined
              ? "border-line-strong"
              : "border-red-solid",
        )}
      >
        <span className="grid size-9 shrink-0 place-items-center rounded-md bg-sunken text-ink-muted">
          <Icon aria-hidden className="size-4.5" />
        </span>
        <span className="min-w-0 flex-1">
          <span className={cn("foreign block text-sm font-medium", file && "truncate")}>
            {file ? <Verbatim>{file.name}</Verbatim> : `${label}, or drop it here`}
          </span>
          <span className="block text-xs text-ink-faint">
            {file ? `${sizeText(file.size)}. Choose or drop another one to replace it.` : hint}
          </span>
        </span>
        <input
          type="file"
          accept={accept}
          aria-label={label}
          aria-invalid={wrong === undefined ? undefined : true}
          aria-describedby={wrong === undefined ? undefined : `${id}-error`}
          // It covers all of it: a file that is dropped on it is chosen, as the browser does that
          // by itself.
          className="absolute inset-0 cursor-pointer opacity-0"
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen) take(chosen);
            // The same file may be chosen again once it was mended.
            event.target.value = "";
          }}
        />
      </div>
      {wrong !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 flex gap-1.5 text-xs text-red-fg">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span className="foreign min-w-0">{sentence(wrong)}</span>
        </p>
      )}
    </div>
  );
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000
    ? `${Math.round(bytes / 1_000)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
