"use client";

import { Images } from "lucide-react";
import { useState } from "react";
import { mediaUrl } from "@/lib/media/address";
import { useMedia } from "./media-context";
import { MediaPicker } from "./media-picker";

/** The way from a field that names a picture to the library: its address is written there. Nothing where there is no library. */
export function ChooseMedia({ label, onChoose }: { label: string; onChoose: (url: string) => void }) {
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
        <MediaPicker
          media={media}
          onClose={() => setOpen(false)}
          onChoose={(file) => {
            setOpen(false);
            onChoose(mediaUrl(media.origin, file));
          }}
        />
      )}
    </>
  );
}
