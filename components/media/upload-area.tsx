"use client";

import { CircleAlert, ImageUp, LoaderCircle, X } from "lucide-react";
import { useEffect, useState } from "react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Verbatim } from "@/components/ui/verbatim";
import type { MediaRow } from "@/lib/directory/media/rows";
import { mediaTypes } from "@/lib/media/media-types";
import { useUploads, type Upload } from "./use-uploads";

const accept = Object.values(mediaTypes).join(",");

/** Where pictures are dropped, chosen, or pasted anywhere on the page, and what became of each. */
export function UploadArea({
  serviceId,
  onUploaded,
}: {
  serviceId: string;
  onUploaded: (media: MediaRow) => void;
}) {
  const { uploads, upload, dismiss } = useUploads(serviceId, onUploaded);
  const [over, setOver] = useState(false);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) =>
        type.startsWith("image/"),
      );
      if (files.length === 0) return;
      event.preventDefault();
      upload(files);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [upload]);
  return (
    <div>
      <div
        className={cn(
          "relative flex items-center gap-3 rounded-lg border border-dashed px-4 py-3 transition-colors focus-within:outline-2 focus-within:outline-ring/45 hover:bg-hover",
          over ? "border-ring bg-hover" : "border-line-strong",
        )}
      >
        <span className="grid size-9 shrink-0 place-items-center rounded-md bg-sunken text-ink-muted">
          <ImageUp aria-hidden className="size-4.5" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block text-sm font-medium">Upload images</span>
          <span className="block text-xs text-ink-faint">
            Choose, drop or paste PNG, JPEG, GIF or WebP; at most 10 MB each
          </span>
        </span>
        <input
          type="file"
          multiple
          accept={accept}
          aria-label="Upload images"
          // It covers all of it: what is dropped on it is chosen, as the browser does that by
          // itself.
          className="absolute inset-0 cursor-pointer opacity-0"
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={(event) => {
            upload([...(event.target.files ?? [])]);
            // The same file may be chosen again once it was mended.
            event.target.value = "";
          }}
        />
      </div>
      {uploads.length > 0 && (
        <ul aria-label="Uploads" aria-live="polite" className="mt-2 space-y-1.5">
          {uploads.map((one) => (
            <UploadLine key={one.key} upload={one} onDismiss={() => dismiss(one.key)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function UploadLine({
  upload: { name, why },
  onDismiss,
}: {
  upload: Upload;
  onDismiss: () => void;
}) {
  if (why === undefined)
    return (
      <li className="flex items-center gap-2 text-xs text-ink-muted">
        <LoaderCircle
          aria-hidden
          className="size-3.5 shrink-0 animate-spin motion-reduce:animate-none"
        />
        <span className="foreign min-w-0 truncate">
          Uploading <Verbatim>{name}</Verbatim>
        </span>
      </li>
    );
  return (
    <li className="flex items-start gap-2 text-xs text-red-fg">
      <CircleAlert aria-hidden className="mt-1.5 size-3.5 shrink-0" />
      <span className="foreign min-w-0 flex-1 py-1">
        <Verbatim className="font-medium">{name}</Verbatim>: {why}
      </span>
      <IconButton icon={X} label={`Dismiss ${name}`} size="sm" onClick={onDismiss} />
    </li>
  );
}
