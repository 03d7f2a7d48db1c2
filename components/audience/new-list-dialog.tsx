"use client";

import { ListPlus } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { mostRecipients, mostTestRecipients } from "@/lib/inputs/audience";
import type { Examination } from "./examine-rows";
import { FillingView } from "./filling-view";
import { FindingsView } from "./findings-view";
import type { FillActions } from "./list-actions";
import { RecipientSource, useRecipientSource } from "./recipient-source";
import { useExamination, type ExaminationState } from "./use-examination";
import { useFill } from "./use-fill";

/** An app that a list can be made for. */
export interface ListApp {
  appid: string;
  name: string;
}

interface NewListDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  apps: readonly ListApp[];
  fill: FillActions;
}

/** A new list: what it is called, and who is in it. */
export function NewListDialog({ open, onOpenChange, apps, fill }: NewListDialogProps) {
  const [round, setRound] = useState(0);
  return (
    <NewList
      key={round}
      open={open}
      onOpenChange={onOpenChange}
      apps={apps}
      fill={fill}
      onLeave={() => {
        onOpenChange(false);
        setRound(round + 1);
      }}
    />
  );
}

function NewList({ open, onOpenChange, apps, fill, onLeave }: NewListDialogProps & { onLeave: () => void }) {
  const [name, setName] = useState("");
  const [appid, setAppid] = useState(apps[0]?.appid ?? "");
  const [test, setTest] = useState(false);
  const from = useRecipientSource();
  const source = useDeferredValue(from.source);
  const state = useExamination(source, from.mapping);
  const [agreedTo, setAgreedTo] = useState<Examination>();
  const { state: filling, start, retry, stop } = useFill(fill);

  const examination = state.kind === "read" && source === from.source ? state.examination : undefined;
  const left = examination ? examination.repeats.count + examination.unreadable.count : 0;
  const agreed = left === 0 || agreedTo === examination;
  const ready =
    name.trim() !== "" && appid !== "" && examination !== undefined && examination.recipients > 0 && !examination.tooMany && agreed;
  const begin = () => {
    if (ready && from.source && from.mapping)
      start({
        input: { appid, name, test },
        source: from.source,
        mapping: from.mapping,
        rows: examination.recipients + examination.repeats.count,
      });
  };
  const leftOut = useMemo(() => leftOutText(examination), [examination]);

  if (filling.kind !== "idle") {
    const over = filling.kind === "done";
    return (
      <Dialog
        open={open}
        // A slip of the finger must not throw away what is on its way.
        onOpenChange={() => over && onLeave()}
        title={over ? "The list is ready" : "Adding recipients"}
        footer={
          over ? (
            <Button variant="primary" onClick={onLeave}>
              Done
            </Button>
          ) : (
            <>
              <Button onClick={stop}>Cancel</Button>
              {filling.kind === "failed" && (
                <Button variant="primary" onClick={retry}>
                  Try again
                </Button>
              )}
            </>
          )
        }
      >
        <FillingView name={name.trim()} state={filling} leftOut={leftOut} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title="New list"
      description="Recipients under a name, to send to again and again."
      footer={
        <>
          <span className="mr-auto self-center text-sm text-ink-muted max-sm:w-full">
            <Reading state={state} />
          </span>
          <Button onClick={onLeave}>Cancel</Button>
          <Button variant="primary" disabled={!ready} onClick={begin}>
            <ListPlus aria-hidden />
            {examination && examination.recipients > 0 && !examination.tooMany
              ? `Add ${recipients(examination.recipients)}`
              : "Add recipients"}
          </Button>
        </>
      }
    >
      <div className="space-y-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" hint="Seen here only, never by recipients.">
            {(aria) => <Input {...aria} maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />}
          </Field>
          <Field label="App" hint="The list belongs to the app’s service.">
            {(aria) => (
              <Select
                {...aria}
                value={appid}
                onValueChange={setAppid}
                options={apps.map((app) => ({ value: app.appid, label: app.name, description: app.appid }))}
              />
            )}
          </Field>
        </div>
        <Switch
          checked={test}
          onCheckedChange={setTest}
          label="Test group"
          hint={`Offered when a message is tested, as long as it has at most ${mostTestRecipients} recipients.`}
        />
        <RecipientSource {...from} />
        {state.kind === "failed" && <Banner kind="danger" announce title={state.message} />}
        {examination?.tooMany && (
          <Banner
            kind="danger"
            announce
            title={`A list takes at most ${mostRecipients.toLocaleString("en")} recipients; this has more. Cut the file in two.`}
          />
        )}
        {examination && !examination.tooMany && (
          <FindingsView examination={examination} agreed={agreed} onAgree={(next) => setAgreedTo(next ? examination : undefined)} />
        )}
      </div>
    </Dialog>
  );
}

function Reading({ state }: { state: ExaminationState }) {
  return (
    <output className="tabular-nums">
      {state.kind === "reading" && (state.rows === 0 ? "Reading …" : `Reading … ${state.rows.toLocaleString("en")} rows`)}
      {state.kind === "read" && !state.examination.tooMany && recipients(state.examination.recipients)}
    </output>
  );
}

/** What the person agreed to leave out, to be told once more at the end. */
function leftOutText(examination: Examination | undefined): string {
  if (!examination) return "";
  const { repeats, unreadable } = examination;
  const twice = repeats.count === 0 ? [] : [`${repeats.count.toLocaleString("en")} ${repeats.count === 1 ? "was" : "were"} there twice`];
  const odd =
    unreadable.count === 0 ? [] : [`${unreadable.count.toLocaleString("en")} ${unreadable.count === 1 ? "row was" : "rows were"} left out`];
  const parts = [...twice, ...odd];
  return parts.length === 0 ? "None was there twice, and none was left out." : `${parts.join(", ")}.`;
}

function recipients(count: number): string {
  return count === 1 ? "1 recipient" : `${count.toLocaleString("en")} recipients`;
}
