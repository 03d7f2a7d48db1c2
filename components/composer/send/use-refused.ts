"use client";

import { createContext, use, useEffect, useState } from "react";
import { useContent, useMessageDocument } from "@/components/editor/content-context";
import type { SendState } from "@/lib/editor/order";
import type { Problem } from "@/lib/interface/problem";
import type { CampaignContent } from "../draft/campaign-kind";

type ProblemsCallback = (problems: readonly Problem[]) => void;

/** Takes what the service says against sending, for all who show what is wrong. */
export const RefusedContext = createContext<ProblemsCallback>(() => undefined);

/**
 * Reports what the service says against sending, while it says it: from then on steps, bar and
 * Checks show it, too.
 */
export function useReportRefused(problems: readonly Problem[]): void {
  const report = use(RefusedContext);
  useEffect(() => {
    if (problems.length > 0) report(problems);
  }, [problems, report]);
}

const nothing: readonly Problem[] = [];

/**
 * What the service said of the last send, or of what would be sent. It stands until something is
 * changed: another list has other people.
 */
export function useRefused(sending: SendState<CampaignContent>) {
  const document = useMessageDocument();
  const [refusal, setRefusal] = useState<{
    request: unknown;
    reach: unknown;
    problems: readonly Problem[];
  }>();
  const isOf = useContent(
    ({ request, reach }) => refusal?.request === request && refusal.reach === reach,
  );
  const setRefused = (problems: readonly Problem[]) => {
    const { request, reach } = document.get().content;
    setRefusal({ request, reach, problems });
  };
  const ofPlan = refusal && isOf ? refusal.problems : nothing;
  return { refused: sending.kind === "refused" ? sending.refusal.problems : ofPlan, setRefused };
}
