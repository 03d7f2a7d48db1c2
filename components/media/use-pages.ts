"use client";

import { useEffect, useState } from "react";
import type { MediaRow } from "@/lib/directory/media/rows";
import type { FindMedia } from "./media-context";

interface MediaQuery {
  text: string;
  /** Where the page before it ended. */
  after?: string;
}

/** The library of a service, a page after the other, narrowed by a text. */
export function usePages(serviceId: string, find: FindMedia) {
  const [query, setQuery] = useState<MediaQuery>({ text: "" });
  const [rows, setRows] = useState<readonly MediaRow[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  useEffect(() => {
    let gone = false;
    const { text, after } = query;
    find({ serviceId, ...(text !== "" && { text }), ...(after !== undefined && { after }) }).then(
      (answer) => {
        // The search text has changed meanwhile.
        if (gone) return;
        if (!answer.ok) return setState("failed");
        const { rows: pageRows, next: place } = answer.value;
        setRows((now) => (after === undefined ? pageRows : [...now, ...pageRows]));
        setNext(place);
        setState("shown");
      },
      () => !gone && setState("failed"),
    );
    return () => {
      gone = true;
    };
  }, [query, find, serviceId]);
  return {
    text: query.text,
    rows,
    state,
    narrow: (text: string) => setQuery({ text }),
    /** Absent on the last page. */
    more: next === null ? undefined : () => setQuery({ text: query.text, after: next }),
    /** Puts one in front that was just uploaded. */
    add: (media: MediaRow) => setRows((now) => [media, ...now.filter(({ id }) => id !== media.id)]),
  };
}
