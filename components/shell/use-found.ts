"use client";

import { useEffect, useState } from "react";
import type { Answer } from "@/lib/inputs/answer";
import type { Found } from "@/lib/results/find-by-name";

/** Finds what has a name in a service. */
export type FindAction = (input: { serviceId: string; text: string }) => Promise<Answer<Found[]>>;

/** A moment after the last key. */
const restMs = 200;
/** One letter is in every name. */
const fewestLetters = 2;

/** What is found of a text in a service, asked a moment after the last key; undefined while it is not known, and for a text too short to search for. */
export function useFound(find: FindAction, serviceId: string | undefined, typed: string): { found: Found[] | undefined; pending: boolean } {
  const text = typed.trim();
  const wanted = serviceId !== undefined && text.length >= fewestLetters;
  const [told, setTold] = useState<{ text: string; serviceId: string; found: Found[] | undefined }>();
  useEffect(() => {
    if (serviceId === undefined || !wanted) return;
    let stopped = false;
    const timer = setTimeout(() => {
      const tell = (found: Found[] | undefined) => {
        if (!stopped) setTold({ text, serviceId, found });
      };
      find({ serviceId, text }).then(
        (answer) => tell(answer.ok ? answer.value : undefined),
        () => tell(undefined),
      );
    }, restMs);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [find, serviceId, text, wanted]);
  const known = wanted && told?.text === text && told.serviceId === serviceId;
  return { found: known ? told.found : undefined, pending: wanted && !known };
}
