"use client";

import { useId, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Verbatim } from "@/components/ui/verbatim";
import { mostParameters } from "@/lib/inputs/audience";
import { placeholderOf } from "@/lib/template/placeholder";
import { parameterName, type Mapping } from "./source/columns";
import { nameFault, rememberName } from "./source/parameter-names";

interface ColumnNamesProps {
  /** The names of the columns. */
  header: readonly string[];
  /** Columns that can be parameters, by their place. */
  columns: readonly number[];
  columnName: (column: number) => string;
  mapping: Mapping;
  /** Names of parameters that are proposed. */
  proposedNames: readonly string[];
  onChange: (mapping: Mapping) => void;
}

/**
 * Lets the user choose which columns of a file are imported, and the parameter for each. Choices
 * are remembered for the next file.
 */
export function ColumnNames({
  header,
  columns,
  columnName,
  mapping,
  proposedNames,
  onChange,
}: ColumnNamesProps) {
  const listId = useId();
  const { parameters } = mapping;
  const nameAt = (column: number) => parameters.find((one) => one.column === column)?.name;
  const put = (column: number, name: string | undefined) => {
    rememberName(header[column] ?? "", name ?? "");
    const others = parameters.filter((one) => one.column !== column);
    // Another parameter may be a text: its dates are as they are written.
    const next = name === undefined ? others : [...others, { column, name }];
    onChange({ ...mapping, parameters: next.toSorted((one, other) => one.column - other.column) });
  };
  return (
    <fieldset>
      <legend className="text-sm font-medium">Parameters</legend>
      <p className="text-xs text-ink-faint">
        Each recipient’s message can use them: in a text as {placeholderOf("name")}, or by a
        template. An empty cell is no value.
      </p>
      <ul className="mt-2 space-y-1.5">
        {columns.map((column) => (
          <ColumnName
            // Another file, or another row of names, begins afresh.
            key={`${column} ${header[column] ?? ""}`}
            label={columnName(column)}
            proposed={parameterName(header[column] ?? "")}
            name={nameAt(column)}
            others={parameters.flatMap((one) => (one.column === column ? [] : [one.name]))}
            listId={listId}
            onChange={(name) => put(column, name)}
          />
        ))}
      </ul>
      <datalist id={listId}>
        {proposedNames.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </fieldset>
  );
}

interface ColumnNameProps {
  label: string;
  /** What it is called unless something else is typed. */
  proposed: string;
  /** Undefined where the column is left out. */
  name: string | undefined;
  others: readonly string[];
  listId: string;
  onChange: (name: string | undefined) => void;
}

function ColumnName({ label, proposed, name, others, listId, onChange }: ColumnNameProps) {
  const id = useId();
  const [typed, setTyped] = useState(name ?? proposed);
  const isFull = name === undefined && others.length >= mostParameters;
  const fault = nameFault(typed, others);
  const isWrong = fault !== undefined && (name !== undefined || typed !== proposed);
  const commit = () => {
    // Who passes by chooses nothing.
    if (fault === undefined && typed !== (name ?? proposed) && !isFull) onChange(typed);
  };
  return (
    <li className="grid items-start gap-x-4 gap-y-1 sm:grid-cols-2">
      <Checkbox
        checked={name !== undefined}
        disabled={isFull || (name === undefined && fault !== undefined)}
        onCheckedChange={(next) => onChange(next ? typed : undefined)}
        label={<Verbatim>{label}</Verbatim>}
        {...(isFull
          ? { hint: `At most ${mostParameters}` }
          : name === undefined && fault !== undefined
            ? { hint: "Give it a name to keep it" }
            : {})}
      />
      <div>
        <Input
          aria-label={`Parameter for ${label}`}
          {...(isWrong && { "aria-invalid": true, "aria-describedby": `${id}-fault` })}
          className="code h-8 text-sm"
          autoCapitalize="none"
          spellCheck={false}
          list={listId}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            commit();
          }}
        />
        {isWrong && (
          <p id={`${id}-fault`} className="mt-1 text-xs text-red-fg">
            {fault}
          </p>
        )}
      </div>
    </li>
  );
}
