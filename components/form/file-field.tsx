"use client";

import { FileCheck, Upload } from "lucide-react";
import { useState } from "react";
import { Verbatim } from "@/components/ui/verbatim";
import { DropArea } from "./drop-area";
import { fileFault, sizeText } from "./file-fault";

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
