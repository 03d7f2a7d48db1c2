"use client";

import { useExamined } from "@/components/editor/examined/examined";
import { useCoverageOf, type CoverageFacts } from "@/components/editor/reach/use-coverage-of";

/** Counts whose devices the message goes to, while `isEnabled`. */
export function useCoverage(isEnabled: boolean): CoverageFacts {
  return useCoverageOf(useExamined(), isEnabled);
}
