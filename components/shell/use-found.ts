"use client";

import { useFound as useAnswered } from "@/components/form/use-found";
import type { findByName, SearchResult } from "@/lib/results/find-by-name";
import type { ActionOf } from "@/lib/verb/answer";

/** Finds what has a name in a service. */
export type FindAction = ActionOf<typeof findByName>;

/** A moment after the last key. */
const restMs = 200;
/** One letter is in every name. */
const fewestLetters = 2;

/**
 * Searches a service for a text a moment after the last key. `matches` is undefined until the
 * server answers, after a failure, and for a text that is too short.
 */
export function useFound(
  find: FindAction,
  serviceId: string | undefined,
  typed: string,
): { matches: SearchResult[] | undefined; pending: boolean } {
  const text = typed.trim();
  const of =
    serviceId === undefined || text.length < fewestLetters ? undefined : { serviceId, text };
  const answer = useAnswered<SearchResult[]>(
    of && `${of.serviceId} ${text}`,
    async () => (of ? find(of) : { ok: true, value: [] }),
    restMs,
  );
  return {
    matches: answer === "failed" ? undefined : answer,
    pending: of !== undefined && answer === undefined,
  };
}
