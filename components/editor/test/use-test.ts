"use client";

import { useEffect, useRef, useState } from "react";
import { bodyOf } from "@/lib/compose/assemble";
import { attemptWith, newNonce, type Attempt } from "@/lib/editor/attempt";
import { noAnswerTryAgain, sentenceOf } from "@/lib/inputs/answer";
import type { TestChoice } from "@/lib/inputs/test-message";
import type { PushRequestInput } from "@/lib/interface/request";
import type { TestProgress } from "@/lib/results/test-progress";
import type { TestActions } from "./test-actions";

export type TestState =
  | { kind: "idle" }
  | { kind: "sending" }
  | {
      kind: "sent";
      transids: readonly string[];
      progress: TestProgress | undefined;
      /** What was not accepted, when some of it was not. */
      refused: { recipients: number; message: string } | undefined;
    }
  | { kind: "failed"; message: string };

const pollMs = 700;
/** After so long a phone that has not answered is off or unattended: asked seldom from then on. */
const watchMs = 20_000;
const seldomMs = 3_000;
/** No user waits longer for a test. */
const forgetMs = 180_000;

/**
 * Sends a test and watches what becomes of it; one at a time.
 *
 * @param language that of its template which everybody gets, "" for the default text; null or left
 *   out: each that of their device
 */
export function useTest(
  { send, readProgress }: Pick<TestActions, "send" | "readProgress">,
  language?: string | null,
) {
  const [state, setState] = useState<TestState>({ kind: "idle" });
  const watching = useRef(0);
  const busy = useRef(false);
  const attempt = useRef<Attempt>({ nonce: newNonce() });
  useEffect(() => () => void (watching.current += 1), []);

  const watch = async (transids: readonly string[], turn: number) => {
    const began = performance.now();
    while (watching.current === turn && performance.now() - began < forgetMs) {
      // A look that fails is followed by another one.
      const answer = await readProgress({ transids }).catch(() => undefined);
      const progress = answer?.ok ? answer.value : undefined;
      if (watching.current !== turn) return;
      if (progress) setState((now) => (now.kind === "sent" ? { ...now, progress } : now));
      if (progress && isOver(progress)) return;
      const pause = performance.now() - began < watchMs ? pollMs : seldomMs;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };
  /** Returns once it was accepted, or not; at once when another one is under way. */
  const run = async (form: PushRequestInput, choice: TestChoice): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    watching.current += 1;
    const turn = watching.current;
    setState({ kind: "sending" });
    const body = bodyOf(form);
    const tried = attemptWith(attempt.current, JSON.stringify([body, choice, language]));
    attempt.current = tried;
    try {
      const answer = await send({ request: body, nonce: tried.nonce, choice, language });
      attempt.current = { nonce: newNonce() };
      if (answer.ok) {
        const { transids, refused } = answer.value;
        setState({ kind: "sent", transids, progress: undefined, refused });
        void watch(transids, turn);
      } else setState({ kind: "failed", message: sentenceOf(answer) });
    } catch {
      // It may have been accepted: the next try has the same name, and makes no second one.
      setState({ kind: "failed", message: noAnswerTryAgain });
    }
    busy.current = false;
  };
  const forget = () => {
    watching.current += 1;
    setState({ kind: "idle" });
  };
  return { state, run, forget };
}

/** Whether nothing more will change. */
function isOver({ done, counts }: TestProgress): boolean {
  return done && counts.queued + counts.submitted + counts.delivered === 0;
}
