"use client";

import { useEffect, useState } from "react";
import type { Mapping } from "./source/columns";
import { Examiner, type Examination } from "./source/examine-rows";
import { rowsOf, SourceError, type Source } from "./source/source";
import type { CheckedTemplate } from "./source/value-check";

export type ExaminationState =
  | { kind: "none" }
  | { kind: "reading"; rows: number }
  | { kind: "read"; examination: Examination }
  | { kind: "failed"; message: string };

/** Rows between two looks at the clock. */
const stride = 5_000;

/**
 * Reads a source from end to end, each time it, its meaning or what it is checked against changes,
 * and returns the result.
 */
export function useExamination(
  source: Source | undefined,
  mapping: Mapping | undefined,
  check?: CheckedTemplate,
): ExaminationState {
  const [latest, setLatest] = useState<{
    source: Source;
    mapping: Mapping;
    check: CheckedTemplate | undefined;
    state: ExaminationState;
  }>();
  useEffect(() => {
    if (!source || !mapping) return;
    let stopped = false;
    const update = (state: ExaminationState) => {
      if (!stopped) setLatest({ source, mapping, check, state });
    };
    const read = async () => {
      const examiner = new Examiner(mapping, { check });
      let rows = 0;
      for await (const row of rowsOf(source, mapping)) {
        if (stopped) return;
        rows += 1;
        if (rows % stride === 0) update({ kind: "reading", rows });
        if (!examiner.add(row)) break;
      }
      update({ kind: "read", examination: examiner.report() });
    };
    read().catch((error: unknown) =>
      update({
        kind: "failed",
        message: error instanceof SourceError ? error.message : "The file cannot be read.",
      }),
    );
    return () => {
      stopped = true;
    };
  }, [source, mapping, check]);
  if (!source || !mapping) return { kind: "none" };
  return latest?.source === source && latest.mapping === mapping && latest.check === check
    ? latest.state
    : { kind: "reading", rows: 0 };
}
