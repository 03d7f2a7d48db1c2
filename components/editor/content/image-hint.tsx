"use client";

import { TriangleAlert } from "lucide-react";
import { imageWords, type ImageUse, type ImageWords } from "@/lib/findings/image-words";
import { canBeSeen } from "@/lib/findings/images";
import { useImage } from "./image-looks";

/**
 * Shows, below the address of a picture, what was found there and how platforms will show it;
 * `otherwise` until it was looked at.
 */
export function ImageHint({
  url,
  use,
  otherwise,
}: {
  url: string;
  use: ImageUse;
  otherwise: string;
}) {
  const state = useImage(url);
  return (
    <span aria-live="polite" className="block space-y-0.5">
      {!state || !canBeSeen(url) ? (
        otherwise
      ) : state.kind === "looking" ? (
        "Looking at the image …"
      ) : (
        <Seen words={imageWords(url, state.look, use)} />
      )}
    </span>
  );
}

function Seen({ words: { facts, notes, doubts } }: { words: ImageWords }) {
  return (
    <>
      {(facts ?? notes[0]) !== undefined && (
        <span className="foreign block tabular-nums">
          {[facts, ...notes].filter((part) => part !== undefined).join(" · ")}
        </span>
      )}
      {doubts.map(({ headline, text }) => (
        <span key={headline} className="foreign flex gap-1.5 text-ink-muted">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-amber-solid" />
          <span>
            <span className="font-medium text-ink">{headline}.</span> {text}
          </span>
        </span>
      ))}
    </>
  );
}
