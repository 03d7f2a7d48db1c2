"use client";

import { Images } from "lucide-react";
import { useState } from "react";
import { Later, later } from "@/components/ui/browser/later";
import { toast } from "@/components/ui/toast";
import { noAnswer } from "@/lib/inputs/answer";
import { mediaUrl } from "@/lib/media/address";
import { useMedia } from "./media-context";

// It comes when it is opened first: the fields do not wait for it.
const picker = later(() => import("./media-picker"));

/**
 * The way from a field that names a picture to the library: its address is written there. Nothing
 * where there is no library.
 */
export function ChooseMedia({
  label,
  onChoose,
}: {
  label: string;
  onChoose: (url: string) => void;
}) {
  const media = useMedia();
  const [open, setOpen] = useState(false);
  if (!media) return null;
  return (
    <>
      <button
        type="button"
        aria-label={`Choose from media: ${label}`}
        onClick={() => setOpen(true)}
        className="inline-flex h-6 items-center gap-1 rounded-sm px-1 text-xs font-medium text-ink-muted hover:bg-hover hover:text-ink"
      >
        <Images aria-hidden className="size-3.5" />
        Choose from media
      </button>
      {open && (
        <Later
          part={picker}
          onNotLoaded={() => {
            setOpen(false);
            toast.error(`${noAnswer}. The media library could not be opened.`);
          }}
        >
          {({ MediaPicker }) => (
            <MediaPicker
              media={media}
              onClose={() => setOpen(false)}
              onChoose={(file) => {
                setOpen(false);
                onChoose(mediaUrl(media.origin, file));
              }}
            />
          )}
        </Later>
      )}
    </>
  );
}
