"use client";

import { useEffect, useRef, useState } from "react";
import { refusalOf, sentenceOf, type Answer } from "@/lib/inputs/answer";

/** How far a measure of a rule is. */
type MeasureState<T> =
  | { kind: "none" }
  | { kind: "running" }
  /** `of`: the rule that it was measured of, as text. */
  | { kind: "done"; of: string; value: T }
  | { kind: "failed"; message: string };

/** Asks for a measure; the signal cancels it. */
export type AskMeasure<T> = (signal: AbortSignal) => Promise<Answer<T>>;

/**
 * A measure that takes its time: it runs when it is asked for, next to everything else on the page,
 * until it is done, cancelled, or its page is left.
 *
 * @param of the rule, as text
 */
export function useMeasure<T>(of: string | undefined, ask: AskMeasure<T>) {
  const [state, setState] = useState<MeasureState<T>>({ kind: "none" });
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  const run = () => {
    if (of === undefined) return;
    current.current?.abort();
    const own = new AbortController();
    current.current = own;
    setState({ kind: "running" });
    const end = (next: MeasureState<T>) => {
      if (!own.signal.aborted) setState(next);
    };
    ask(own.signal).then(
      (answer) =>
        end(
          answer.ok
            ? { kind: "done", of, value: answer.value }
            : { kind: "failed", message: sentenceOf(answer) },
        ),
      (error: unknown) => end({ kind: "failed", message: sentenceOf(refusalOf(error)) }),
    );
  };
  const cancel = () => {
    current.current?.abort();
    setState({ kind: "none" });
  };
  return { state, run, cancel };
}
