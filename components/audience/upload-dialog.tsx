"use client";

import { useId } from "react";
import { useLeaveQuestion } from "@/components/form/unsaved/leave-question";
import { useUnsavedMark } from "@/components/form/unsaved/unsaved-mark";
import { useCall } from "@/components/form/use-call";
import { countText } from "@/components/listing/count-text";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { isolated } from "@/components/ui/sentence";
import { toast } from "@/components/ui/toast";
import type { EditActions, EditedList } from "./audience-actions";
import { ExaminedSource, useExaminedSource } from "./examined-source";
import { FillingView } from "./filling-view";
import { listUseText } from "./list-use-text";
import { parametersOf, type CheckedTemplate } from "./source/value-check";
import { StagedChanges } from "./staged-changes";
import { useApplyStaged } from "./use-apply-staged";
import { useFill } from "./use-fill";

interface UploadDialogProps {
  /** `add`: behind those that the list has; `replace`: in the place of all of them. */
  how: "add" | "replace";
  list: EditedList;
  templates: readonly CheckedTemplate[];
  actions: EditActions;
  onLeave: () => void;
}

const noun = { one: "recipient", many: "recipients" };
const titles = { add: "Add from a file", replace: "Replace from a file" };

/**
 * Brings recipients to a list: they are staged, then it is asked what that changes, and nothing has
 * changed before.
 */
export function UploadDialog({ how, list, templates, actions, onLeave }: UploadDialogProps) {
  const examined = useExaminedSource(
    [...new Set([...list.parameters, ...parametersOf(templates)])],
    "csv",
  );
  const { content, left, isUnsaved } = examined;
  const { pending, run } = useCall();
  const { staged, compare, apply, applying } = useApplyStaged({
    how,
    listId: list.id,
    actions,
    onApplied: (recipients) => {
      toast.success(`${isolated(list.name)} has ${countText(recipients, noun, "all")}`);
      onLeave();
    },
  });
  const filling = useFill(async ({ id }) => {
    const compared = await compare(id);
    return compared.ok ? { ok: true, value: compared.value.fresh } : compared;
  });
  const leaving = useLeaveQuestion({
    question: "Discard this upload?",
    isUnsaved,
    sending: applying,
    onLeave,
  });
  useUnsavedMark(useId(), titles[how], isUnsaved);

  const begin = () =>
    run(
      () => actions.stage({ id: list.id }),
      (id) => {
        if (content) filling.start({ id, ...content });
      },
    );
  if (staged)
    return (
      <Dialog
        open
        onOpenChange={leaving.close}
        title={how === "add" ? `Add to ${list.name}?` : `Replace the recipients of ${list.name}?`}
        description={listUseText(list.use)}
        footer={leaving.footer(
          <>
            <Button onClick={leaving.close}>Cancel</Button>
            <Button
              variant={how === "add" ? "primary" : "danger"}
              loading={applying}
              onClick={() => apply(staged)}
            >
              {how === "add"
                ? `Add ${countText(staged.comparison.fresh, noun, "all")}`
                : "Replace recipients"}
            </Button>
          </>,
        )}
      >
        <StagedChanges how={how} staged={staged} />
      </Dialog>
    );
  return (
    <Dialog
      open
      onOpenChange={leaving.close}
      size="lg"
      title={titles[how]}
      description={`${list.name} stays as it is until you confirm what changes.`}
      footer={leaving.footer(
        <>
          <Button onClick={leaving.close}>Cancel</Button>
          {filling.state.kind === "failed" ? (
            <Button variant="primary" onClick={filling.retry}>
              Try again
            </Button>
          ) : (
            <Button
              variant="primary"
              disabled={!content}
              loading={pending || filling.state.kind !== "idle"}
              onClick={begin}
            >
              {content && left > 0
                ? `Compare, leave out ${left.toLocaleString("en")} ${left === 1 ? "row" : "rows"}`
                : "Compare"}
            </Button>
          )}
        </>,
      )}
    >
      {filling.state.kind === "idle" ? (
        <ExaminedSource examined={examined} templates={templates} />
      ) : (
        <FillingView
          name={list.name}
          state={filling.state}
          closing={`Comparing with ${list.name}`}
          leftOut=""
          finishAs={filling.finishAs}
        />
      )}
    </Dialog>
  );
}
