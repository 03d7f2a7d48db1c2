import { Code, PenLine } from "lucide-react";
import { SameServiceLink } from "@/components/shell/same-service";
import { RelativeTime } from "@/components/ui/relative-time";
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from "@/components/ui/table";
import type { MessageRow } from "@/lib/results/read-messages";
import { CountsLine } from "./counts-line";
import { KindIcon } from "@/components/device/kind-icon";
import { MessagePill } from "./state-pills";

/** Messages, one a row; a click anywhere on the row opens it. On a narrow window a row folds into three lines. */
export function MessageTable({ rows, label }: { rows: readonly MessageRow[]; label: string }) {
  return (
    <Table label={label} className="max-md:block">
      <TableHead className="max-md:sr-only">
        <tr>
          <HeaderCell>Message</HeaderCell>
          <HeaderCell>For</HeaderCell>
          <HeaderCell className="w-72">Devices</HeaderCell>
          <HeaderCell>State</HeaderCell>
          <HeaderCell className="text-right">Accepted</HeaderCell>
        </tr>
      </TableHead>
      <TableBody className="max-md:block">
        {rows.map((row) => (
          <TableRow
            key={row.transid}
            className="relative hover:bg-hover/50 has-[a:focus-visible]:bg-hover/50 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:py-2"
          >
            <Cell className="max-w-0 min-w-64 md:w-1/2 max-md:order-1 max-md:max-w-none max-md:min-w-0 max-md:py-1 max-md:pl-4">
              <SameServiceLink
                href={`/messages/${row.transid}`}
                className="foreign block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
              >
                {row.title ?? row.text}
              </SameServiceLink>
              <span className="mt-0.5 flex min-w-0 items-center gap-1.5 text-xs text-ink-faint">
                {row.source === "api" ? (
                  <Code aria-hidden className="size-3.5 shrink-0" />
                ) : (
                  <PenLine aria-hidden className="size-3.5 shrink-0" />
                )}
                <span className="shrink-0">
                  {row.appName}
                  <span className="sr-only">{row.source === "api" ? ", sent by program" : ", sent from the console"}</span>
                </span>
                {row.title !== null && <span className="foreign truncate">· {row.text}</span>}
              </span>
            </Cell>
            <Cell className="max-md:hidden">
              <span className="flex gap-1.5 pt-0.5 text-ink-muted">
                {row.platforms.map((platform) => (
                  <KindIcon key={platform} kind={platform} named />
                ))}
              </span>
            </Cell>
            <Cell className="pt-3.5 max-md:order-3 max-md:col-span-2 max-md:px-4 max-md:pt-1.5 max-md:pb-1">
              <CountsLine counts={row.counts} />
            </Cell>
            <Cell className="max-md:hidden">
              <MessagePill state={row.state} />
            </Cell>
            <Cell className="text-right text-xs text-ink-muted max-md:order-2 max-md:py-1.5">
              <span className="relative">
                <RelativeTime at={row.acceptedAt} focusable={false} />
              </span>
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
