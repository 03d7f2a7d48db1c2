"use client";

import { ListPlus } from "lucide-react";
import { useState } from "react";
import { ChoiceField } from "@/components/form/choice-field";
import { DialogForm } from "@/components/form/dialog-form";
import { SwitchField } from "@/components/form/switch-field";
import { TextField } from "@/components/form/text-field";
import { noAnswer, refusal } from "@/lib/inputs/answer";
import { audienceSchema, mostTestRecipients, type AudienceInput } from "@/lib/inputs/audience";
import type { FillActions } from "./audience-actions";
import { ExaminedSource, useExaminedSource } from "./examined-source";
import { FillingButtons } from "./filling-buttons";
import { FillingView } from "./filling-view";
import type { Examination } from "./source/examine-rows";
import { parametersOf, type CheckedTemplate } from "./source/value-check";
import type { ExaminationState } from "./use-examination";
import { useFill } from "./use-fill";

/** An app that a list can be created for. */
export interface ListApp {
  appid: string;
  name: string;
}

/** Closing it once more is harmless. */
const perhapsSaved = refusal(`${noAnswer}. The list may be saved already.`);

interface NewListDialogProps {
  open: boolean;
  onLeave: () => void;
  apps: readonly ListApp[];
  /** What the values of a file can be checked against. */
  templates: readonly CheckedTemplate[];
  fill: FillActions;
  /** The member may make test groups. */
  mayMark: boolean;
}

/** A new list: what it is called, and who is in it. Each needs its own `key`. */
export function NewListDialog({
  open,
  apps,
  templates,
  fill,
  mayMark,
  onLeave,
}: NewListDialogProps) {
  const [name, setName] = useState("");
  const examined = useExaminedSource(parametersOf(templates));
  const { content, left } = examined;
  const {
    state: filling,
    start,
    retry,
    finishAs,
    stop,
  } = useFill((list) => fill.finish(list).catch(() => perhapsSaved));

  const begin = (list: AudienceInput) => {
    setName(list.name.trim());
    return fill.begin(list);
  };
  const begun = (id: string) => {
    if (content) start({ id, ...content });
  };
  const leftOut = leftOutText(examined.examination);

  const over = filling.kind === "done";
  const progress =
    filling.kind === "idle"
      ? undefined
      : {
          title: over ? "The list is ready" : "Adding recipients",
          // A slip of the finger must not throw away what is on its way.
          onClose: () => over && onLeave(),
          content: (
            <FillingView
              name={name}
              state={filling}
              closing={`Saving ${name}`}
              leftOut={leftOut}
              finishAs={finishAs}
            />
          ),
          footer: (
            <FillingButtons state={filling} onCancel={stop} onRetry={retry} onDone={onLeave} />
          ),
        };
  return (
    <DialogForm
      open={open}
      onOpenChange={onLeave}
      size="lg"
      title="New list"
      description="A saved set of recipients"
      schema={audienceSchema}
      initial={{ appid: apps[0]?.appid ?? "", name: "", test: false }}
      action={begin}
      closes={false}
      instead={progress}
      onDone={begun}
      edited={examined.isUnsaved}
      blocked={() => !content}
      status={
        <span className="mr-auto self-center text-sm text-ink-muted max-sm:w-full">
          <Reading state={examined.state} />
        </span>
      }
      submit={
        <>
          <ListPlus aria-hidden />
          {content ? addText(examined.recipients, left) : "Add recipients"}
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField<AudienceInput> path="name" label="Name" hint="Only your team sees this name." />
        <ChoiceField<AudienceInput>
          path="appid"
          label="App"
          hint="The list belongs to the app’s service."
          options={apps.map((app) => ({
            value: app.appid,
            label: app.name,
            named: true,
            description: app.appid,
          }))}
        />
      </div>
      {mayMark && (
        <SwitchField<AudienceInput>
          path="test"
          label="Test group"
          hint={`Offered when a message is tested, as long as it has at most ${mostTestRecipients} recipients.`}
        />
      )}
      <ExaminedSource examined={examined} templates={templates} />
    </DialogForm>
  );
}

function Reading({ state }: { state: ExaminationState }) {
  return (
    <output className="tabular-nums">
      {state.kind === "reading" &&
        (state.rows === 0 ? "Reading …" : `Reading … ${state.rows.toLocaleString("en")} rows`)}
      {state.kind === "read" &&
        !state.examination.tooMany &&
        recipients(state.examination.recipients)}
    </output>
  );
}

/** The rows that the user agreed to leave out, listed again at the end. */
function leftOutText(examination: Examination | undefined): string {
  if (!examination) return "";
  const { repeats, unreadable } = examination;
  const twice =
    repeats.count === 0
      ? []
      : [
          `${repeats.count.toLocaleString("en")} ${repeats.count === 1 ? "was" : "were"} there twice`,
        ];
  const odd =
    unreadable.count === 0
      ? []
      : [
          `${unreadable.count.toLocaleString("en")} ${unreadable.count === 1 ? "row was" : "rows were"} left out`,
        ];
  const parts = [...twice, ...odd];
  return parts.length === 0 ? "No duplicates, nothing skipped." : `${parts.join(", ")}.`;
}

/** Names the skipped rows, too: pressing it agrees to that. */
function addText(count: number, left: number): string {
  return left === 0
    ? `Add ${recipients(count)}`
    : `Add ${recipients(count)}, leave out ${left.toLocaleString("en")} ${left === 1 ? "row" : "rows"}`;
}

function recipients(count: number): string {
  return count === 1 ? "1 recipient" : `${count.toLocaleString("en")} recipients`;
}
