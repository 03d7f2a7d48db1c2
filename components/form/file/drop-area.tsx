"use client";

import { CircleAlert, type LucideIcon } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { sentence } from "@/components/ui/sentence";

interface DropAreaProps {
  icon: LucideIcon;
  /** Name of the input. */
  label: string;
  title: ReactNode;
  /** What is accepted. */
  hint: string;
  /** As `<input accept>` has it. A dropped file may be of any other type. */
  accept: string;
  multiple?: boolean;
  /** At least one. */
  onFiles: (files: readonly File[]) => void;
  /** Why the last file was refused. */
  error?: string | undefined;
}

/**
 * Where files are chosen, by pointer or keyboard, or dropped. The caller decides what becomes of
 * them.
 */
export function DropArea({
  icon: Icon,
  label,
  title,
  hint,
  accept,
  multiple = false,
  onFiles,
  error,
}: DropAreaProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const border = error === undefined ? "border-line-strong" : "border-red-solid";
  return (
    <div>
      <div
        className={cn(
          "relative flex items-center gap-3 rounded-lg border border-dashed px-4 py-3.5 transition-colors focus-within:outline-2 focus-within:outline-ring/45 hover:bg-hover",
          over ? "border-ring bg-hover" : border,
        )}
      >
        <span className="grid size-9 shrink-0 place-items-center rounded-md bg-sunken text-ink-muted">
          <Icon aria-hidden className="size-4.5" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="foreign block text-sm font-medium">{title}</span>
          <span id={`${id}-hint`} className="block text-xs text-ink-faint">
            {hint}
          </span>
        </span>
        <input
          type="file"
          multiple={multiple}
          accept={accept}
          aria-label={label}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
          // It covers all of it: a file that is dropped on it is chosen, as the browser does that
          // by itself.
          className="absolute inset-0 cursor-pointer opacity-0"
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])];
            if (files.length > 0) onFiles(files);
            // The same file may be chosen again once it was mended.
            target.value = "";
          }}
        />
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 flex gap-1.5 text-xs text-red-fg">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span className="foreign min-w-0">{sentence(error)}</span>
        </p>
      )}
    </div>
  );
}
