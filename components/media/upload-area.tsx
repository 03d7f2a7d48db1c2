"use client";

import { CircleAlert, ImageUp, LoaderCircle, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { DropArea } from "@/components/form/file/drop-area";
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
      <DropArea
        icon={ImageUp}
        label="Upload images"
        title="Upload images"
        hint="Choose, drop or paste PNG, JPEG, GIF or WebP; at most 10 MB each"
        accept={accept}
        multiple
        onFiles={upload}
      />
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

/** Uploads to the library on its own page, which is refreshed after each. */
export function LibraryUploads({ serviceId }: { serviceId: string }) {
  const router = useRouter();
  const onUploaded = () => router.refresh();
  return <UploadArea serviceId={serviceId} onUploaded={onUploaded} />;
}
