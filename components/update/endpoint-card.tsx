import { Activity } from "lucide-react";
import { ListTable, type Column } from "@/components/listing/list-table";
import { LinkButton } from "@/components/shell/link-button";
import { SameServiceLink } from "@/components/shell/same-service";
import { StatePill } from "@/components/ui/badge";
import { TitledCard } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Code } from "@/components/ui/verbatim";
import { paths } from "@/lib/inputs/paths";
import type { UpdateState } from "@/lib/inputs/update-list";
import type { Endpoint, Endpoints } from "@/lib/results/update-endpoints";
import { endpointLooks, endpointWords } from "./endpoint-looks";
import { ReplayButton } from "./replay-button";
import type { ReplayActions } from "./update-actions";

interface EndpointCardProps {
  serviceId: string;
  endpoints: Endpoints;
  /** Updates of each state that were looked at. */
  lookedAt: number;
  /** Absent for members who may look only. */
  actions: ReplayActions | undefined;
}

/** A figure of a row that is folded begins where its address does. */
const folded = "tabular-nums @max-2xl:text-left";
/** Folded there is no heading that a dash could stand below. */
const nothing = <span className="text-ink-faint @max-2xl:hidden">–</span>;

/** How each endpoint of a service did in the last 24 hours. */
export function EndpointCard({
  serviceId,
  endpoints: { rows, cut },
  lookedAt,
  actions,
}: EndpointCardProps) {
  const columns: readonly Column<Endpoint>[] = [
    {
      name: "Endpoint",
      fold: "title",
      width: "max-w-0 min-w-48 @2xl:w-2/5",
      cell: (row) => (
        <>
          <Code className="block truncate text-sm" title={row.url}>
            {row.what === "requests" ? row.origin || row.url : row.url}
          </Code>
          <span className="block text-xs text-ink-faint">{endpointWords[row.what]}</span>
        </>
      ),
    },
    {
      name: "State",
      fold: "corner",
      cell: ({ state }) => (
        <span title={endpointLooks[state].meaning}>
          <StatePill tone={endpointLooks[state].tone}>{endpointLooks[state].label}</StatePill>
        </span>
      ),
    },
    {
      name: "Accepted",
      fold: "start",
      align: "end",
      className: folded,
      cell: (row) => <Rate row={row} />,
    },
    {
      name: "Answer in",
      fold: "end",
      align: "end",
      className: "tabular-nums",
      cell: (row) => <Times row={row} />,
    },
    {
      name: "Waiting",
      fold: "start",
      align: "end",
      className: folded,
      cell: (row) => (
        <Count
          row={row}
          count={row.waiting}
          state={row.retrying > 0 ? "retrying" : "waiting"}
          lookedAt={lookedAt}
          what="waiting"
        />
      ),
    },
    {
      name: "Parked",
      fold: "end",
      align: "end",
      className: "tabular-nums",
      cell: (row) => (
        <span className="inline-flex items-center gap-2">
          <Count row={row} count={row.parked} state="parked" lookedAt={lookedAt} what="parked" />
          {actions && row.parked > 0 && row.state !== "off" && row.what !== "removed" && (
            <ReplayButton size="sm" scope={{ of: "parked", serviceId, endpoint: row, actions }} />
          )}
        </span>
      ),
    },
  ];
  return (
    <TitledCard
      id="endpoints-title"
      title="Endpoints"
      description={
        cut
          ? `The last 24 hours, by the newest ${lookedAt.toLocaleString("en")} updates of each state; there are more.`
          : "The last 24 hours, plus all waiting and parked updates."
      }
    >
      {rows.length === 0 ? (
        <EmptyState
          picture={<Activity />}
          title="No updates sent yet"
          className="py-8"
          action={
            <LinkButton size="sm" href={paths.service(serviceId)}>
              {actions ? "Set the service’s notify URL" : "Look at the service"}
            </LinkButton>
          }
        >
          Updates go to the notify URL of a message, else to the service’s, and to webhooks.
          {!actions && " Admins of this service set them."}
        </EmptyState>
      ) : (
        <ListTable
          label="Endpoints"
          rows={rows}
          columns={columns}
          idOf={({ receiver, origin }) => `${receiver} ${origin}`}
        />
      )}
    </TitledCard>
  );
}

function Rate({ row: { attempts, accepted } }: { row: Endpoint }) {
  if (attempts === 0) return nothing;
  // Never rounded up to all of them.
  const percent = Math.floor((accepted / attempts) * 1_000) / 10;
  return (
    <>
      {percent.toLocaleString("en")}%<span className="@2xl:sr-only"> accepted</span>
      <span className="block text-xs text-ink-faint">
        of {attempts.toLocaleString("en")} {attempts === 1 ? "attempt" : "attempts"}
      </span>
    </>
  );
}

function Times({ row: { medianMs, p95Ms } }: { row: Endpoint }) {
  if (medianMs === null || p95Ms === null) return nothing;
  const text = (ms: number) => `${Math.round(ms).toLocaleString("en")} ms`;
  return (
    <span className="whitespace-nowrap">
      {text(medianMs)}
      <span className="block text-xs text-ink-faint">95% in {text(p95Ms)}</span>
    </span>
  );
}

interface CountProps {
  row: Endpoint;
  count: number;
  state: UpdateState;
  lookedAt: number;
  what: string;
}

function Count({ row: { receiver, origin }, count, state, lookedAt, what }: CountProps) {
  if (count === 0) return <span className="text-ink-faint @max-2xl:hidden">0</span>;
  const text = count >= lookedAt ? `${lookedAt.toLocaleString("en")}+` : count.toLocaleString("en");
  return (
    <SameServiceLink
      href={paths.updates({
        state: state === "parked" ? undefined : state,
        receiver,
        origin: origin === "" ? undefined : origin,
      })}
      className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {text}
      <span className="@2xl:sr-only"> {what}</span>
    </SameServiceLink>
  );
}
