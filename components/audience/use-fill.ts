"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { noAnswer, sentenceOf, type Answer } from "@/lib/inputs/answer";
import type { AudienceRecipientInput } from "@/lib/inputs/audience";
import type { NamedInput } from "@/lib/inputs/named";
import { batchesOf } from "./batches";
import type { Mapping } from "./columns";
import type { FillActions } from "./list-actions";
import { rowsOf, SourceError, type Source } from "./source";

/** A list that was begun, and what goes into it. */
export interface BegunList {
  id: string;
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
  /** All are added, and the name has been given to another list meanwhile: it is closed under another. */
  | { kind: "taken"; done: number; rows: number }
  | { kind: "done"; recipients: number; otherName?: string };

interface Job {
  list: BegunList;
  parts: AsyncGenerator<AudienceRecipientInput[], void, undefined>;
  /** Read, but not yet added for certain. */
  part?: AudienceRecipientInput[] | undefined;
  done: number;
}

/** Fills a list part by part; one at a time. */
export function useFill(actions: Pick<FillActions, "add" | "finish">) {
  const [state, setState] = useState<FillState>({ kind: "idle" });
  const current = useRef<Job>(undefined);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      current.current = undefined;
    };
  }, []);

  const work = useCallback(
    async (job: Job) => {
      const { id, rows } = job.list;
      const here = () => current.current === job;
      setState({ kind: "filling", done: job.done, rows });
      try {
        while (here()) {
          job.part ??= (await job.parts.next()).value ?? undefined;
          if (!job.part || !here()) break;
          valueOf(await actions.add({ id, recipients: job.part }));
          job.done += job.part.length;
          job.part = undefined;
          if (here()) setState({ kind: "filling", done: job.done, rows });
        }
        if (!here()) return;
        const answer = await actions.finish({ id });
        if (!here()) return;
        if (!answer.ok && answer.problems[0]?.pointer === "/name") setState({ kind: "taken", done: job.done, rows });
        else setState({ kind: "done", recipients: valueOf(answer) });
      } catch (error) {
        const message =
          error instanceof Refusal || error instanceof SourceError ? error.message : `${noAnswer}. Recipients added so far are saved.`;
        if (here()) setState({ kind: "failed", done: job.done, rows, message });
      }
    },
    [actions],
  );
  const start = useCallback(
    (list: BegunList) => {
      // Whoever left while it was begun wants it no more.
      if (gone.current) return;
      const job: Job = { list, parts: batchesOf(rowsOf(list.source, list.mapping.headed), list.mapping), done: 0 };
      current.current = job;
      void work(job);
    },
    [work],
  );
  const retry = useCallback(() => {
    if (current.current) void work(current.current);
  }, [work]);
  /** Closes a list whose own name was taken. */
  const finishAs = useCallback(
    async ({ name }: NamedInput): Promise<Answer<number>> => {
      const job = current.current;
      if (!job) return stopped;
      const answer = await actions.finish({ id: job.list.id, name });
      if (answer.ok && current.current === job) setState({ kind: "done", recipients: answer.value, otherName: name.trim() });
      return answer;
    },
    [actions],
  );
  /** Stops; what was added is not visible and is removed by itself. */
  const stop = useCallback(() => {
    current.current = undefined;
    setState({ kind: "idle" });
  }, []);
  return { state, start, retry, finishAs, stop };
}

const stopped: Answer<never> = { ok: false, problems: [{ pointer: "", message: "Adding recipients was cancelled." }] };

class Refusal extends Error {}

function valueOf<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Refusal(sentenceOf(answer));
  return answer.value;
}
