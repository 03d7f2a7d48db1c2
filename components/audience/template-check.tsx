"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { saveCsv } from "@/components/form/csv";
import { LabelledSelect } from "@/components/ui/labelled-select";
import type { Findings } from "./examine-rows";
import { FindingList } from "./findings-view";
import { columnFaults, headerFor, type CheckedTemplate } from "./value-check";
import { Verbatim } from "@/components/ui/verbatim";

interface TemplateCheckProps {
  templates: readonly CheckedTemplate[];
  chosen: CheckedTemplate | undefined;
  onChoose: (template: CheckedTemplate | undefined) => void;
  /** Columns whose values are kept; undefined until there is a file. */
  columns: readonly string[] | undefined;
  refused: Findings | undefined;
}

const none = "none";
const list = new Intl.ListFormat("en");

/** Which template the values of a file are meant for, and what of them it does not take. */
export function TemplateCheck({ templates, chosen, onChoose, columns, refused }: TemplateCheckProps) {
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
              onClick={() => void saveCsv([headerFor(chosen.parameters)], `${chosen.templateId}.recipients.csv`)}
            >
              Empty CSV
            </Button>
          )
        }
        value={chosen?.templateId ?? none}
        onValueChange={(id) => onChoose(templates.find(({ templateId }) => templateId === id))}
        options={[
          { value: none, label: "No template" },
          ...templates.map(({ templateId, name }) => ({ value: templateId, label: name, named: true, description: templateId })),
        ]}
      />
      {chosen && columns && <Columns template={chosen} columns={columns} />}
      {chosen && refused && refused.count > 0 && (
        <div className="rounded-lg border border-amber-solid/35 bg-amber-soft px-4 py-3">
          <FindingList
            findings={refused}
            title={
              refused.count === 1
                ? `${chosen.name} would be refused for 1 recipient`
                : `${chosen.name} would be refused for ${refused.count.toLocaleString("en")} recipients`
            }
          />
          <p className="mt-2 text-sm text-ink-muted">
            They are added anyway. Fix the file and choose it again, or use another template for them.
          </p>
        </div>
      )}
    </div>
  );
}

function Columns({ template, columns }: { template: CheckedTemplate; columns: readonly string[] }) {
  const { missing, required, unused } = columnFaults(template, columns);
  return (
    <ul className="space-y-0.5 text-sm text-ink-muted">
      {required.length > 0 && (
        <li className="font-medium text-amber-fg">
          {required.length === 1 ? "A required column is missing: " : "Required columns are missing: "}
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
      {required.length + missing.length + unused.length === 0 && <li>Every column is one of its parameters.</li>}
    </ul>
  );
}
