"use client";

import { Plus, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { z } from "zod";
import { useField } from "@/components/form/use-field";
import { Button } from "@/components/ui/button";
import { PaddedCard } from "@/components/ui/card";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Notices } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import type { OpenedService } from "@/lib/directory/service/open";
import {
  capText,
  capUnits,
  frequencyCapSchema,
  mostCaps,
  type CapUnit,
} from "@/lib/inputs/frequency-cap";
import { serviceCapsSchema } from "@/lib/inputs/service";
import { wholeNumber } from "@/lib/inputs/typed-number";
import { PartForm } from "./part-form";
import type { ChangeService } from "./service-actions";

type Values = z.input<typeof serviceCapsSchema>;

/** A cap in the making: what is no whole number stays as it was typed. */
interface CapRow {
  messages: unknown;
  span: unknown;
  unit: CapUnit;
}

const unitNames: Record<CapUnit, string> = { hours: "hours", days: "calendar days" };

/** How many campaign messages each user gets at most. */
export function CapsCard({
  service,
  change,
}: {
  service: OpenedService;
  change: ChangeService | undefined;
}) {
  const { serviceId, frequencyCaps } = service;
  return (
    <PaddedCard
      id="caps-title"
      title="Frequency caps"
      description="How many campaign messages a user gets at most. Users who have reached a cap are left out of a campaign; its results list them. Messages over the API, tests, and campaigns that an admin marked as necessary are neither limited nor counted."
      inside="space-y-5"
    >
      <PartForm
        label="Frequency caps"
        schema={serviceCapsSchema}
        initial={{ serviceId, part: "caps", frequencyCaps }}
        service={service}
        change={change}
        values={[
          [
            "A user gets",
            frequencyCaps.length === 0
              ? "every campaign"
              : new Intl.ListFormat("en").format(frequencyCaps.map(capText)),
          ],
        ]}
      >
        <CapsField />
      </PartForm>
    </PaddedCard>
  );
}

/** The caps, one a row. */
function CapsField() {
  const { fieldValue, change, leave, error, notices } = useField<Values>("frequencyCaps");
  const id = useId();
  const fieldset = useRef<HTMLFieldSetElement>(null);
  /** The row that was added last: it takes the focus when it appears. */
  const [added, setAdded] = useState<number>();
  const rows = Array.isArray(fieldValue) ? (fieldValue as CapRow[]) : [];
  const faults = rows.map((row) => (error === undefined ? undefined : faultOf(row)));
  const own = faults.every((fault) => fault === undefined) ? error : undefined;
  const all = own === undefined ? notices : [{ tone: "error" as const, text: own }, ...notices];
  const add = () => {
    change([...rows, { messages: "", span: 24, unit: "hours" }]);
    setAdded(rows.length);
  };
  const remove = (index: number) => {
    change(rows.toSpliced(index, 1));
    setAdded(undefined);
    // The button that had the focus is gone.
    fieldset.current?.focus();
  };
  return (
    <fieldset
      ref={fieldset}
      data-path="frequencyCaps"
      tabIndex={-1}
      aria-describedby={`${id}-below`}
      className="min-w-0 space-y-3"
    >
      <legend className="mb-1.5 text-sm font-medium">A user gets</legend>
      {rows.length === 0 && <p className="text-sm text-ink-muted">Every campaign: no caps yet.</p>}
      {rows.map((row, index) => (
        <CapLine
          // oxlint-disable-next-line react/no-array-index-key -- a row has no identity but its place, and never moves
          key={index}
          name={`Cap ${index + 1}`}
          row={row}
          fault={faults[index]}
          focused={index === added}
          onChange={(next) => change(rows.with(index, next))}
          onBlur={leave}
          onRemove={() => remove(index)}
        />
      ))}
      {rows.length < mostCaps && (
        <Button icon={Plus} size="sm" variant="ghost" className="-ml-2" onClick={add}>
          Add a cap
        </Button>
      )}
      <div id={`${id}-below`} className="text-xs">
        {all.length === 0 ? (
          <p className="text-ink-faint">
            Hours count back from the moment of sending; calendar days are those of the user’s time
            zone, today included. Counting begins with the first cap.
          </p>
        ) : (
          <Notices id={id} notices={all} />
        )}
      </div>
    </fieldset>
  );
}

interface CapLineProps {
  name: string;
  row: CapRow;
  fault: string | undefined;
  /** Takes the focus when it is drawn first. */
  focused: boolean;
  onChange: (row: CapRow) => void;
  onBlur: () => void;
  onRemove: () => void;
}

function CapLine({ name, row, fault, focused, onChange, onBlur, onRemove }: CapLineProps) {
  const faultId = useId();
  const described = fault === undefined ? undefined : faultId;
  return (
    <fieldset aria-label={name} className="min-w-0">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <span>at most</span>
        <Input
          aria-label={`${name}: messages`}
          aria-describedby={described}
          aria-invalid={fault === undefined ? undefined : true}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the row was asked for by a press just now
          autoFocus={focused}
          inputMode="numeric"
          className="w-16"
          value={typedText(row.messages)}
          onChange={({ target }) => onChange({ ...row, messages: typedValue(target.value) })}
          onBlur={onBlur}
        />
        <span>messages in</span>
        <Input
          aria-label={`${name}: length`}
          aria-describedby={described}
          aria-invalid={fault === undefined ? undefined : true}
          inputMode="numeric"
          className="w-16"
          value={typedText(row.span)}
          onChange={({ target }) => onChange({ ...row, span: typedValue(target.value) })}
          onBlur={onBlur}
        />
        <Select
          aria-label={`${name}: unit`}
          className="w-40"
          value={row.unit}
          onValueChange={(unit) => onChange({ ...row, unit: unit as CapUnit })}
          options={capUnits.map((value) => ({ value, label: unitNames[value] }))}
        />
        <IconButton
          icon={Trash2}
          label={`Remove ${name.charAt(0).toLowerCase()}${name.slice(1)}`}
          onClick={onRemove}
        />
      </div>
      {fault !== undefined && (
        <p id={faultId} className="mt-1 text-xs text-red-fg">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

const fieldNames: Readonly<Record<string, string>> = { messages: "Messages", span: "Length" };

/** What is wrong with a cap, in a sentence. */
function faultOf(row: CapRow): string | undefined {
  const issue = frequencyCapSchema.safeParse(row).error?.issues[0];
  if (!issue) return undefined;
  return `${fieldNames[String(issue.path[0])] ?? "Unit"} ${issue.message}.`;
}

function typedText(value: unknown): string {
  return typeof value === "number" || typeof value === "string" ? String(value) : "";
}

function typedValue(text: string): unknown {
  return wholeNumber(text) ?? text;
}
