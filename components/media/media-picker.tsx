"use client";

import { Images } from "lucide-react";
import { FindField } from "@/components/listing/find-field";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { Verbatim } from "@/components/ui/verbatim";
import { numberText } from "@/lib/compose/number-text";
import { noAnswer } from "@/lib/inputs/answer";
import type { MediaFile } from "@/lib/media/address";
import type { Media } from "./media-context";
import { MediaImage } from "./media-image";
import { UploadArea } from "./upload-area";
import { usePages } from "./use-pages";

interface MediaPickerProps {
  media: Media;
  onChoose: (file: MediaFile) => void;
  onClose: () => void;
}

/** Chooses a picture from the library; one that is not there yet is uploaded on the way. */
export function MediaPicker({
  media: { serviceId, find, mayUpload },
  onChoose,
  onClose,
}: MediaPickerProps) {
  const { text, rows, state, narrow, more, add } = usePages(serviceId, find);
  return (
    <Dialog open onOpenChange={onClose} size="lg" title="Choose an image">
      <div className="space-y-3">
        <FindField text={text} onFind={narrow} />
        {mayUpload && <UploadArea serviceId={serviceId} onUploaded={add} />}
        {rows.length > 0 ? (
          <ul
            aria-label="Images"
            className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3"
          >
            {rows.map((row) => (
              <li key={row.id}>
                <button
                  type="button"
                  onClick={() => onChoose(row)}
                  className="block w-full overflow-hidden rounded-lg border border-line bg-surface text-left hover:border-line-strong"
                >
                  <MediaImage file={row} className="aspect-2/1 w-full border-b border-line" />
                  <span className="block px-2 py-1.5">
                    <Verbatim className="block truncate text-xs font-medium">{row.name}</Verbatim>
                    <span className="block text-2xs text-ink-faint tabular-nums">
                      {numberText(row.width)} × {numberText(row.height)}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        ) : state === "loading" ? (
          <Skeleton className="h-40 w-full rounded-lg" />
        ) : state === "failed" ? (
          <p role="alert" className="py-8 text-center text-sm text-red-fg">
            {noAnswer}. Close this and open it again.
          </p>
        ) : (
          <EmptyState
            picture={<Images />}
            title={text === "" ? "No images yet" : "No matching images"}
            className="py-8"
          >
            {text === "" ? "Upload one above and it is here." : "Try another name."}
          </EmptyState>
        )}
        {more && (
          <div className="text-center">
            <Button size="sm" onClick={more}>
              Show more
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
