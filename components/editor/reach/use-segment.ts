"use client";

import { useEffect, useState } from "react";
import type { drawSegment } from "@/lib/campaign/draw-segment";
import type { ChosenAudience } from "@/lib/compose/chosen-audience";
import type { SegmentChoice } from "@/lib/compose/reach";
import type { ValueChoices } from "@/lib/plan/own-values";
import type { ActionOf } from "@/lib/verb/answer";

/** A segment that can be chosen. */
interface SegmentOption {
  id: string;
  name: string;
  /** Its rule. */
  words: string;
}

/** The segments that can be chosen, and how one is evaluated. */
export interface Segments {
  rows: readonly SegmentOption[];
  draw: ActionOf<typeof drawSegment>;
}

type SegmentRequest = Parameters<Segments["draw"]>[0];

interface SegmentQuestion extends Pick<ValueChoices, "columns"> {
  choice: SegmentChoice | undefined;
  /** Names that the message has values for. */
  parameters: readonly string[];
}

interface DrawnState {
  question: string;
  /** Of the segment. */
  id: string;
  chosen: ChosenAudience;
}

/** A typing user has named the attribute by then. */
const restMs = 700;

/**
 * Has the chosen segment evaluated: at first, when the message names another attribute, and when
 * the member comes back to the page, where its rule may be another one. Until the answer is there,
 * what was drawn of the same segment stays. Undefined where none is chosen.
 */
export function useSegment(
  { choice, parameters, columns }: SegmentQuestion,
  { rows, draw }: Segments,
): ChosenAudience | undefined {
  const [drawn, setDrawn] = useState<DrawnState>();
  const id = choice?.id;
  const question =
    id === undefined
      ? undefined
      : JSON.stringify({ id, parameters: [...new Set(parameters)].toSorted(), columns });
  const isDrawn = drawn !== undefined && drawn.question === question;
  const isSame = drawn !== undefined && drawn.id === id;

  useEffect(() => {
    if (question === undefined || id === undefined || isDrawn) return undefined;
    let current = true;
    const again = () => setDrawn(undefined);
    const put = (chosen: ChosenAudience) => current && setDrawn({ question, id, chosen });
    const ask = () =>
      void draw(JSON.parse(question) as SegmentRequest).then(
        (answer) => put(chosenOf(answer)),
        () => put({ kind: "away", again }),
      );
    const timer = setTimeout(ask, isSame ? restMs : 0);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [question, id, isDrawn, isSame, draw]);

  useEffect(() => {
    if (question === undefined || id === undefined) return undefined;
    let current = true;
    const look = () =>
      void draw(JSON.parse(question) as SegmentRequest).then(
        (answer) => current && setDrawn({ question, id, chosen: chosenOf(answer) }),
        // What was drawn before stays.
        () => undefined,
      );
    window.addEventListener("focus", look);
    return () => {
      current = false;
      window.removeEventListener("focus", look);
    };
  }, [question, id, draw]);

  if (id === undefined) return undefined;
  if (isSame) return drawn.chosen;
  const name = rows.find((row) => row.id === id)?.name ?? "the segment";
  return { kind: "opening", name, recipients: 0 };
}

function chosenOf(answer: Awaited<ReturnType<Segments["draw"]>>): ChosenAudience {
  if (!answer.ok) return { kind: "lost", why: answer.problems[0]?.message };
  const { audience, words } = answer.value;
  return {
    kind: "open",
    audience: { ...audience, segment: { words, at: audience.createdAt } },
  };
}
