"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CardBody, TitledCard } from "@/components/ui/card";
import { useMeasure, type AskMeasure } from "./use-measure";

interface MeasureCardProps<T> {
  id: string;
  title: string;
  description: string;
  /** The rule as text; undefined while it is not finished. */
  rule: string | undefined;
  ask: AskMeasure<T>;
  /** On the button: "Count exactly". */
  start: string;
  /** While it runs: "Counting …". */
  busy: string;
  /** `of`: the rule that it was measured of. */
  children: (value: T, of: string) => ReactNode;
}

/**
 * Something that is measured of a rule when its reader asks. It can be cancelled, and says when the
 * rule has changed since.
 */
export function MeasureCard<T>({
  id,
  title,
  description,
  rule,
  ask,
  start,
  busy,
  children,
}: MeasureCardProps<T>) {
  const { state, run, cancel } = useMeasure(rule, ask);
  const isRunning = state.kind === "running";
  const isOld = state.kind === "done" && state.of !== rule;
  const label = isRunning ? "Cancel" : state.kind === "done" ? "Again" : start;
  return (
    <TitledCard
      id={id}
      title={title}
      description={description}
      actions={
        // One button, so that the focus stays where it is.
        <Button
          size="sm"
          aria-label={`${label}: ${title}`}
          disabled={rule === undefined && !isRunning}
          title={rule === undefined ? "Finish the rule first" : undefined}
          onClick={isRunning ? cancel : run}
        >
          {label}
        </Button>
      }
    >
      <output className="sr-only">
        {isRunning ? busy : state.kind === "done" ? `${title}: ready` : ""}
      </output>
      {state.kind !== "none" && (
        <CardBody>
          {isRunning && (
            <p aria-hidden className="text-sm text-ink-muted">
              {busy}
            </p>
          )}
          {state.kind === "failed" && (
            <p role="alert" className="foreign text-sm text-red-fg">
              {state.message}
            </p>
          )}
          {isOld && (
            <p className="mb-2 text-sm text-amber-fg">
              The rule has changed since. This is of the rule before.
            </p>
          )}
          {state.kind === "done" && children(state.value, state.of)}
        </CardBody>
      )}
    </TitledCard>
  );
}
