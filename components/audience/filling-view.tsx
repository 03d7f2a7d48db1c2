"use client";

import { Banner } from "@/components/ui/banner";
import type { FillState } from "./use-fill";

/** How far a list has come, in numbers. */
export function FillingView({ name, state, leftOut }: { name: string; state: Exclude<FillState, { kind: "idle" }>; leftOut: string }) {
  if (state.kind === "done")
    return (
      <Banner
        kind="success"
        announce
        title={`${number(state.recipients)} ${state.recipients === 1 ? "recipient" : "recipients"} added to ${name}`}
      >
        {leftOut}
      </Banner>
    );
  const { done, rows } = state;
  return (
    <div className="space-y-4 py-2">
      <div>
        <div className="mb-2 flex items-baseline justify-between gap-3 text-sm">
          <span className="foreign truncate font-medium">{state.kind === "failed" ? "Stopped" : `Adding to ${name}`}</span>
          <output className="shrink-0 text-ink-muted tabular-nums">
            {number(done)} of {number(rows)}
          </output>
        </div>
        <progress
          aria-label="Recipients added"
          max={rows}
          value={done}
          className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-primary"
        />
      </div>
      {state.kind === "failed" && (
        <Banner kind="warning" announce title="It did not go on">
          {state.message} Try again to go on from here: nobody is added twice.
        </Banner>
      )}
    </div>
  );
}

function number(value: number): string {
  return value.toLocaleString("en");
}
