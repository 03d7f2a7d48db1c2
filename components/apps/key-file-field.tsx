"use client";

import { useState } from "react";
import { FileField } from "@/components/form/file/file-field";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { keyFiles, mostKeyFileBytes, readKeyFile } from "./key-file";

interface KeyFileProps {
  provider: ProviderKind;
  /** Is given the members of the credential that the file holds. */
  onFill: (members: Readonly<Record<string, string>>) => void;
}

/** Where the key file of a provider that hands out one is chosen or dropped. */
export function KeyFile({ provider, onFill }: KeyFileProps) {
  const [file, setFile] = useState<File>();
  const [wrong, setWrong] = useState<string>();
  const fileField = keyFiles[provider];
  const take = async (chosen: File) => {
    const read = readKeyFile(provider, chosen.name, await chosen.text());
    setFile("members" in read ? chosen : undefined);
    setWrong("wrong" in read ? read.wrong : undefined);
    if ("members" in read) onFill(read.members);
  };
  if (!fileField) return null;
  return (
    <FileField
      {...fileField}
      most={mostKeyFileBytes}
      file={file}
      error={wrong}
      onFile={(chosen) => void take(chosen).catch(() => setWrong("This file cannot be read."))}
    />
  );
}
