"use client";

import { useExamined } from "@/components/editor/examined/examined";
import { TryAgain } from "@/components/editor/try-again";
import { Banner } from "@/components/ui/banner";
import { sentence } from "@/components/ui/sentence";
import { findingsOf } from "@/lib/findings/findings";
import { noAnswer } from "@/lib/inputs/answer";
import type { Problem } from "@/lib/interface/problem";
import type { PlanState } from "./use-plan";
import { useReportRefused } from "./use-refused";

const mostListed = 5;
const nothing: readonly Problem[] = [];

/** What stands in the way of sending, if anything does. */
export function PlanNews({ state }: { state: PlanState }) {
  const view = useExamined();
  const problems = state.kind === "counted" ? state.plan.problems : nothing;
  useReportRefused(problems);
  const problemTexts = findingsOf({ ...view, problems, warnings: [] }).map(
    ({ label, headline }) => `${label}: ${headline}`,
  );
  if (state.kind === "failed")
    return (
      <Banner kind="warning" announce title={noAnswer} actions={<TryAgain onClick={state.again} />}>
        The recipients and devices could not be counted.
      </Banner>
    );
  const sentences = state.kind === "refused" ? state.sentences : problemTexts;
  if (sentences.length === 0) return null;
  const rest = sentences.length - mostListed;
  return (
    <Banner kind="danger" announce title="It cannot be sent like this">
      <ul className="space-y-1">
        {sentences.slice(0, mostListed).map((problem) => (
          <li key={problem} className="foreign">
            {sentence(problem)}
          </li>
        ))}
        {rest > 0 && <li>and {rest} more</li>}
      </ul>
    </Banner>
  );
}
