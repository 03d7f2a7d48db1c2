"use client";

import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { FileField } from "@/components/form/file/file-field";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { noPassword, SecretToggle } from "@/components/ui/secret-toggle";
import type { WrittenCredential } from "@/lib/inputs/credential";
import { CertificateSummary } from "./certificate-summary";
import { mostKeyFileBytes } from "./key-file";
import { openP12 } from "./p12";

interface CertificateFileProps {
  /** Is given the members of the credential that the file holds. */
  onFill: (members: Readonly<Record<string, string>>) => void;
}

/**
 * Where the .p12 file of a certificate is chosen or dropped, and its password typed. Both stay in
 * the browser: certificate and key are what is saved.
 */
export function CertificateFile({ onFill }: CertificateFileProps) {
  const { control, getValues } = useFormContext<WrittenCredential>();
  const certificate = useWatch({ control, name: "credential.certificate" });
  const [file, setFile] = useState<File>();
  const [wrong, setWrong] = useState<string>();
  const [password, setPassword] = useState("");
  const [asks, setAsks] = useState<"no" | "password" | "again">("no");
  const [opening, setOpening] = useState(false);

  const open = async (chosen: File, typedPassword: string) => {
    setOpening(true);
    try {
      const opened = await openP12(
        new Uint8Array(await chosen.arrayBuffer()),
        typedPassword,
        Date.now(),
      );
      setFile(opened.kind === "wrong" ? undefined : chosen);
      setWrong(opened.kind === "wrong" ? opened.says : undefined);
      setAsks(opened.kind !== "password" ? "no" : typedPassword === "" ? "password" : "again");
      if (opened.kind !== "opened") return;
      setPassword("");
      const [bundleId] = opened.topics;
      const isNamed = (getValues("credential.bundleId") ?? "") !== "";
      onFill({ ...opened.members, ...(!isNamed && bundleId !== undefined && { bundleId }) });
    } catch {
      setWrong("This file cannot be read.");
    } finally {
      setOpening(false);
    }
  };
  const tryPassword = () => {
    if (file && password !== "" && !opening) void open(file, password);
  };
  return (
    <div className="space-y-3">
      <FileField
        label="Choose the certificate"
        hint="A .p12 file, as exported from Keychain Access."
        accept=".p12,.pfx,application/x-pkcs12"
        most={mostKeyFileBytes}
        file={file}
        error={wrong}
        onFile={(chosen) => {
          setPassword("");
          void open(chosen, "");
        }}
      />
      {asks !== "no" && (
        <PasswordOfFile
          value={password}
          error={asks === "again" ? "This password does not open the file." : undefined}
          opening={opening}
          onChange={(typedPassword) => {
            setPassword(typedPassword);
            setAsks("password");
          }}
          onOpen={tryPassword}
        />
      )}
      <CertificateSummary certificate={certificate} />
    </div>
  );
}

interface PasswordOfFileProps {
  value: string;
  error: string | undefined;
  opening: boolean;
  onChange: (password: string) => void;
  onOpen: () => void;
}

/**
 * The password of the file. It is tried when the field is left, too, so that the file is read
 * before a user saves at once.
 */
function PasswordOfFile({ value, error, opening, onChange, onOpen }: PasswordOfFileProps) {
  const [isVisible, setVisible] = useState(false);
  return (
    <Field
      label="Password of the file"
      hint="It opens the file here, and is neither sent nor stored."
      error={error}
    >
      {(aria) => (
        <div className="flex items-start gap-2">
          <div className="relative min-w-0 flex-1">
            <Input
              {...aria}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the file that was just chosen asks for it
              autoFocus
              type={isVisible ? "text" : "password"}
              {...noPassword}
              value={value}
              className="pr-14"
              onChange={(event) => onChange(event.target.value)}
              onBlur={onOpen}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                onOpen();
              }}
            />
            <SecretToggle what="password of the file" isVisible={isVisible} onChange={setVisible} />
          </div>
          <Button loading={opening} onClick={onOpen}>
            Open
          </Button>
        </div>
      )}
    </Field>
  );
}
