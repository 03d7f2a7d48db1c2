"use client";

import { cn } from "@/components/ui/cn";
import { mediaPath, type MediaFile } from "@/lib/media/address";

/** A picture of the library as it is, on a ground that shows where it is transparent. */
export function MediaImage({
  file,
  alt = "",
  className,
}: {
  file: MediaFile;
  alt?: string;
  className?: string;
}) {
  return (
    <span
      className={cn(
        "relative block overflow-hidden bg-sunken bg-[conic-gradient(color-mix(in_oklab,var(--line)_55%,transparent)_25%,transparent_0_50%,color-mix(in_oklab,var(--line)_55%,transparent)_0_75%,transparent_0)] bg-size-[16px_16px]",
        className,
      )}
    >
      {/* oxlint-disable-next-line next/no-img-element -- a file of this very server, cached for
          ever */}
      <img
        src={mediaPath(file)}
        alt={alt}
        loading="lazy"
        decoding="async"
        draggable={false}
        className="absolute inset-0 size-full object-contain"
      />
    </span>
  );
}
