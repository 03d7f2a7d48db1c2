"use client";

import { useCallback, useRef, useState } from "react";
import type { Mapping } from "./source/columns";
import { guessFileMapping } from "./source/file-mapping";
import { firstRows, formOf, SourceError, type Source } from "./source/source";
import type { SourceRow } from "./source/source-row";

/** A CSV file that was chosen, and what its columns mean. */
export interface CsvFile {
  file: File;
  source: Source;
  first: readonly SourceRow[];
  mapping: Mapping;
}

/**
 * Titles above the names of the columns, these names, five rows below them, and one more for a file
 * without names.
 */
const looked = 30;

/**
 * Looks at the beginning of a file as soon as it is chosen.
 *
 * @param proposedNames parameters that its columns may be for
 */
export function useCsvFile(proposedNames: readonly string[]) {
  const [chosen, setChosen] = useState<CsvFile>();
  const [error, setError] = useState<string>();
  const [isReading, setReading] = useState(false);
  const turn = useRef(0);
  const choose = async (file: File) => {
    turn.current += 1;
    const mine = turn.current;
    setReading(true);
    try {
      const form = await formOf(file);
      const first = await firstRows(file, form, looked);
      if (turn.current !== mine) return;
      if (first.length === 0) throw new SourceError("The file is empty.");
      setChosen({
        file,
        source: { kind: "csv", file, form },
        first,
        mapping: guessFileMapping(first, proposedNames),
      });
      setError(undefined);
    } catch (problem) {
      if (turn.current !== mine) return;
      setChosen(undefined);
      setError(problem instanceof SourceError ? problem.message : "The file cannot be read.");
    }
    setReading(false);
  };
  const setMapping = useCallback(
    (mapping: Mapping) => setChosen((now) => now && { ...now, mapping }),
    [],
  );
  return { chosen, error, isReading, choose, setMapping };
}
