"use client";

import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import type { PlanState } from "./use-plan";

const mostTold = 5;

/** What stands in the way of sending, if anything does. */
export function PlanNews({ state }: { state: PlanState }) {
  if (state.kind === "failed")
    return (
      <Banner
        kind="warning"
        announce
        title="No answer from the server"
        actions={
          <Button size="sm" onClick={state.again}>
            Try again
          </Button>
        }
      >
        It could not be counted what sending would amount to.
      </Banner>
    );
  if (state.kind !== "counted" || state.plan.obstacles.length === 0) return null;
  const { obstacles } = state.plan;
  const rest = obstacles.length - mostTold;
  return (
    <Banner kind="danger" announce title="It cannot be sent like this">
      <ul className="space-y-1">
        {obstacles.slice(0, mostTold).map((obstacle) => (
          <li key={obstacle} className="foreign">
            {obstacle}
          </li>
        ))}
        {rest > 0 && <li>and {rest} more</li>}
      </ul>
    </Banner>
  );
}
