"use client";

import { Form } from "@/components/form/form";
import { SubmitButton } from "@/components/form/form-element";
import { TextField } from "@/components/form/text-field";
import { Banner } from "@/components/ui/banner";
import { sentence } from "@/components/ui/sentence";
import { numberText } from "@/lib/compose/number-text";
import type { Answer } from "@/lib/inputs/answer";
import { namedSchema, type NamedInput } from "@/lib/inputs/row";
import type { FillState } from "./fill-list";

interface FillingViewProps {
  name: string;
  state: Exclude<FillState, { kind: "idle" }>;
  /** What is done with the list once all are added, as a heading. */
  closing: string;
  leftOut: string;
  /** Ends it under another name. */
  finishAs: (input: NamedInput) => Promise<Answer<unknown>>;
}

/** How far a list has come, in numbers, and what it waits for. */
export function FillingView({ name, state, closing, leftOut, finishAs }: FillingViewProps) {
  if (state.kind === "done")
    return (
      <Banner
        kind="success"
        announce
        title={`${numberText(state.recipients)} ${state.recipients === 1 ? "recipient" : "recipients"} added to ${state.otherName ?? name}`}
      >
        {leftOut}
      </Banner>
    );
  const { done, rows } = state;
  return (
    <div className="space-y-4 py-2">
      <div>
        <div className="mb-2 flex items-baseline justify-between gap-3 text-sm">
          <span className="foreign truncate font-medium">
            {sentence(headings[state.kind]({ name, closing }))}
          </span>
          <output className="shrink-0 text-ink-muted tabular-nums">
            {numberText(done)} of {numberText(rows)}
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
          {state.message} Try again to continue from here. Nothing is added twice.
        </Banner>
      )}
      {state.kind === "nameInUse" && (
        <>
          <Banner kind="warning" announce title={`Another list was named ${name} in the meantime`}>
            Your recipients are saved. Give this list another name.
          </Banner>
          <Form
            label="Another name"
            schema={namedSchema}
            initial={{ name }}
            action={finishAs}
            onDone={() => undefined}
            className="space-y-4"
          >
            <TextField<NamedInput>
              path="name"
              label="Name"
              hint="Only your team sees this name."
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- nothing goes on before it is filled in
              autoFocus
            />
            <SubmitButton>Save list</SubmitButton>
          </Form>
        </>
      )}
    </div>
  );
}

const headings: Record<
  "filling" | "closing" | "failed" | "nameInUse",
  (of: { name: string; closing: string }) => string
> = {
  filling: ({ name }) => `Adding to ${name}`,
  closing: ({ closing }) => closing,
  failed: () => "Stopped",
  nameInUse: () => "All recipients added",
};
