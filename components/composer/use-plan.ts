"use client";

import { useEffect, useState } from "react";
import type { PushRequestInput } from "@/lib/interface/request";
import type { Reach } from "./reach";

/** What sending would amount to. */
export interface SendPlan {
  recipients: number;
  requests: number;
  appids: string[];
  /** The list's name, when it goes to one. */
  audience: string | null;
  /** Sentences that say what stands in the way; none when it can be sent. */
  obstacles: string[];
}
export type PlanAction = (request: PushRequestInput, reach: Reach) => Promise<SendPlan>;

export type PlanState = { kind: "counting" } | { kind: "counted"; plan: SendPlan } | { kind: "failed"; again: () => void };

/** Asks the server what sending would amount to, as long as somebody wants to know. */
export function usePlan(ask: PlanAction, wanted: boolean, request: PushRequestInput, reach: Reach): PlanState {
  const [round, setRound] = useState(0);
  const [state, setState] = useState<{ of: string; state: PlanState }>();
  const of = wanted ? `${round} ${JSON.stringify([request, reach])}` : undefined;
  useEffect(() => {
    if (of === undefined) return undefined;
    let current = true;
    const set = (next: PlanState) => current && setState({ of, state: next });
    ask(request, reach).then(
      (plan) => set({ kind: "counted", plan }),
      () => set({ kind: "failed", again: () => setRound((before) => before + 1) }),
    );
    return () => {
      current = false;
      // Asked again, it is counted again.
      setState(undefined);
    };
    // `of` says whether the request or the reach is another one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [of, ask]);
  return state !== undefined && state.of === of ? state.state : { kind: "counting" };
}
