"use client";

import { useState } from "react";
import { usePictureSource } from "./own-pictures";

/** The app's icon: its picture, or its first letter on a colour of its own. */
export function AppIcon({
  name,
  url,
  className = "",
}: {
  name: string;
  url?: string | undefined;
  className?: string;
}) {
  const [broken, setBroken] = useState<string>();
  const source = usePictureSource(url ?? "");
  const hue = hueOf(name);
  return (
    <span
      aria-hidden
      className={`df-icon ${className}`}
      style={{
        background: `linear-gradient(160deg, oklch(0.74 0.15 ${hue}), oklch(0.52 0.17 ${hue + 24}))`,
      }}
    >
      {url !== undefined && broken !== url && "src" in source ? (
        // oxlint-disable-next-line next/no-img-element -- fetched by the reader's browser alone, never through this server
        <img
          src={source.src}
          alt=""
          referrerPolicy="no-referrer"
          draggable={false}
          onError={() => setBroken(url)}
        />
      ) : (
        <span>{Array.from(name.trim())[0]?.toUpperCase() ?? "•"}</span>
      )}
    </span>
  );
}

/** A colour for a name, always the same: degrees 0 … 359 on the colour wheel. */
function hueOf(name: string): number {
  let hash = 7;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 3_600;
  return Math.floor(hash / 10);
}
