import type { ReactNode } from "react";
import { SameServiceLink } from "@/components/shell/same-service";
import { cn } from "@/components/ui/cn";
import { RelativeTime } from "@/components/ui/relative-time";
import { sentence } from "@/components/ui/sentence";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "@/components/ui/table";
import { verbatim } from "@/components/ui/verbatim";
import type { ListAddress } from "./list-address";
import type { SelectionColumn } from "./selecting";
import { SortLink } from "./sort-link";

/** A column of a list. */
export interface Column<R> {
  /** Its heading; a name of a user in it stands within the marks of `isolated`. */
  name: string;
  /** The heading is read aloud only. */
  nameHidden?: boolean;
  cell: (row: R) => ReactNode;
  /**
   * Where it goes when a row folds for want of room: first line and its right end, second line and
   * its right end, a line of its own, or nowhere.
   */
  fold: "title" | "corner" | "start" | "end" | "line" | "hidden";
  /**
   * What the heading sorts by at the first click; a minus for the largest first. Only what the
   * server can page by.
   */
  sort?: string;
  align?: "end";
  /** Its width, where rows do not fold. */
  width?: string;
  /** The look of its cells. */
  className?: string;
}

/** The last column of a list: what can be done to a row. */
export function menuColumn<R>(cell: Column<R>["cell"]): Column<R> {
  return { name: "Actions", nameHidden: true, fold: "corner", align: "end", width: "w-10", cell };
}

/** A column that says when something was. */
export function timeColumn<R>(
  name: string,
  at: (row: R) => string,
  rest: Pick<Column<R>, "fold" | "align" | "sort">,
): Column<R> {
  const cell = (row: R) => <RelativeTime at={at(row)} focusable={false} />;
  return { name, className: "text-xs whitespace-nowrap text-ink-muted", cell, ...rest };
}

interface ListTableProps<R> {
  label: string;
  rows: readonly R[];
  columns: readonly Column<R>[];
  idOf: (row: R) => string;
  /** How rows are selected; the table stands in a `Selection` then. */
  selecting?: SelectionColumn<R>;
  /** Where columns sort: the address of the list. */
  address?: ListAddress;
}

const folds: Record<Column<never>["fold"], string> = {
  title: "@max-2xl:order-1 @max-2xl:col-start-1 @max-2xl:min-w-0 @max-2xl:max-w-none",
  corner: "@max-2xl:order-2 @max-2xl:col-start-2 @max-2xl:w-auto @max-2xl:text-right",
  start:
    "@max-2xl:order-3 @max-2xl:col-start-1 @max-2xl:min-w-0 @max-2xl:pt-1.5! @max-2xl:text-left",
  end: "@max-2xl:order-4 @max-2xl:col-start-2 @max-2xl:self-end @max-2xl:pt-1.5! @max-2xl:text-right",
  line: "@max-2xl:order-5 @max-2xl:col-span-2 @max-2xl:min-w-0 @max-2xl:pt-1.5!",
  hidden: "@max-2xl:hidden",
};

/**
 * The table of a list. Where it has little room each row folds into a few lines, and the head keeps
 * what can be pressed.
 */
export function ListTable<R>({
  label,
  rows,
  columns,
  idOf,
  selecting,
  address,
}: ListTableProps<R>) {
  const pressable = selecting !== undefined || columns.some(({ sort }) => sort !== undefined);
  return (
    <Table label={label} className="@max-2xl:block">
      <TableHead className={pressable ? "@max-2xl:block" : "@max-2xl:sr-only"}>
        <tr className="@max-2xl:flex @max-2xl:h-10 @max-2xl:items-center @max-2xl:gap-3 @max-2xl:px-4">
          {selecting && (
            <HeaderCell className="w-10 pr-0 @max-2xl:h-auto @max-2xl:w-6 @max-2xl:p-0!">
              {selecting.page}
            </HeaderCell>
          )}
          {columns.map((column) => (
            <Heading key={column.name} column={column} address={address} />
          ))}
        </tr>
      </TableHead>
      <TableBody className="@max-2xl:block">
        {rows.map((row) => (
          <TableRow
            key={idOf(row)}
            className={cn(
              "relative hover:bg-hover/50 has-[a[data-row]:focus-visible]:bg-hover/50 has-aria-checked:bg-primary/6",
              "@max-2xl:grid @max-2xl:grid-cols-[minmax(0,1fr)_auto] @max-2xl:gap-x-3 @max-2xl:px-4 @max-2xl:py-2.5",
              selecting && "@max-2xl:pl-13",
            )}
          >
            {selecting && (
              <Cell className="w-10 pr-0 @max-2xl:absolute @max-2xl:top-2 @max-2xl:left-4 @max-2xl:p-0!">
                {selecting.row(row)}
              </Cell>
            )}
            {columns.map(({ name, cell, fold, align, width, className }) => (
              <Cell
                key={name}
                className={cn(
                  align === "end" && "text-right",
                  width,
                  className,
                  "@max-2xl:p-0!",
                  folds[fold],
                )}
              >
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
    return (
      <HeaderCell className={cn(look, "@max-2xl:sr-only")}>
        {nameHidden ? <span className="sr-only">{name}</span> : sentence(name)}
      </HeaderCell>
    );
  const present = address.sort.replace(/^-/, "") === sort.replace(/^-/, "");
  return (
    <HeaderCell
      className={cn(
        look,
        "@max-2xl:h-auto @max-2xl:w-auto @max-2xl:max-w-none @max-2xl:min-w-0 @max-2xl:p-0!",
      )}
      aria-sort={!present ? "none" : address.sort.startsWith("-") ? "descending" : "ascending"}
    >
      <SortLink address={address} sort={sort} present={present}>
        {sentence(name)}
      </SortLink>
    </HeaderCell>
  );
}

/** The link of a row: a click anywhere on the row follows it, but for what lies above it there. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <SameServiceLink
      href={href}
      data-row
      {...verbatim}
      className="foreign block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
    >
      {children}
    </SameServiceLink>
  );
}
