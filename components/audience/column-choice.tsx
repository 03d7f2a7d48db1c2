"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { LabelledInput } from "@/components/ui/field";
import { LabelledSelect } from "@/components/ui/select";
import { mostParameters } from "@/lib/inputs/audience";
import type { DestinationKey } from "@/lib/interface/device-kinds";
import { ColumnNames } from "./column-names";
import { FirstRows } from "./first-rows";
import { KindSelect } from "./kind-select";
import { kindOfName, possibleParameters, type Mapping } from "./source/columns";
import { guessFileMapping } from "./source/file-mapping";
import { formerNames, withKnownNames } from "./source/parameter-names";
import type { SourceRow } from "./source/source-row";
import type { CheckedTemplate } from "./source/value-check";

interface ColumnChoiceProps {
  /** The first rows of the file, the names of its columns among them when it has any. */
  first: readonly SourceRow[];
  mapping: Mapping;
  /** What the values are checked against. */
  check?: CheckedTemplate | undefined;
  /** Names of parameters that are proposed for columns. */
  proposedNames: readonly string[];
  onChange: (mapping: Mapping) => void;
}

const mostPreviewed = 5;

/** What the columns of a file mean, and how its first rows read that way. */
export function ColumnChoice({
  first,
  mapping,
  check,
  proposedNames,
  onChange,
}: ColumnChoiceProps) {
  const at = Math.max(
    0,
    first.findIndex(({ line }) => line === mapping.headerLine),
  );
  const header = first[at]?.cells ?? [];
  const { headed, column, kind } = mapping;
  const columnName = (index: number) => (headed && header[index]?.trim()) || `Column ${index + 1}`;
  const others = header
    .map((_, index) => index)
    .filter((index) => index !== column && index !== mapping.kindColumn);
  const rows = first.slice(headed ? at + 1 : at).slice(0, mostPreviewed);
  const named = (all: Mapping["parameters"]) =>
    withKnownNames(
      { ...mapping, parameters: all.slice(0, mostParameters) },
      header,
      proposedNames,
      formerNames(),
    ).parameters;
  const { kindColumn, ...ofOneKind } = mapping;
  const { headerLine: _, ...unplaced } = mapping;
  const choose = (next: number) =>
    onChange({
      ...ofOneKind,
      column: next,
      kind: (headed ? kindOfName(header[next] ?? "") : undefined) ?? kind,
      parameters: headed ? named(possibleParameters(header, next)) : [],
    });
  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <LabelledSelect
          label="Identifiers are in"
          value={String(column)}
          onValueChange={(next) => choose(Number(next))}
          options={header.map((_, index) => ({
            value: String(index),
            label: columnName(index),
            named: true,
          }))}
        />
        {kindColumn === undefined ? (
          <KindSelect
            value={kind}
            onChange={(next: DestinationKey) => onChange({ ...mapping, kind: next })}
          />
        ) : (
          <LabelledInput
            label="Kind of recipient"
            readOnly
            value={`In column ${columnName(kindColumn)}`}
          />
        )}
      </div>
      <Checkbox
        checked={headed}
        onCheckedChange={(next) =>
          onChange({
            ...unplaced,
            headed: next,
            parameters: next && at === 0 ? named(possibleParameters(header, column)) : [],
          })
        }
        label={at > 0 ? "A row contains column names" : "The first row contains column names"}
        {...(headed ? {} : { hint: "Without column names, only the identifiers are imported." })}
      />
      {headed && (
        <LabelledSelect
          label="Header is in line"
          value={String(at)}
          onValueChange={(next) =>
            onChange({ ...guessFileMapping(first, proposedNames, Number(next)), headed: true })
          }
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
        <ColumnNames
          header={header}
          columns={others}
          columnName={columnName}
          mapping={mapping}
          proposedNames={proposedNames}
          onChange={onChange}
        />
      )}
      <FirstRows
        header={header}
        rows={rows}
        mapping={mapping}
        columnName={columnName}
        check={check}
      />
    </div>
  );
}
