"use client";

import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import type { PlanState } from "./use-plan";

const mostTold = 5;

/** What stands in the way of sending, if anything does. */
export function PlanNews({ state, obstacles }: { state: PlanState; obstacles: readonly string[] }) {
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
  if (obstacles.length === 0) return null;
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
