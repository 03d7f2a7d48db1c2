"use client";

import { useExamined } from "../examined";
import { useCoverageOf, type CoverageFacts } from "./use-coverage-of";

/** Counts whose devices the message goes to, while `wanted`. */
export function useCoverage(wanted: boolean): CoverageFacts {
  return useCoverageOf(useExamined(), wanted);
}
