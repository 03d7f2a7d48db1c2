"use client";

import { FileCheck, Upload } from "lucide-react";
import { useState } from "react";
import { isolated } from "@/components/ui/sentence";
import { Verbatim } from "@/components/ui/verbatim";
import { DropArea } from "./drop-area";

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
  const [fault, setFault] = useState<string>();
  const take = ([chosen]: readonly File[]) => {
    const wrong = chosen && fileFault(chosen, { most, accept });
    setFault(wrong);
    if (chosen && wrong === undefined) onFile(chosen);
  };
  return (
    <DropArea
      icon={file ? FileCheck : Upload}
      label={label}
      title={
        file ? (
          <span className="block truncate">
            <Verbatim>{file.name}</Verbatim>
          </span>
        ) : (
          `${label}, or drop it here`
        )
      }
      hint={file ? `${sizeText(file.size)}. Choose or drop another one to replace it.` : hint}
      accept={accept}
      onFiles={take}
      error={fault ?? error}
    />
  );
}

/**
 * Says why a file is refused unread: it is larger than `most` bytes, or a picture, a sound or a
 * film where `accept` (as `<input accept>` has it) lists none. A dropped file may be of any type;
 * what else it is shows when it is read. Undefined for a file to read.
 */
export function fileFault(
  { name, size, type }: Pick<File, "name" | "size" | "type">,
  { most, accept }: { most: number; accept: string },
): string | undefined {
  const [kind = ""] = type.split("/");
  if (["image", "audio", "video"].includes(kind) && !accept.includes(`${kind}/`)) {
    const endings = accept.split(",").filter((one) => one.startsWith("."));
    return `${isolated(name)} is of another type. Choose one of these: ${endings.join(", ")}.`;
  }
  return size <= most
    ? undefined
    : `${isolated(name)} is ${sizeText(size)}; the limit is ${sizeText(most)}.`;
}

/** The size of a file, in words. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000
    ? `${Math.round(bytes / 1_000)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
