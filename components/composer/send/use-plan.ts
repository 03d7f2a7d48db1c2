"use client";

import { useEffect, useState } from "react";
import type { readPlan, SendPlan } from "@/lib/campaign/read-plan";
import type { Reach } from "@/lib/compose/reach";
import type { ActionOf } from "@/lib/verb/answer";

/** Counts for a request that is given as the text of its body. */
export type PlanAction = ActionOf<typeof readPlan>;

/** `refused`: not even counted, and why. */
export type PlanState =
  | { kind: "counting" }
  | { kind: "counted"; plan: SendPlan }
  | { kind: "refused"; sentences: readonly string[] }
  | { kind: "failed"; again: () => void };

/** The plan, when it can be sent as it stands. */
export function readyPlan(state: PlanState): SendPlan | undefined {
  const plan = soundPlan(state);
  return plan?.lacking.length === 0 ? plan : undefined;
}

/** The plan, when it can be sent once it is chosen what becomes of recipients without a value. */
export function soundPlan(state: PlanState): SendPlan | undefined {
  return state.kind === "counted" && state.plan.problems.length === 0 ? state.plan : undefined;
}

/** Whether the message certainly cannot be sent as it stands. */
export function isRefused(state: PlanState): boolean {
  return state.kind === "refused" || (state.kind === "counted" && readyPlan(state) === undefined);
}

/**
 * Asks the server what sending would amount to, while `isEnabled`. `zoned`: in each recipient's
 * time.
 */
export function usePlan(
  ask: PlanAction,
  isEnabled: boolean,
  body: string,
  reach: Reach,
  zoned = false,
): PlanState {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ of: string; state: PlanState }>();
  const of = isEnabled ? `${attempt} ${JSON.stringify([body, reach, zoned])}` : undefined;
  useEffect(() => {
    if (of === undefined) return undefined;
    let current = true;
    const set = (next: PlanState) => current && setState({ of, state: next });
    ask({ request: body, reach, zoned }).then(
      (answer) =>
        set(
          answer.ok
            ? { kind: "counted", plan: answer.value }
            : { kind: "refused", sentences: answer.problems.map(({ message }) => message) },
        ),
      () => set({ kind: "failed", again: () => setAttempt((before) => before + 1) }),
    );
    return () => {
      current = false;
      // Asked again, it is counted again.
      setState(undefined);
    };
    // `of` says whether the body or the reach is another one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [of, ask]);
  return state !== undefined && state.of === of ? state.state : { kind: "counting" };
}
