"use client";

import { TriangleAlert } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { useFound } from "@/components/form/use-found";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { isolated } from "@/components/ui/sentence";
import { toast } from "@/components/ui/toast";
import { Code, Verbatim } from "@/components/ui/verbatim";
import type { ListedMedia } from "@/lib/directory/media/list";
import { ownLook } from "@/lib/findings/image-look";
import { imageWords } from "@/lib/findings/image-words";
import { FitButtons } from "./fit-buttons";
import type { FindMediaUsers } from "./media-context";
import { MediaImage } from "./media-image";
import { UsersList } from "./users-list";

interface MediaDetailsProps {
  media: ListedMedia;
  url: string;
  findUsers: FindMediaUsers;
  /** Where a better one of it is uploaded; absent for members who may not. */
  uploadTo: string | undefined;
  onClose: () => void;
}

/** One picture: large, with what platforms make of it, its address and who uses it. */
export function MediaDetails({ media, url, findUsers, uploadTo, onClose }: MediaDetailsProps) {
  const { id, name, createdAt, createdBy } = media;
  const router = useRouter();
  const users = useFound(id, () => findUsers({ id }));
  const { facts, notes, doubts } = imageWords(url, ownLook(media, url, "reachable"), "all");
  return (
    <Dialog open onOpenChange={onClose} size="lg" title={<Verbatim>{name}</Verbatim>}>
      <div className="space-y-4">
        <MediaImage file={media} alt={name} className="h-64 w-full rounded-lg border border-line" />
        <Part title="Details">
          <p className="text-sm tabular-nums">{facts}</p>
          <p className="text-sm text-ink-muted">
            Uploaded <RelativeTime at={createdAt} focusable={false} />
            {createdBy !== null && (
              <>
                {" "}
                by <Verbatim>{createdBy}</Verbatim>
              </>
            )}
          </p>
        </Part>
        <Part title="On devices">
          <ul className="space-y-1 text-sm text-ink-muted">
            {doubts.map(({ headline, text }) => (
              <li key={headline} className="flex gap-1.5">
                <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-amber-solid" />
                <span>
                  <span className="font-medium text-ink">{headline}.</span> {text}
                </span>
              </li>
            ))}
            {notes.map((note) => (
              <li key={note}>{note}.</li>
            ))}
          </ul>
          {uploadTo !== undefined && (
            <div className="mt-2">
              <FitButtons
                file={media}
                facts={media}
                name={name}
                place="picture"
                serviceId={uploadTo}
                onMade={(newMedia) => {
                  toast.success(`Added ${isolated(newMedia.name)}`, {
                    description: "Existing uses still show the old one: choose the new one there.",
                  });
                  onClose();
                  router.refresh();
                }}
              />
            </div>
          )}
        </Part>
        <Part title="Address">
          <p className="flex items-center gap-2">
            <Code className="min-w-0 truncate rounded-sm bg-sunken px-2 py-1 text-xs">{url}</Code>
            <CopyButton text={url} what="address" />
          </p>
        </Part>
        <Part title="Used in">
          <UsersList users={users} />
        </Part>
      </div>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-ink-faint">{title}</h3>
      {children}
    </section>
  );
}
