"use client";

import { FitButtons } from "@/components/media/fit-buttons";
import { useMedia } from "@/components/media/media-context";
import { isolated } from "@/components/ui/sentence";
import { toast } from "@/components/ui/toast";
import { mediaUrl, ownMedia } from "@/lib/media/address";
import type { PlaceOfPicture } from "@/lib/media/fit";
import { useImage } from "./image-looks";

interface MediaRemediesProps {
  url: string;
  place: PlaceOfPicture;
  /** Called with the address of the picture in its place. */
  onMade: (url: string) => void;
}

/**
 * At a field that names a picture of the library: makes a copy that every platform shows whole.
 * Nothing for pictures of others, which no member may change.
 */
export function MediaRemedies({ url, place, onMade }: MediaRemediesProps) {
  const media = useMedia();
  const state = useImage(url);
  const file = media?.mayUpload ? ownMedia(url, media.origin) : undefined;
  if (
    !media ||
    !file ||
    state?.kind !== "seen" ||
    state.look.kind !== "image" ||
    !state.look.own ||
    !state.look.size
  )
    return null;
  const { size, atLeast, animated, own } = state.look;
  return (
    <div className="mt-1.5">
      <FitButtons
        file={file}
        facts={{ type: file.type, bytes: atLeast, animated, ...size }}
        name={own.name}
        place={place}
        serviceId={media.serviceId}
        onMade={(copy) => {
          onMade(mediaUrl(media.origin, copy));
          toast.success(`Added ${isolated(copy.name)}`);
        }}
      />
    </div>
  );
}
