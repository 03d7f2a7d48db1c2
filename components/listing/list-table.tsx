import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "@/components/ui/table";
import type { ListAddress } from "./list-address";
import { SelectPage, SelectRow } from "./select-row";
import { SortLink } from "./sort-link";

/** A column of a list. */
export interface Column<R> {
  /** Its heading. */
  name: string;
  /** The heading is read aloud only. */
  nameHidden?: boolean;
  cell: (row: R) => ReactNode;
  /** Where it goes when a row folds on a narrow window: first line and its right end, second line and its right end, a line of its own, or nowhere. */
  fold: "title" | "corner" | "start" | "end" | "line" | "hidden";
  /** What the heading sorts by at the first click; a minus for the largest first. Only what the server can page by. */
  sort?: string;
  align?: "end";
  /** Its width, on wide windows. */
  width?: string;
  /** The look of its cells. */
  className?: string;
}

interface ListTableProps<R> {
  label: string;
  rows: readonly R[];
  columns: readonly Column<R>[];
  idOf: (row: R) => string;
  /** Rows can be selected, by these names; the table stands in a `Selection` then. */
  nameOf?: (row: R) => string;
  /** Where columns sort: the address of the list. */
  address?: ListAddress;
}

const folds: Record<Column<never>["fold"], string> = {
  title: "max-md:order-1 max-md:min-w-0 max-md:max-w-none",
  corner: "max-md:order-2 max-md:w-auto max-md:text-right",
  start: "max-md:order-3 max-md:min-w-0 max-md:pt-1.5!",
  end: "max-md:order-4 max-md:self-end max-md:pt-1.5! max-md:text-right",
  line: "max-md:order-5 max-md:col-span-2 max-md:min-w-0 max-md:pt-1.5!",
  hidden: "max-md:hidden",
};

/** The table of a list. On a narrow window each row folds into a few lines, and the head keeps what can be pressed. */
export function ListTable<R>({ label, rows, columns, idOf, nameOf, address }: ListTableProps<R>) {
  const pressable = nameOf !== undefined || columns.some(({ sort }) => sort !== undefined);
  return (
    <Table label={label} className="max-md:block">
      <TableHead className={pressable ? "max-md:block" : "max-md:sr-only"}>
        <tr className="max-md:flex max-md:h-10 max-md:items-center max-md:gap-3 max-md:px-4">
          {nameOf && (
            <HeaderCell className="w-10 pr-0 max-md:h-auto max-md:w-6 max-md:p-0!">
              <SelectPage />
            </HeaderCell>
          )}
          {columns.map((column) => (
            <Heading key={column.name} column={column} address={address} />
          ))}
        </tr>
      </TableHead>
      <TableBody className="max-md:block">
        {rows.map((row) => (
          <TableRow
            key={idOf(row)}
            className={cn(
              "relative hover:bg-hover/50 has-[a[data-row]:focus-visible]:bg-hover/50 has-aria-checked:bg-primary/6",
              "max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:px-4 max-md:py-2.5",
              nameOf && "max-md:pl-13",
            )}
          >
            {nameOf && (
              <Cell className="w-10 pr-0 max-md:absolute max-md:top-2 max-md:left-4 max-md:p-0!">
                <SelectRow id={idOf(row)} name={nameOf(row)} />
              </Cell>
            )}
            {columns.map(({ name, cell, fold, align, width, className }) => (
              <Cell key={name} className={cn(align === "end" && "text-right", width, className, "max-md:p-0!", folds[fold])}>
                {cell(row)}
              </Cell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Heading<R>({ column, address }: { column: Column<R>; address: ListAddress | undefined }) {
  const { name, nameHidden = false, sort, align, width } = column;
  const look = cn(align === "end" && "text-right", width);
  if (sort === undefined || address === undefined)
    return <HeaderCell className={cn(look, "max-md:sr-only")}>{nameHidden ? <span className="sr-only">{name}</span> : name}</HeaderCell>;
  const present = address.sort.replace(/^-/, "") === sort.replace(/^-/, "");
  return (
    <HeaderCell
      className={cn(look, "max-md:h-auto max-md:w-auto max-md:max-w-none max-md:min-w-0 max-md:p-0!")}
      aria-sort={!present ? "none" : address.sort.startsWith("-") ? "descending" : "ascending"}
    >
      <SortLink address={address} sort={sort} present={present}>
        {name}
      </SortLink>
    </HeaderCell>
  );
}
