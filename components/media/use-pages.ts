"use client";

import { useEffect, useState } from "react";
import type { MediaRow } from "@/lib/directory/media/rows";
import type { FindMedia } from "./media-actions";

interface Asked {
  text: string;
  /** Where the page before it ended. */
  after?: string;
}

/** The library of a service, a page after the other, narrowed by a text. */
export function usePages(serviceId: string, find: FindMedia) {
  const [asked, setAsked] = useState<Asked>({ text: "" });
  const [rows, setRows] = useState<readonly MediaRow[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  useEffect(() => {
    let gone = false;
    const { text, after } = asked;
    find({ serviceId, ...(text !== "" && { text }), ...(after !== undefined && { after }) }).then(
      (answer) => {
        // Somebody has typed on.
        if (gone) return;
        if (!answer.ok) return setState("failed");
        const { rows: found, next: place } = answer.value;
        setRows((now) => (after === undefined ? found : [...now, ...found]));
        setNext(place);
        setState("shown");
      },
      () => !gone && setState("failed"),
    );
    return () => {
      gone = true;
    };
  }, [asked, find, serviceId]);
  return {
    text: asked.text,
    rows,
    state,
    narrow: (text: string) => setAsked({ text }),
    /** Absent on the last page. */
    more: next === null ? undefined : () => setAsked({ text: asked.text, after: next }),
    /** Puts one in front that was just uploaded. */
    add: (media: MediaRow) => setRows((now) => [media, ...now.filter(({ id }) => id !== media.id)]),
  };
}
