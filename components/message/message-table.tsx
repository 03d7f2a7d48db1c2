import { Code, FlaskConical, PenLine } from "lucide-react";
import { KindIcon } from "@/components/facts/kind-icon";
import { MessagePill } from "@/components/facts/state-pills";
import { ListTable, RowLink, type Column } from "@/components/listing/list-table";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim } from "@/components/ui/verbatim";
import { paths } from "@/lib/inputs/paths";
import type { MessageRow } from "@/lib/results/read-messages";
import { CountsLine } from "./counts-line";

const columns: readonly Column<MessageRow>[] = [
  {
    name: "Message",
    fold: "title",
    width: "max-w-0 min-w-48 @2xl:w-1/2 lg:min-w-64",
    cell: (row) => <Words row={row} />,
  },
  {
    name: "For",
    fold: "hidden",
    width: "max-lg:hidden",
    cell: ({ platforms }) => (
      <span className="flex gap-1.5 pt-0.5 text-ink-muted">
        {platforms.map((platform) => (
          <KindIcon key={platform} kind={platform} named />
        ))}
      </span>
    ),
  },
  {
    name: "Devices",
    fold: "line",
    width: "lg:w-72",
    className: "@2xl:pt-3.5",
    cell: ({ counts }) => <CountsLine counts={counts} />,
  },
  {
    name: "State",
    fold: "hidden",
    width: "max-lg:hidden",
    cell: ({ state }) => <MessagePill state={state} />,
  },
  {
    name: "Accepted",
    fold: "corner",
    align: "end",
    className: "text-xs text-ink-muted",
    cell: ({ acceptedAt }) => (
      <span className="relative">
        <RelativeTime at={acceptedAt} focusable={false} />
      </span>
    ),
  },
];

/** Messages, one a row; a click anywhere on the row opens it. */
export function MessageTable({ rows, label }: { rows: readonly MessageRow[]; label: string }) {
  return <ListTable label={label} rows={rows} columns={columns} idOf={({ transid }) => transid} />;
}

function Words({ row }: { row: MessageRow }) {
  // Where each recipient gets a text of their own, no single text represents the campaign.
  const isPersonal = row.campaign?.name.includes("${") === true;
  const Source = row.source === "api" ? Code : row.source === "test" ? FlaskConical : PenLine;
  return (
    <>
      <RowLink href={row.campaign ? paths.campaign(row.campaign.id) : paths.message(row.transid)}>
        {row.campaign?.name ?? row.title ?? row.text}
      </RowLink>
      <span className="mt-0.5 flex min-w-0 items-center gap-1.5 text-xs text-ink-faint">
        <Source aria-hidden className="size-3.5 shrink-0" />
        <span className="shrink-0">
          <Verbatim>{row.appName}</Verbatim>
          <span className="sr-only">
            {row.source === "api" ? ", sent via API" : ", sent from the console"}
          </span>
        </span>
        {row.source === "test" && <Badge>Test</Badge>}
        {row.campaign && (
          <span className="shrink-0">· {row.campaign.requests.toLocaleString("en")} requests</span>
        )}
        {row.title !== null && !isPersonal && (
          <span className="foreign truncate">
            · <Verbatim>{row.text}</Verbatim>
          </span>
        )}
      </span>
    </>
  );
}
