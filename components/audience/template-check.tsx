"use client";

import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { saveCsv } from "@/components/form/file/csv";
import { Button } from "@/components/ui/button";
import { LabelledSelect } from "@/components/ui/select";
import { Verbatim } from "@/components/ui/verbatim";
import { FindingList } from "./findings-view";
import { DateOffers, ReadDates, RefusalList } from "./refusal-list";
import type { Mapping } from "./source/columns";
import type { Examination } from "./source/examine-rows";
import { columnFaults, headerFor, type CheckedTemplate } from "./source/value-check";
import type { DateOrder } from "./source/written-dates";

interface TemplateCheckProps {
  templates: readonly CheckedTemplate[];
  chosen: CheckedTemplate | undefined;
  onChoose: (template: CheckedTemplate | undefined) => void;
  /** What the columns mean; undefined until there is a file. */
  mapping: Mapping | undefined;
  onMapping: (mapping: Mapping) => void;
  examination: Examination | undefined;
}

const none = "none";
/** Up to so many refused recipients are listed by their lines, more of them by reason. */
const mostLines = 3;
const list = new Intl.ListFormat("en");

/** Lets the user choose the template that a file is for, and lists values that do not fit it. */
export function TemplateCheck({
  templates,
  chosen,
  onChoose,
  mapping,
  onMapping,
  examination,
}: TemplateCheckProps) {
  const readDates = (name: string, order: DateOrder | undefined) => {
    if (!mapping) return;
    const parameters = mapping.parameters.map(({ dates, ...one }) => {
      const next = one.name === name ? order : dates;
      return { ...one, ...(next && { dates: next }) };
    });
    onMapping({ ...mapping, parameters });
  };
  const refused = examination?.refused.count ?? 0;
  return (
    <div className="space-y-3">
      <LabelledSelect
        label="Check against a template"
        optional
        action={
          chosen && (
            <Button
              icon={Download}
              size="sm"
              variant="ghost"
              onClick={() =>
                saveCsv([headerFor(chosen.parameters)], `${chosen.templateId}.recipients.csv`)
              }
            >
              Empty CSV
            </Button>
          )
        }
        value={chosen?.templateId ?? none}
        onValueChange={(id) => onChoose(templates.find(({ templateId }) => templateId === id))}
        options={[
          { value: none, label: "No template" },
          ...templates.map(({ templateId, name }) => ({
            value: templateId,
            label: name,
            named: true,
            description: templateId,
          })),
        ]}
      />
      {chosen && mapping && (
        <Columns template={chosen} columns={mapping.parameters.map(({ name }) => name)} />
      )}
      {mapping && (
        <ReadDates parameters={mapping.parameters} onStop={(name) => readDates(name, undefined)} />
      )}
      {chosen && examination && refused > 0 && (
        <div className="rounded-lg border border-amber-solid/35 bg-amber-soft px-4 py-3">
          {refused > mostLines ? (
            <RefusalList refusals={examination.refusals} title={refusedText(chosen, refused)} />
          ) : (
            <FindingList findings={examination.refused} title={refusedText(chosen, refused)} />
          )}
          <DateOffers refusals={examination.refusals} onReadDates={readDates} />
          <p className="mt-2 text-sm text-ink-muted">
            They are added anyway. Fix the file and choose it again, or use another template for
            them.
          </p>
        </div>
      )}
    </div>
  );
}

function refusedText({ name }: CheckedTemplate, recipients: number): ReactNode {
  return (
    <>
      <Verbatim>{name}</Verbatim> would be refused for{" "}
      {recipients === 1 ? "1 recipient" : `${recipients.toLocaleString("en")} recipients`}
    </>
  );
}

function Columns({ template, columns }: { template: CheckedTemplate; columns: readonly string[] }) {
  const { missing, required, unused } = columnFaults(template, columns);
  return (
    <ul className="space-y-0.5 text-sm text-ink-muted">
      {required.length > 0 && (
        <li className="font-medium text-amber-fg">
          {required.length === 1
            ? "A required column is missing: "
            : "Required columns are missing: "}
          <Verbatim>{list.format(required)}</Verbatim>
        </li>
      )}
      {missing.length > 0 && (
        <li>
          Left at the default: <Verbatim>{list.format(missing)}</Verbatim>
        </li>
      )}
      {unused.length > 0 && (
        <li>
          Not used by this template: <Verbatim>{list.format(unused)}</Verbatim>
        </li>
      )}
      {required.length + missing.length + unused.length === 0 && (
        <li>Every column is one of its parameters.</li>
      )}
    </ul>
  );
}
