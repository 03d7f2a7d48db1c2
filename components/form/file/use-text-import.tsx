"use client";

import { useRef } from "react";
import { toast } from "@/components/ui/toast";
import { notUtf8, utf8Text } from "./utf8";

/** Bytes of a text that is imported, at most. */
export const mostTextBytes = 2 * 1_048_576;

interface TextImport {
  /** Name of the input. */
  label: string;
  /** As `<input accept>` has it. */
  accept: string;
  /** Imports the text of a file. Returns why it could not be imported; undefined on success. */
  take: (text: string, name: string) => string | undefined;
}

/** A file input for an entry of a menu, which `choose` opens. Shows why nothing was imported. */
export function useTextImport({ label, accept, take }: TextImport) {
  const input = useRef<HTMLInputElement>(null);
  const importFile = async (file: File) => {
    const isTooLarge = file.size > mostTextBytes;
    const text = isTooLarge ? undefined : await utf8Text(file);
    const unread = isTooLarge ? "This file is too large: at most 2 MB." : notUtf8;
    const problem = text === undefined ? unread : take(text, file.name);
    if (problem !== undefined) toast.error("Nothing was imported", { description: problem });
  };
  return {
    choose: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void importFile(file);
          // The same file may be chosen again once it was mended.
          target.value = "";
        }}
      />
    ),
  };
}
