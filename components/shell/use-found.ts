"use client";

import { useFound as useAnswered } from "@/components/form/use-found";
import type { Answer } from "@/lib/inputs/answer";
import type { Found } from "@/lib/results/find-by-name";

/** Finds what has a name in a service. */
export type FindAction = (input: { serviceId: string; text: string }) => Promise<Answer<Found[]>>;

/** A moment after the last key. */
const restMs = 200;
/** One letter is in every name. */
const fewestLetters = 2;

/**
 * What is found of a text in a service, asked a moment after the last key; undefined while it is
 * not known, and for a text too short to search for.
 */
export function useFound(
  find: FindAction,
  serviceId: string | undefined,
  typed: string,
): { found: Found[] | undefined; pending: boolean } {
  const text = typed.trim();
  const of =
    serviceId === undefined || text.length < fewestLetters ? undefined : { serviceId, text };
  const told = useAnswered<Found[]>(
    of && `${of.serviceId} ${text}`,
    async () => (of ? find(of) : { ok: true, value: [] }),
    restMs,
  );
  return {
    found: told === "failed" ? undefined : told,
    pending: of !== undefined && told === undefined,
  };
}
