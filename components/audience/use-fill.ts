"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { sentenceOf, type Answer } from "@/lib/inputs/answer";
import type { AudienceInput, AudienceRecipientInput } from "@/lib/inputs/audience";
import { batchesOf } from "./batches";
import type { Mapping } from "./columns";
import type { FillActions } from "./list-actions";
import { rowsOf, SourceError, type Source } from "./source";

/** What a new list is made of. */
export interface NewList {
  input: AudienceInput;
  source: Source;
  mapping: Mapping;
  /** Rows that will be added, those that are there twice counted twice. */
  rows: number;
}

export type FillState =
  | { kind: "idle" }
  | { kind: "filling"; done: number; rows: number }
  /** Nothing is lost: trying again goes on where it stopped. */
  | { kind: "failed"; done: number; rows: number; message: string }
  | { kind: "done"; recipients: number };

interface Job {
  list: NewList;
  id?: string;
  parts: AsyncGenerator<AudienceRecipientInput[], void, undefined>;
  /** Read, but not yet added for certain. */
  part?: AudienceRecipientInput[] | undefined;
  done: number;
}

/** Makes a list part by part; one at a time. */
export function useFill(actions: FillActions) {
  const [state, setState] = useState<FillState>({ kind: "idle" });
  const current = useRef<Job>(undefined);
  useEffect(() => () => void (current.current = undefined), []);

  const work = useCallback(
    async (job: Job) => {
      const { rows } = job.list;
      const here = () => current.current === job;
      setState({ kind: "filling", done: job.done, rows });
      try {
        job.id ??= valueOf(await actions.begin(job.list.input));
        while (here()) {
          job.part ??= (await job.parts.next()).value ?? undefined;
          if (!job.part || !here()) break;
          valueOf(await actions.add({ id: job.id, recipients: job.part }));
          job.done += job.part.length;
          job.part = undefined;
          if (here()) setState({ kind: "filling", done: job.done, rows });
        }
        if (!here()) return;
        const recipients = valueOf(await actions.finish({ id: job.id }));
        if (here()) setState({ kind: "done", recipients });
      } catch (error) {
        const message =
          error instanceof Refusal || error instanceof SourceError
            ? error.message
            : "No answer from the server. What was added so far is kept.";
        if (here()) setState({ kind: "failed", done: job.done, rows, message });
      }
    },
    [actions],
  );
  const start = useCallback(
    (list: NewList) => {
      const job: Job = { list, parts: batchesOf(rowsOf(list.source, list.mapping.headed), list.mapping), done: 0 };
      current.current = job;
      void work(job);
    },
    [work],
  );
  const retry = useCallback(() => {
    if (current.current) void work(current.current);
  }, [work]);
  /** Stops; what was added is seen by nobody and goes away by itself. */
  const stop = useCallback(() => {
    current.current = undefined;
    setState({ kind: "idle" });
  }, []);
  return { state, start, retry, stop };
}

class Refusal extends Error {}

function valueOf<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Refusal(sentenceOf(answer));
  return answer.value;
}
