"use client";

import { useDeferredValue, useState } from "react";
import { countText } from "@/components/listing/count-text";
import { useCall } from "@/components/form/use-call";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { mostRecipients } from "@/lib/inputs/audience";
import type { StagedCounts } from "@/lib/directory/audience/compare-staged";
import type { EditActions, EditedList } from "./edit-actions";
import { FillingView } from "./filling-view";
import { FindingsView } from "./findings-view";

import { listUseText } from "./list-use-text";
import { RecipientSource, useRecipientSource } from "./recipient-source";
import { saveLeftOut } from "./save-left-out";
import { TemplateCheck } from "./template-check";
import { useExamination } from "./use-examination";
import { useFill } from "./use-fill";
import type { CheckedTemplate } from "./value-check";

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

/** Brings recipients to a list: they are uploaded beside it, then it is asked what that changes, and nothing has changed before. */
export function UploadDialog({ how, list, templates, actions, onLeave }: UploadDialogProps) {
  const from = useRecipientSource("csv");
  const source = useDeferredValue(from.source);
  const [check, setCheck] = useState<CheckedTemplate>();
  const [staged, setStaged] = useState<{ stagedId: string; counts: StagedCounts }>();
  const examined = useExamination(source, from.mapping, from.way === "csv" ? check : undefined);
  const { pending, run } = useCall();
  const [finish] = useState(() => async ({ id: stagedId }: { id: string }) => {
    const answer = await actions.compare({ id: list.id, stagedId });
    if (!answer.ok) return answer;
    setStaged({ stagedId, counts: answer.value });
    return { ok: true as const, value: answer.value.fresh };
  });
  const [calls] = useState(() => ({ add: actions.fill, finish }));
  const filling = useFill(calls);

  const examination = examined.kind === "read" && source === from.source ? examined.examination : undefined;
  const left = examination ? examination.repeats.count + examination.unreadable.count : 0;
  const fits = examination !== undefined && examination.recipients > 0 && !examination.tooMany;
  const begin = () =>
    run(
      () => actions.stage({ id: list.id }),
      (id) => {
        if (fits && from.source && from.mapping)
          filling.start({ id, source: from.source, mapping: from.mapping, rows: examination.recipients + examination.repeats.count });
      },
    );
  const apply = (stagedId: string) =>
    run(
      () => actions.apply({ id: list.id, stagedId, how }),
      (recipients) => {
        toast.success(`${list.name} has ${countText(recipients, noun, "all")}`);
        onLeave();
      },
    );
  if (staged)
    return (
      <Dialog
        open
        onOpenChange={onLeave}
        title={how === "add" ? `Add to ${list.name}?` : `Replace the recipients of ${list.name}?`}
        description={listUseText(list.use)}
        footer={
          <>
            <Button onClick={onLeave}>Cancel</Button>
            <Button variant={how === "add" ? "primary" : "danger"} loading={pending} onClick={() => apply(staged.stagedId)}>
              {how === "add" ? `Add ${countText(staged.counts.fresh, noun, "all")}` : "Replace recipients"}
            </Button>
          </>
        }
      >
        <Changes how={how} counts={staged.counts} />
      </Dialog>
    );
  return (
    <Dialog
      open
      onOpenChange={onLeave}
      size="lg"
      title={titles[how]}
      description={`${list.name} stays as it is until you confirm what changes.`}
      footer={
        <>
          <Button onClick={onLeave}>Cancel</Button>
          {filling.state.kind === "failed" ? (
            <Button variant="primary" onClick={filling.retry}>
              Try again
            </Button>
          ) : (
            <Button variant="primary" disabled={!fits} loading={pending || filling.state.kind === "filling"} onClick={begin}>
              {fits && left > 0 ? `Compare, leave out ${left.toLocaleString("en")} ${left === 1 ? "row" : "rows"}` : "Compare"}
            </Button>
          )}
        </>
      }
    >
      {filling.state.kind === "idle" ? (
        <RecipientSource {...from} check={from.way === "csv" ? check : undefined}>
          {from.way === "csv" && templates.length > 0 && (
            <TemplateCheck
              templates={templates}
              chosen={check}
              onChoose={setCheck}
              columns={from.mapping?.parameters.map((one) => one.name)}
              refused={examination?.refused}
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
            <FindingsView examination={examination} onDownload={() => void saveLeftOut(from.source, from.mapping)} />
          )}
        </RecipientSource>
      ) : (
        <FillingView name={list.name} state={filling.state} leftOut="" finishAs={filling.finishAs} />
      )}
    </Dialog>
  );
}

function Changes({ how, counts: { fresh, same, other, missing } }: { how: "add" | "replace"; counts: StagedCounts }) {
  const lines =
    how === "add"
      ? [
          ["Added", fresh],
          ["In the list already, left as they are", same + other],
        ]
      : [
          ["Added", fresh],
          ["Removed", missing],
          ["With other values", other],
          ["Unchanged", same],
        ];
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 text-sm">
      {lines.map(([name, count]) => (
        <div key={name} className="contents">
          <dt className="text-ink-muted">{name}</dt>
          <dd className="text-right font-medium tabular-nums">{count?.toLocaleString("en")}</dd>
        </div>
      ))}
    </dl>
  );
}
