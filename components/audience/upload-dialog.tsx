"use client";

import { useDeferredValue, useId, useState } from "react";
import { useLeaveQuestion } from "@/components/form/leave-question";
import { useUnsavedMark } from "@/components/form/unsaved-mark";
import { useCall } from "@/components/form/use-call";
import { countText } from "@/components/listing/count-text";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { isolated } from "@/components/ui/isolated";
import { toast } from "@/components/ui/toast";
import { mostRecipients } from "@/lib/inputs/audience";
import type { EditActions, EditedList } from "./edit-actions";
import { FillingView } from "./filling-view";
import { FindingsView } from "./findings-view";
import { listUseText } from "./list-use-text";
import { RecipientSource, useRecipientSource } from "./recipient-source";
import { saveLeftOut } from "./save-left-out";
import { StagedChanges } from "./staged-changes";
import { TemplateCheck } from "./template-check";
import { useApplyStaged } from "./use-apply-staged";
import { useExamination } from "./use-examination";
import { useFill } from "./use-fill";
import { parametersOf, type CheckedTemplate } from "./value-check";

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
  const from = useRecipientSource(
    [...new Set([...list.parameters, ...parametersOf(templates)])],
    "csv",
  );
  const source = useDeferredValue(from.source);
  const [check, setCheck] = useState<CheckedTemplate>();
  const examined = useExamination(source, from.mapping, from.way === "csv" ? check : undefined);
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
  // A file counts from the moment that it is chosen, also while its beginning is read.
  const isUnsaved = from.text !== "" || from.csv.isReading || from.csv.chosen !== undefined;
  const leaving = useLeaveQuestion({
    question: "Discard this upload?",
    isUnsaved,
    sending: applying,
    onLeave,
  });
  useUnsavedMark(useId(), titles[how], isUnsaved);

  const examination =
    examined.kind === "read" && source === from.source ? examined.examination : undefined;
  const left = examination ? examination.repeats.count + examination.unreadable.count : 0;
  const fits = examination !== undefined && examination.recipients > 0 && !examination.tooMany;
  const begin = () =>
    run(
      () => actions.stage({ id: list.id }),
      (id) => {
        if (fits && from.source && from.mapping)
          filling.start({
            id,
            source: from.source,
            mapping: from.mapping,
            rows: examination.recipients + examination.repeats.count,
          });
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
              disabled={!fits}
              loading={pending || filling.state.kind !== "idle"}
              onClick={begin}
            >
              {fits && left > 0
                ? `Compare, leave out ${left.toLocaleString("en")} ${left === 1 ? "row" : "rows"}`
                : "Compare"}
            </Button>
          )}
        </>,
      )}
    >
      {filling.state.kind === "idle" ? (
        <RecipientSource {...from} check={from.way === "csv" ? check : undefined}>
          {from.way === "csv" && templates.length > 0 && (
            <TemplateCheck
              templates={templates}
              chosen={check}
              onChoose={setCheck}
              mapping={from.mapping}
              onMapping={from.csv.setMapping}
              examination={examination}
            />
          )}
          {examined.kind === "failed" && <Banner kind="danger" announce title={examined.message} />}
          {examination?.tooMany && (
            <Banner
              kind="danger"
              announce
              title={`A list takes at most ${mostRecipients.toLocaleString("en")} recipients; this has more.`}
            />
          )}
          {examination && !examination.tooMany && (
            <FindingsView
              examination={examination}
              onDownload={() => void saveLeftOut(from.source, from.mapping)}
            />
          )}
        </RecipientSource>
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
