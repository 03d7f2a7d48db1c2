"use client";

import { Link2, TextCursorInput, Trash2, TriangleAlert } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { RenameDialog } from "@/components/form/rename-dialog";
import { RowMenu } from "@/components/listing/row-menu";
import { toast } from "@/components/ui/toast";
import { verbatim } from "@/components/ui/verbatim";
import type { ListedMedia } from "@/lib/directory/media/list";
import { ownLook } from "@/lib/findings/image-look";
import { imageWords } from "@/lib/findings/image-words";
import { mediaUrl } from "@/lib/media/address";
import type { FindMediaUsers, MediaChanges } from "./media-context";
import { MediaDetails } from "./media-details";
import { MediaImage } from "./media-image";
import { RemoveMedia } from "./remove-media";

interface MediaGridProps {
  rows: readonly ListedMedia[];
  /** Public address of the console. */
  origin: string;
  /** The service to which resized and cropped copies are uploaded; undefined without the right. */
  uploadTo: string | undefined;
  findUsers: FindMediaUsers;
  /** Absent for members who may look only. */
  changes: MediaChanges | undefined;
}

/** The pictures of the library, side by side. */
export function MediaGrid({ rows, ...rest }: MediaGridProps) {
  return (
    <ul
      aria-label="Images"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-4 p-4"
    >
      {rows.map((media) => (
        <MediaCard key={media.id} media={media} {...rest} />
      ))}
    </ul>
  );
}

function MediaCard({
  media,
  origin,
  uploadTo,
  findUsers,
  changes,
}: Omit<MediaGridProps, "rows"> & { media: ListedMedia }) {
  const router = useRouter();
  const [isDetailed, setDetailed] = useState(false);
  const { id, name, uses } = media;
  const url = mediaUrl(origin, media);
  const { facts, doubts } = imageWords(url, ownLook(media, url, "reachable"), "all");
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast.success("Address copied"),
      () => toast.error("The browser did not allow copying", { description: url }),
    );
  return (
    <li className="group relative min-w-0 overflow-hidden rounded-lg border border-line bg-surface shadow-low focus-within:outline-2 focus-within:outline-ring/45 hover:border-line-strong">
      <button
        type="button"
        onClick={() => setDetailed(true)}
        aria-label={`Details of ${name}`}
        className="block w-full text-left outline-none"
      >
        <MediaImage file={media} className="aspect-2/1 w-full border-b border-line" />
      </button>
      <div className="px-3 pt-2 pb-2.5">
        <div className="flex items-start gap-1">
          <p
            {...verbatim}
            title={name}
            className="foreign min-w-0 flex-1 truncate pt-0.5 text-sm font-medium"
          >
            {name}
          </p>
          <span className="-mr-1.5">
            <RowMenu<"rename" | "remove">
              label={`Actions for ${name}`}
              items={[
                { icon: Link2, label: "Copy address", onSelect: () => void copy() },
                changes && { icon: TextCursorInput, label: "Rename …", ask: "rename" },
                changes && { icon: Trash2, label: "Remove …", danger: true, ask: "remove" },
              ]}
              ask={(asking, close) =>
                changes && (
                  <>
                    <RenameDialog
                      open={asking === "rename"}
                      onOpenChange={close}
                      title="Rename the image"
                      thing={id}
                      name={name}
                      rename={(input) => changes.rename({ id, ...input })}
                      onRenamed={() => toast.success("Renamed")}
                    />
                    {asking === "remove" && (
                      <RemoveMedia
                        media={media}
                        remove={changes.remove}
                        findUsers={findUsers}
                        onClose={close}
                        onRemoved={() => {
                          close();
                          router.refresh();
                        }}
                      />
                    )}
                  </>
                )
              }
            />
          </span>
        </div>
        <p className="truncate text-xs text-ink-muted tabular-nums">{facts}</p>
        <p className="mt-1 text-xs text-ink-faint">
          {uses === 0 ? "Not used" : `Used in ${uses} ${uses === 1 ? "place" : "places"}`}
        </p>
        {doubts[0] && (
          <p className="mt-1 flex gap-1.5 text-xs text-ink-muted">
            <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-amber-solid" />
            {doubts[0].headline}
          </p>
        )}
      </div>
      {isDetailed && (
        <MediaDetails
          media={media}
          url={url}
          findUsers={findUsers}
          uploadTo={uploadTo}
          onClose={() => setDetailed(false)}
        />
      )}
    </li>
  );
}
