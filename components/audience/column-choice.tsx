"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { LabelledInput } from "@/components/ui/labelled-input";
import { LabelledSelect } from "@/components/ui/labelled-select";
import { mostParameters } from "@/lib/inputs/audience";
import type { DestinationKey } from "@/lib/interface/device-kinds";
import { FirstRows } from "./first-rows";
import { kindOfName, parameterFault, parameterName, possibleParameters, type Mapping } from "./columns";
import { guessFileMapping } from "./file-mapping";
import { placeholderOf } from "@/lib/template/placeholder";
import { KindSelect } from "./kind-select";
import type { SourceRow } from "./source";
import type { CheckedTemplate } from "./value-check";
import { Verbatim } from "@/components/ui/verbatim";

interface ColumnChoiceProps {
  /** The first rows of the file, the names of its columns among them when it has any. */
  first: readonly SourceRow[];
  mapping: Mapping;
  /** What the values are checked against. */
  check?: CheckedTemplate | undefined;
  onChange: (mapping: Mapping) => void;
}

const mostPreviewed = 5;

/** What the columns of a file mean, and how its first rows read that way. */
export function ColumnChoice({ first, mapping, check, onChange }: ColumnChoiceProps) {
  const at = Math.max(
    0,
    first.findIndex(({ line }) => line === mapping.headerLine),
  );
  const header = first[at]?.cells ?? [];
  const { headed, column, kind, parameters } = mapping;
  const nameOf = (index: number) => (headed && header[index]?.trim()) || `Column ${index + 1}`;
  const others = header.map((_, index) => index).filter((index) => index !== column && index !== mapping.kindColumn);
  const rows = first.slice(headed ? at + 1 : at).slice(0, mostPreviewed);
  const { kindColumn, ...ofOneKind } = mapping;
  const { headerLine: _, ...unplaced } = mapping;
  const choose = (next: number) =>
    onChange({
      ...ofOneKind,
      column: next,
      kind: (headed ? kindOfName(header[next] ?? "") : undefined) ?? kind,
      parameters: headed ? possibleParameters(header, next).slice(0, mostParameters) : [],
    });
  const keep = (index: number, kept: boolean) =>
    onChange({
      ...mapping,
      parameters: possibleParameters(header, column).filter((one) =>
        one.column === index ? kept : parameters.some((other) => other.column === one.column),
      ),
    });
  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <LabelledSelect
          label="Identifiers are in"
          value={String(column)}
          onValueChange={(next) => choose(Number(next))}
          options={header.map((_, index) => ({ value: String(index), label: nameOf(index), named: true }))}
        />
        {kindColumn === undefined ? (
          <KindSelect value={kind} onChange={(next: DestinationKey) => onChange({ ...mapping, kind: next })} />
        ) : (
          <LabelledInput label="Kind of recipient" readOnly value={`In column ${nameOf(kindColumn)}`} />
        )}
      </div>
      <Checkbox
        checked={headed}
        onCheckedChange={(next) =>
          onChange({
            ...unplaced,
            headed: next,
            parameters: next && at === 0 ? possibleParameters(header, column).slice(0, mostParameters) : [],
          })
        }
        label={at > 0 ? "A row contains column names" : "The first row contains column names"}
        {...(headed ? {} : { hint: "Without column names, only the identifiers are imported." })}
      />
      {headed && (
        <LabelledSelect
          label="Header is in line"
          value={String(at)}
          onValueChange={(next) => onChange({ ...guessFileMapping(first, Number(next)), headed: true })}
          options={first.map(({ line, cells }, index) => ({
            value: String(index),
            label: `${line}: ${cells
              .filter((cell) => cell.trim() !== "")
              .join(", ")
              .slice(0, 60)}`,
          }))}
        />
      )}
      {headed && others.length > 0 && (
        <fieldset>
          <legend className="text-sm font-medium">Parameters</legend>
          <p className="text-xs text-ink-faint">
            Each recipient’s message can use them: in a text as {placeholderOf("name")}, or by a template. An empty cell is no value.
          </p>
          <div className="mt-2 grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
            {others.map((index) => {
              const fault = parameterFault(header, index);
              const kept = parameters.some((one) => one.column === index);
              const full = !kept && parameters.length >= mostParameters;
              return (
                <Checkbox
                  key={index}
                  checked={kept}
                  disabled={fault !== undefined || full}
                  onCheckedChange={(next) => keep(index, next)}
                  label={<Verbatim>{nameOf(index)}</Verbatim>}
                  {...(fault !== undefined
                    ? { hint: `Left out: ${fault}` }
                    : parameterName(header[index] ?? "") !== header[index]?.trim()
                      ? { hint: `As ${placeholderOf(parameterName(header[index] ?? ""))}` }
                      : full
                        ? { hint: `At most ${mostParameters}` }
                        : {})}
                />
              );
            })}
          </div>
        </fieldset>
      )}
      <FirstRows header={header} rows={rows} mapping={mapping} nameOf={nameOf} check={check} />
    </div>
  );
}
