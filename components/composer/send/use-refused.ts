"use client";

import { createContext, use, useCallback, useEffect, useState } from "react";
import { useFormContext } from "react-hook-form";
import type { Problem } from "@/lib/interface/problem";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import type { Reach } from "@/lib/compose/reach";
import type { Sending } from "@/lib/editor/order";
import type { CampaignContent } from "../draft/campaign-kind";

type Tell = (problems: readonly Problem[]) => void;

/** Takes what the service says against sending, for all who show what is wrong. */
export const RefusedContext = createContext<Tell>(() => undefined);

/** Tells everybody what the service says against sending, while it says it: from then on steps, bar and Checks know it, too. */
export function useTellRefused(problems: readonly Problem[]): void {
  const tell = use(RefusedContext);
  useEffect(() => {
    if (problems.length > 0) tell(problems);
  }, [problems, tell]);
}

const nothing: readonly Problem[] = [];

/** What the service said of the last send, or of what would be sent. It stands until something is changed: another list has other people. */
export function useRefused(sending: Sending<CampaignContent>, reach: Reach) {
  const { subscribe } = useFormContext<PushRequestInput, unknown, PushRequest>();
  const [told, setTold] = useState<{ of: Reach; problems: readonly Problem[] }>();
  useEffect(() => subscribe({ formState: { values: true }, callback: () => setTold(undefined) }), [subscribe]);
  const setRefused = useCallback((problems: readonly Problem[]) => setTold({ of: reach, problems }), [reach]);
  const ofPlan = told?.of === reach ? told.problems : nothing;
  return { refused: sending.kind === "refused" ? sending.refusal.problems : ofPlan, setRefused };
}
