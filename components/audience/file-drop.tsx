"use client";

import { FileSpreadsheet, Upload } from "lucide-react";
import { useState } from "react";
import { cn } from "@/components/ui/cn";

interface FileDropProps {
  file: File | undefined;
  onFile: (file: File) => void;
}

/** Where a CSV file is chosen or dropped. */
export function FileDrop({ file, onFile }: FileDropProps) {
  const [over, setOver] = useState(false);
  const Icon = file ? FileSpreadsheet : Upload;
  return (
    <div
      className={cn(
        "relative flex items-center gap-3 rounded-lg border border-dashed px-4 py-4 transition-colors focus-within:outline-2 focus-within:outline-ring/45 hover:bg-hover",
        over ? "border-ring bg-hover" : "border-line-strong",
      )}
    >
      <span className="grid size-9 shrink-0 place-items-center rounded-md bg-sunken text-ink-muted">
        <Icon aria-hidden className="size-4.5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="foreign block truncate text-sm font-medium">{file?.name ?? "Choose a CSV file, or drop it here"}</span>
        <span className="block text-xs text-ink-faint">
          {file ? `${sizeText(file.size)}. Choose or drop another one to replace it.` : "UTF-8, one recipient a row, at most 500,000"}
        </span>
      </span>
      <input
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        aria-label="Choose a CSV file"
        // It covers all of it: a file that is dropped on it is chosen, as the browser does that by itself.
        className="absolute inset-0 cursor-pointer opacity-0"
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) onFile(chosen);
          // The same file may be chosen again once it was mended.
          event.target.value = "";
        }}
      />
    </div>
  );
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
