import type { ReactNode } from "react";
import { ListTable, type Column } from "@/components/listing/list-table";
import { SameServiceLink } from "@/components/shell/same-service";
import { RelativeTime } from "@/components/ui/relative-time";
import { sentence } from "@/components/ui/sentence";
import { Code, Verbatim, verbatim } from "@/components/ui/verbatim";
import type { AuditRow } from "@/lib/directory/audit/list";
import { historyHref } from "./history-link";

/** Events of the audit log, one a row, each with what it keeps. */
export function AuditTable({
  rows,
  label,
  installation,
}: {
  rows: readonly AuditRow[];
  label: string;
  installation: boolean;
}) {
  const columns: readonly Column<AuditRow>[] = [
    {
      name: "Event",
      fold: "title",
      width: "max-w-0 min-w-48 @2xl:w-1/2",
      cell: (row) => <Event row={row} installation={installation} />,
    },
    {
      name: "From",
      fold: "line",
      className: "code text-xs @max-2xl:text-ink-muted",
      cell: ({ address }) => address ?? <span className="font-sans text-ink-faint">Unknown</span>,
    },
    {
      name: "When",
      fold: "corner",
      align: "end",
      className: "text-xs whitespace-nowrap text-ink-muted",
      cell: ({ at }) => <RelativeTime at={at} />,
    },
  ];
  return <ListTable label={label} rows={rows} columns={columns} idOf={({ id }) => id} />;
}

function Event({ row, installation }: { row: AuditRow; installation: boolean }) {
  const { who, email, sentence: did, details, object, action, seq, hash } = row;
  return (
    <>
      <p className="text-base text-pretty [overflow-wrap:anywhere]">
        <Verbatim className="font-medium" title={email ?? undefined}>
          {who}
        </Verbatim>{" "}
        <span className="foreign">{sentence(did)}</span>
      </p>
      <details className="group mt-0.5 text-xs">
        <summary
          className="w-fit cursor-pointer rounded-sm text-ink-faint hover:text-ink"
          aria-label={`Details: ${who} ${did}`}
        >
          Details
        </summary>
        <dl className="mt-2 grid gap-x-4 gap-y-1 rounded-md border border-line bg-sunken p-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
          {details.map(({ label, before, after }) => (
            <Line key={label} name={label}>
              {before !== null && (
                <>
                  <del {...verbatim} className="foreign text-ink-faint">
                    {before}
                  </del>{" "}
                  <span aria-hidden>→</span>{" "}
                </>
              )}
              <Verbatim>{after ?? <span className="text-ink-faint">None</span>}</Verbatim>
            </Line>
          ))}
          {email !== null && <Line name="Email">{email}</Line>}
          <Line name="Action">
            <Code>{action}</Code>
          </Line>
          <Line name="Object">
            <Code>{object}</Code>{" "}
            <SameServiceLink
              href={historyHref(object, installation)}
              className="whitespace-nowrap underline underline-offset-2"
            >
              Changes to this
            </SameServiceLink>
          </Line>
          <Line name="Event">
            {seq.toLocaleString("en")} <Code className="text-ink-faint">{hash}</Code>
          </Line>
        </dl>
      </details>
    </>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-faint">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}
