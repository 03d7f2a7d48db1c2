"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { Answer } from "@/lib/inputs/answer";

/**
 * What an action answers about something, which is asked again when that changes; undefined until
 * it has.
 *
 * @param of what is asked about, as text; nothing is asked while it is undefined
 * @param settleMs milliseconds for which `of` must stay the same before it is asked
 */
export function useFound<T>(
  of: string | undefined,
  find: () => Promise<Answer<T>>,
  settleMs = 0,
): T | "failed" | undefined {
  const [latest, setLatest] = useState<{ of: string; what: T | "failed" }>();
  const begin = useEffectEvent(find);
  useEffect(() => {
    if (of === undefined) return;
    let gone = false;
    const keep = (what: T | "failed") => !gone && setLatest({ of, what });
    const timer = setTimeout(() => {
      begin().then(
        (answer) => keep(answer.ok ? answer.value : "failed"),
        () => keep("failed"),
      );
    }, settleMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [of, settleMs]);
  return latest?.of === of ? latest?.what : undefined;
}
