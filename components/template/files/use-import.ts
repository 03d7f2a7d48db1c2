"use client";

import { useRef, useState } from "react";
import type { previewPut, PutTemplate, putTemplate } from "@/lib/directory/template/put";
import { unanswered, type Answer } from "@/lib/inputs/answer";
import { FileError } from "@/lib/template/files";
import type { EachActionOf } from "@/lib/verb/answer";
import {
  batchesOf,
  candidateOf,
  inOrder,
  isWritten,
  plannedOf,
  refusedOf,
  type PlannedTemplate,
} from "./import-plan";
import { templatesInZip } from "./read-zip";

/** What importing takes. */
export interface ImportOptions {
  /** Apps of the service, by what requests call them. */
  appids: readonly string[];
  /** Says what writing would come to, and writes nothing. */
  lookAt: EachActionOf<typeof previewPut>;
  write: EachActionOf<typeof putTemplate>;
}

/** How far it is. */
export type ImportState =
  | { step: "choosing"; error?: string }
  | { step: "looking" | "writing"; done: number; of: number }
  | { step: "planned" | "written"; planned: readonly PlannedTemplate[] };

/**
 * Reads a zip file of templates, asks what importing it comes to, and imports it. A file that is
 * chosen meanwhile takes its place.
 */
export function useImport({ appids, lookAt, write }: ImportOptions) {
  const [file, setFile] = useState<File>();
  const [state, setState] = useState<ImportState>({ step: "choosing" });
  const turn = useRef(0);

  /** Asks for each of these in parts; undefined where another file was chosen. */
  const ask = async (
    step: "looking" | "writing",
    all: readonly PlannedTemplate[],
    call: ImportOptions["write"],
    planAfter: (one: PlannedTemplate, answer: Answer<PutTemplate>) => PlannedTemplate,
  ): Promise<PlannedTemplate[] | undefined> => {
    const mine = turn.current;
    const requests = all.flatMap((one) => (one.input ? [{ ...one, input: one.input }] : []));
    const answeredPlans: PlannedTemplate[] = [];
    for (const batch of batchesOf(requests)) {
      setState({ step, done: answeredPlans.length, of: requests.length });
      const answer = await call(batch.map(({ input }) => input)).catch(() => unanswered);
      if (turn.current !== mine) return undefined;
      answeredPlans.push(
        ...batch.map((one, n) =>
          answer.ok ? planAfter(one, answer.value[n] ?? unanswered) : refusedOf(one, answer),
        ),
      );
    }
    return answeredPlans;
  };

  const choose = async (chosen: File) => {
    turn.current += 1;
    const mine = turn.current;
    setFile(chosen);
    setState({ step: "looking", done: 0, of: 0 });
    try {
      const templates = templatesInZip(new Uint8Array(await chosen.arrayBuffer()));
      if (turn.current !== mine) return;
      const candidates = templates.map((one) => candidateOf(one, new Set(appids)));
      const planned = await ask("looking", candidates, lookAt, plannedOf);
      if (planned)
        setState({
          step: "planned",
          planned: inOrder([...candidates.filter(({ input }) => !input), ...planned]),
        });
    } catch (problem) {
      if (turn.current !== mine) return;
      setState({
        step: "choosing",
        error: problem instanceof FileError ? problem.message : "The file cannot be read.",
      });
    }
  };

  /** Imports what was planned. Answers how many templates were written, and how many were not. */
  const run = async (
    planned: readonly PlannedTemplate[],
  ): Promise<{ importedCount: number; left: number } | undefined> => {
    const results = await ask("writing", planned.filter(isWritten), write, (one, answer) =>
      answer.ok ? { ...plannedOf(one, answer), status: "imported" } : refusedOf(one, answer),
    );
    if (!results) return undefined;
    setState({
      step: "written",
      planned: inOrder([...planned.filter((one) => !isWritten(one)), ...results]),
    });
    const count = results.filter(({ status }) => status === "imported").length;
    return { importedCount: count, left: results.length - count };
  };

  return { file, state, choose, run };
}
