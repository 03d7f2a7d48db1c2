"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { PushRequestInput } from "@/lib/interface/request";
import { assemble } from "./assemble";
import { newAttempt } from "./attempt";
import type { SendAction } from "./use-send";

/** Deliveries of a message by state, and whether nothing more is under way. */
export interface Fate {
  done: boolean;
  queued: number;
  submitted: number;
  delivered: number;
  read: number;
  failed: number;
  expired: number;
}
export type FateAction = (transid: string) => Promise<Fate | undefined>;

export type TestState =
  | { kind: "idle" }
  | { kind: "sending" }
  | { kind: "sent"; transid: string; fate: Fate | undefined }
  | { kind: "failed"; message: string };

const pollMs = 700;
/** After so long a phone that has not answered is off. */
const watchMs = 20_000;

/** Sends a test and watches what becomes of it. */
export function useTest(send: SendAction, fateOf: FateAction) {
  const [state, setState] = useState<TestState>({ kind: "idle" });
  const watching = useRef(0);
  useEffect(() => () => void (watching.current += 1), []);

  const watch = useCallback(
    async (transid: string, turn: number) => {
      const until = performance.now() + watchMs;
      while (watching.current === turn && performance.now() < until) {
        // A look that fails is followed by another one.
        const fate = await fateOf(transid).catch(() => undefined);
        if (watching.current !== turn) return;
        if (fate) setState({ kind: "sent", transid, fate });
        if (fate?.done && fate.queued + fate.submitted === 0) return;
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
    },
    [fateOf],
  );
  const run = useCallback(
    async (form: PushRequestInput) => {
      watching.current += 1;
      const turn = watching.current;
      setState({ kind: "sending" });
      try {
        const result = await send(assemble(form), newAttempt().nonce);
        if (watching.current !== turn) return;
        if (!result.ok) {
          setState({ kind: "failed", message: result.problems[0]?.message ?? "The service refused it" });
          return;
        }
        if (!("transid" in result)) return;
        setState({ kind: "sent", transid: result.transid, fate: undefined });
        void watch(result.transid, turn);
      } catch {
        if (watching.current === turn) setState({ kind: "failed", message: "No answer from the service. Try again." });
      }
    },
    [send, watch],
  );
  const forget = useCallback(() => {
    watching.current += 1;
    setState({ kind: "idle" });
  }, []);
  return { state, run, forget };
}

/** What became of a test, in a few words. */
export function fateText(fate: Fate | undefined): string {
  if (!fate) return "accepted";
  const parts = [
    [fate.read, "read"],
    [fate.delivered, "delivered"],
    [fate.submitted, "submitted"],
    [fate.queued, "queued"],
    [fate.failed, "failed"],
    [fate.expired, "expired"],
  ] as const;
  const told = parts.flatMap(([count, name]) => (count > 0 ? [`${count} ${name}`] : []));
  return told.length === 0 ? "accepted" : told.join(", ");
}
