"use client";

import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { isolated } from "@/components/ui/sentence";
import { Verbatim } from "@/components/ui/verbatim";
import type { AttributeType } from "@/lib/inputs/attribute";
import { typeOptions } from "./attribute-words";
import type { ColumnUse, NamedType } from "./user-rows";

interface ColumnUsesProps {
  header: readonly string[];
  /** The first rows, to recognise the columns by. */
  rows: readonly (readonly string[])[];
  columns: readonly ColumnUse[];
  /** The attributes of the service: their types stand. */
  attributes: readonly NamedType[];
  onChange: (columns: ColumnUse[]) => void;
  /** What a column is proposed as, where it becomes an attribute. */
  proposed: (at: number) => NamedType;
}

const useOptions = [
  { value: "userid", label: "User ID" },
  { value: "attribute", label: "Attribute" },
  { value: "language", label: "Language" },
  { value: "timezone", label: "Time zone" },
  { value: "none", label: "Not imported" },
] as const;

/** What each column of a file is read as, with its first values. */
export function ColumnUses({
  header,
  rows,
  columns,
  attributes,
  onChange,
  proposed,
}: ColumnUsesProps) {
  const set = (at: number, use: ColumnUse) =>
    onChange(columns.map((other, index) => (index === at ? use : other)));
  return (
    <ul aria-label="Columns of the file" className="divide-y divide-line">
      {columns.map((use, at) => {
        const name = header[at]?.trim() || `Column ${at + 1}`;
        const values = rows.map((cells) => cells[at]?.trim() ?? "").filter((cell) => cell !== "");
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a column is its place
          <li key={at} className="grid gap-2 py-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
            <div className="min-w-0">
              <Verbatim className="block truncate font-medium">{name}</Verbatim>
              <Verbatim className="block truncate text-xs text-ink-muted">
                {values.slice(0, 3).join(", ")}
              </Verbatim>
            </div>
            <Select
              aria-label={`${isolated(name)} is imported as`}
              value={use.is}
              onValueChange={(is) => set(at, useOf(is, proposed(at)))}
              options={useOptions}
            />
            {use.is === "attribute" && (
              <NameAndType
                use={use}
                column={name}
                attributes={attributes}
                onChange={(next) => set(at, next)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function NameAndType({
  use,
  column,
  attributes,
  onChange,
}: {
  use: Extract<ColumnUse, { is: "attribute" }>;
  column: string;
  attributes: readonly NamedType[];
  onChange: (use: ColumnUse) => void;
}) {
  const existing = attributes.find((attribute) => attribute.name === use.name);
  // The values of one that exists are read by its own type.
  const rename = (name: string) =>
    onChange({ ...use, ...attributes.find((attribute) => attribute.name === name), name });
  return (
    <>
      <Input
        aria-label={`Attribute that ${isolated(column)} is stored as`}
        className="code"
        spellCheck={false}
        value={use.name}
        onChange={({ target }) => rename(target.value.trim())}
      />
      <Select
        aria-label={`Type of ${isolated(use.name)}`}
        value={use.type}
        disabled={existing !== undefined}
        onValueChange={(type) => onChange({ ...use, type: type as AttributeType })}
        options={typeOptions}
      />
    </>
  );
}

function useOf(is: string, attribute: NamedType): ColumnUse {
  if (is === "attribute") return { is, ...attribute };
  return { is: is === "userid" || is === "language" || is === "timezone" ? is : "none" };
}
