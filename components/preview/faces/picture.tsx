"use client";

import { ImageOff } from "lucide-react";
import { useState } from "react";
import { usePictureSource } from "../own-pictures";

/**
 * A picture from the message: fetched by this browser alone, without a referrer. Shimmers until it
 * is there; says so when it is not to be had.
 */
export function Picture({ src, className }: { src: string; className: string }) {
  return <PictureOf key={src} src={src} className={className} />;
}

function PictureOf({ src, className }: { src: string; className: string }) {
  const source = usePictureSource(src);
  const [state, setState] = useState<"loading" | "shown" | "broken">(
    "src" in source ? "loading" : "broken",
  );
  return (
    <span className={`df-picture ${className}`} data-state={state}>
      {state === "broken" || !("src" in source) ? (
        <span className="df-picture-broken">
          <ImageOff aria-hidden />
          <span>{"why" in source ? source.why : "Picture not found"}</span>
        </span>
      ) : (
        // oxlint-disable-next-line next/no-img-element -- fetched by the reader's browser alone, never through this server
        <img
          src={source.src}
          alt=""
          referrerPolicy="no-referrer"
          decoding="async"
          draggable={false}
          ref={(image) => {
            if (image?.complete) setState(image.naturalWidth > 0 ? "shown" : "broken");
          }}
          onLoad={() => setState("shown")}
          onError={() => setState("broken")}
        />
      )}
    </span>
  );
}
