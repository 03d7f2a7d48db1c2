import { MousePointerClick, Reply } from "lucide-react";
import { stateLooks } from "@/components/facts/delivery-state";
import { KindIcon, kindName } from "@/components/facts/kind-icon";
import { DeliveryPill } from "@/components/facts/state-pills";
import { ListTable, type Column } from "@/components/listing/list-table";
import { Badge, type Tone } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { Code, verbatim, Verbatim } from "@/components/ui/verbatim";
import { languageName } from "@/lib/compose/language-name";
import { failureOf } from "@/lib/describe/failure";
import { pressedText } from "@/lib/interface/categories";
import { isUpdateCode, updateCodes } from "@/lib/interface/codes";
import type { DeliveryRow } from "@/lib/results/read-deliveries";
import { ReasonDetails } from "./reasons-card";

const updateTones: Record<DeliveryRow["updates"][number]["state"], Tone> = {
  pending: "neutral",
  sent: "green",
  parked: "amber",
};

const columns: readonly Column<DeliveryRow>[] = [
  { name: "Recipient", fold: "title", width: "max-w-64", cell: (row) => <Recipient row={row} /> },
  {
    name: "State",
    fold: "line",
    width: "max-w-80 @max-2xl:max-w-none",
    cell: (row) => <Why row={row} />,
  },
  { name: "Steps", fold: "line", cell: (row) => <Steps row={row} /> },
  { name: "Updates", fold: "line", cell: (row) => <Updates row={row} /> },
];

/**
 * One delivery a row: to whom, on which device, how far it came and why no further, and whether its
 * update was sent.
 */
export function DeliveryTable({ rows, label }: { rows: readonly DeliveryRow[]; label: string }) {
  return <ListTable label={label} rows={rows} columns={columns} idOf={({ id }) => id} />;
}

function Recipient({ row }: { row: DeliveryRow }) {
  // A browser's model is its kind.
  const device = [...new Set([row.model, row.kind ? kindName(row.kind) : null])]
    .filter((part) => part !== null)
    .join(" · ");
  return (
    <div className="flex min-w-0 gap-2.5">
      <span className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-md bg-sunken text-ink-muted">
        {row.kind ? <KindIcon kind={row.kind} /> : "?"}
      </span>
      <div className="min-w-0">
        <p {...verbatim} className="foreign truncate font-medium">
          {row.userid ?? shorten(row.destination)}
        </p>
        <p className="truncate text-xs text-ink-faint">
          {device === ""
            ? row.code === "7105"
              ? "No device"
              : "No device for this message"
            : device}
        </p>
        {row.language !== "" && (
          <p className="truncate text-xs text-ink-faint">In {languageName(row.language)}</p>
        )}
        {row.kind !== null && (
          <p className="flex items-center gap-1 text-xs text-ink-faint">
            <Code className="truncate">
              {row.deviceid === "" ? shorten(row.destination) : shorten(row.deviceid)}
            </Code>
            <CopyButton
              text={row.deviceid === "" ? row.destination : row.deviceid}
              what={`${row.deviceid === "" ? row.destinationType : "deviceid"} of ${row.userid ?? shorten(row.destination)}`}
            />
          </p>
        )}
      </div>
    </div>
  );
}

function Why({ row }: { row: DeliveryRow }) {
  const { button, reply } = row.interaction ?? {};
  // Its state says all there is to say of one that went well.
  const why = whyOf(row);
  const attempts = row.attempts > 1 ? `${row.attempts} attempts` : undefined;
  const line = [why, attempts].filter((part) => part !== undefined).join(" · ");
  return (
    <div className="min-w-0">
      <DeliveryPill state={row.state} />
      {line !== "" && <p className="foreign mt-1 text-xs text-ink-muted">{line}</p>}
      {why !== undefined && (
        <ReasonDetails code={row.code} description={row.description} className="-ml-1" />
      )}
      {button !== undefined && (
        <p className="mt-1 flex items-center gap-1.5 text-xs text-ink-muted">
          <MousePointerClick aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
          Pressed{" "}
          <Badge tone="accent">
            <Verbatim>{pressedText(button)}</Verbatim>
          </Badge>
        </p>
      )}
      {reply !== undefined && (
        <p className="mt-1 flex gap-1.5 text-xs text-ink-muted">
          <Reply aria-hidden className="mt-0.5 size-3.5 shrink-0 text-ink-faint" />
          <q {...verbatim} className="foreign">
            {reply}
          </q>
        </p>
      )}
    </div>
  );
}

/**
 * Why it failed, what holds it back, or what was done otherwise; nothing of one that went as usual.
 */
function whyOf({ state, code, description }: DeliveryRow): string | undefined {
  const failed = state === "failed" || state === "expired" || state === "capped";
  if (!failed && (description === "" || (isUpdateCode(code) && description === updateCodes[code])))
    return undefined;
  if (failed && code === "" && description === "") return undefined;
  return failed || state === "queued" ? failureOf({ code, description }).says : description;
}

function Steps({ row }: { row: DeliveryRow }) {
  const { state } = row;
  const ended =
    state === "failed" || state === "expired" || state === "capped"
      ? stateLooks[state].label
      : undefined;
  const steps = [
    ["Queued", row.queuedAt],
    ["Submitted", row.submittedAt],
    ["Delivered", row.deliveredAt],
    ["Read", row.readAt],
    ...(ended ? [[ended, row.updatedAt]] : []),
  ] as const;
  return (
    <dl className="grid w-fit grid-cols-[auto_auto] gap-x-3 text-xs leading-5 @max-2xl:grid-flow-col @max-2xl:grid-cols-none @max-2xl:grid-rows-2 @max-2xl:gap-x-4">
      {steps.map(([name, at]) =>
        at === null || at === undefined ? null : (
          <div key={name} className="contents">
            <dt className="text-ink-faint">{name}</dt>
            <dd className="text-ink-muted">
              <RelativeTime at={at} show="clock" />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Updates({ row }: { row: DeliveryRow }) {
  if (row.updates.length === 0)
    return <span className="text-xs text-ink-faint @max-2xl:hidden">Not requested</span>;
  return (
    <ul aria-label="Delivery updates" className="space-y-1">
      {row.updates.map((update) => (
        <li key={update.kind} className="text-xs text-ink-muted">
          <Badge tone={updateTones[update.state]}>
            {update.kind} {update.state}
          </Badge>
          {update.lastError !== null && update.state !== "sent" && (
            <p {...verbatim} className="foreign mt-0.5 max-w-56 text-ink-faint">
              {update.lastError}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function shorten(id: string): string {
  return id.length <= 24 ? id : `${id.slice(0, 12)}…${id.slice(-8)}`;
}
