"use client";

import { ImageOff } from "lucide-react";
import { useState } from "react";
import { whyNotLoaded } from "./loaded";

/** A picture from the message: fetched by this browser alone, without a referrer. Shimmers until it is there; says so when it is not to be had. */
export function Picture({ src, className }: { src: string; className: string }) {
  return <PictureOf key={src} src={src} className={className} />;
}

function PictureOf({ src, className }: { src: string; className: string }) {
  const why = whyNotLoaded(src);
  const [state, setState] = useState<"loading" | "shown" | "broken">(why === undefined ? "loading" : "broken");
  return (
    <span className={`df-picture ${className}`} data-state={state}>
      {state === "broken" ? (
        <span className="df-picture-broken">
          <ImageOff aria-hidden />
          <span>{why ?? "Picture not found"}</span>
        </span>
      ) : (
        // oxlint-disable-next-line next/no-img-element -- fetched by the reader's browser alone, never through this server
        <img
          src={src}
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
