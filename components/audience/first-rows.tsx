"use client";

import { cn } from "@/components/ui/cn";
import { Table, TableBody, TableHead, TableRow, Cell, HeaderCell } from "@/components/ui/table";
import { verbatim } from "@/components/ui/verbatim";
import { valueIn, type Mapping } from "./source/columns";
import type { SourceRow } from "./source/source-row";
import { valueFault, type CheckedTemplate } from "./source/value-check";

interface FirstRowsProps {
  /** The cells of the first row: there is a column for each. */
  header: readonly string[];
  rows: readonly SourceRow[];
  mapping: Mapping;
  columnName: (column: number) => string;
  /** What the values are checked against. */
  check: CheckedTemplate | undefined;
}

/**
 * The first rows of a file, with the columns that are left out struck through and the values that
 * do not fit marked.
 */
export function FirstRows({ header, rows, mapping, columnName, check }: FirstRowsProps) {
  const { column, parameters } = mapping;
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <Table label="The first rows">
        <TableHead>
          <tr>
            <HeaderCell>Line</HeaderCell>
            {header.map((_, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- columns have no identity but their place
              <HeaderCell
                key={index}
                {...verbatim}
                className={cn("foreign", isMapped(index, mapping) ? "text-ink" : "line-through")}
              >
                {columnName(index)}
              </HeaderCell>
            ))}
          </tr>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.line}>
              <Cell className="text-xs text-ink-faint tabular-nums">{row.line}</Cell>
              {header.map((_, index) => {
                const mapped = parameters.find((one) => one.column === index);
                const value = valueIn(row.cells[index] ?? "", mapped ?? {});
                const parameter = check?.parameters.find((one) => one.name === mapped?.name);
                const fault = parameter && valueFault(parameter, value);
                return (
                  <Cell
                    // oxlint-disable-next-line react/no-array-index-key -- columns have no identity but their place
                    key={index}
                    {...verbatim}
                    className={cn(
                      "foreign max-w-48 truncate text-xs",
                      index === column
                        ? "code font-medium"
                        : isMapped(index, mapping)
                          ? ""
                          : "text-ink-faint line-through",
                      fault !== undefined && "bg-red-soft text-red-fg",
                    )}
                    title={fault && `${parameter?.name} ${fault}`}
                  >
                    {value}
                    {fault !== undefined && (
                      <span className="sr-only">
                        {" "}
                        ({parameter?.name} {fault})
                      </span>
                    )}
                  </Cell>
                );
              })}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function isMapped(index: number, { column, kindColumn, parameters }: Mapping): boolean {
  return index === column || index === kindColumn || parameters.some((one) => one.column === index);
}
