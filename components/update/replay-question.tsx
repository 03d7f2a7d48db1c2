"use client";

import { useState } from "react";
import { LabelledInput } from "@/components/ui/field";
import { verbatim } from "@/components/ui/verbatim";
import type { Answer } from "@/lib/inputs/answer";
import { mostReplayed, type SearchedTo } from "@/lib/inputs/update-list";
import type { Endpoint } from "@/lib/results/update-endpoints";
import { ReplayDialog } from "./replay-dialog";
import type {
  ReplayCount,
  MissingWhere,
  ReplayActions,
  ReplayMissingActions,
  ReplaySpanActions,
} from "./update-actions";

interface MissingScope {
  /** Updates that were given up and those that were never created. */
  of: "missing";
  where: MissingWhere;
  actions: ReplayMissingActions;
}

interface ParkedScope {
  /** Updates that were parked at an endpoint. */
  of: "parked";
  serviceId: string;
  endpoint: Pick<Endpoint, "receiver" | "origin" | "url">;
  actions: ReplayActions;
}

interface SpanScope {
  /** Updates that were parked in a time span, at any receiver: for a server that was down. */
  of: "span";
  serviceId: string;
  actions: ReplaySpanActions;
}

/** The updates that are counted before they are sent again. */
export type QuestionScope = MissingScope | ParkedScope | SpanScope;

interface QuestionProps<Scope> {
  scope: Scope;
  onClose: () => void;
}

/** Counts the updates of a scope, asks, and sends them again. */
export function ReplayQuestion({ scope, onClose }: QuestionProps<QuestionScope>) {
  if (scope.of === "missing") return <MissingQuestion scope={scope} onClose={onClose} />;
  if (scope.of === "parked") return <ParkedQuestion scope={scope} onClose={onClose} />;
  return <SpanQuestion scope={scope} onClose={onClose} />;
}

function MissingQuestion({
  scope: {
    where,
    actions: { count, replay },
  },
  onClose,
}: QuestionProps<MissingScope>) {
  const [after, setAfter] = useState<SearchedTo>();
  const ofMessage = "transid" in where;
  return (
    <ReplayDialog
      title="Send all missing updates again?"
      description={`Of ${ofMessage ? "this message" : "the messages of this service, newest first"}: parked updates, and updates that were never created because no receiver was set at the time. Receivers recognize repeated updates by ID.`}
      of={
        ofMessage ? where.transid : [where.serviceId, after?.transid, after?.deliveryId].join(" ")
      }
      count={() => count(ofMessage ? where : { ...where, after })}
      replay={() =>
        replay(ofMessage ? { ...where, most: mostReplayed } : { ...where, after, missing: true })
      }
      whereText={after ? "missing in older messages" : "missing"}
      onOlder={setAfter}
      onClose={onClose}
    />
  );
}

function ParkedQuestion({
  scope: {
    serviceId,
    endpoint: { receiver, origin, url },
    actions: { countParked, replay },
  },
  onClose,
}: QuestionProps<ParkedScope>) {
  const at = { serviceId, receiver, origin };
  return (
    <ReplayDialog
      title="Send parked updates again?"
      description="The oldest go first, with all their attempts before them. A receiver that took one of them already knows it by its ID."
      of={`${receiver} ${origin}`}
      count={async () => countedUpTo(await countParked(at))}
      replay={() => replay(at)}
      whereText="parked here"
      onClose={onClose}
    >
      <p {...verbatim} className="code foreign text-sm break-all">
        {url}
      </p>
    </ReplayDialog>
  );
}

/** A count that goes up to one more than are sent again in one go. */
function countedUpTo(answer: Answer<number>): Answer<ReplayCount> {
  return answer.ok
    ? {
        ...answer,
        value: { count: Math.min(answer.value, mostReplayed), more: answer.value > mostReplayed },
      }
    : answer;
}

const hourMs = 3_600_000;
/** A user who sets a date by its parts is not done at the first. */
const settleMs = 400;

/** A moment as a field for local times holds it, to the minute. */
function localOf(at: number): string {
  const inZone = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return inZone.toISOString().slice(0, 16);
}

/** The moment that a field for local times holds; undefined while it holds none. */
function momentOf(local: string): string | undefined {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

function SpanQuestion({
  scope: {
    serviceId,
    actions: { count, replay },
  },
  onClose,
}: QuestionProps<SpanScope>) {
  const [now] = useState(Date.now);
  const [local, setLocal] = useState(() => ({
    from: localOf(now - 24 * hourMs),
    to: localOf(now + 60_000),
  }));
  const [from = "", to = ""] = [momentOf(local.from), momentOf(local.to)];
  const isSpan = from !== "" && to !== "" && from < to;
  const field = (name: "from" | "to", label: string, error?: string) => (
    <LabelledInput
      label={label}
      error={error}
      type="datetime-local"
      value={local[name]}
      onChange={({ target }) => setLocal((before) => ({ ...before, [name]: target.value }))}
    />
  );
  return (
    <ReplayDialog
      title="Send parked updates of a time span again?"
      description="All parked updates from this time, for every receiver, with all attempts again. Receivers recognize repeated updates by ID."
      of={isSpan ? `${from} ${to}` : undefined}
      count={async () => countedUpTo(await count({ serviceId, from, to }))}
      replay={() => replay({ serviceId, from, to, most: mostReplayed })}
      whereText="parked in this time"
      settleMs={settleMs}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {field("from", "From", from === "" ? "Choose a date and a time." : undefined)}
        {field(
          "to",
          "To",
          to === ""
            ? "Choose a date and a time."
            : isSpan || from === ""
              ? undefined
              : "Must be later than the beginning.",
        )}
      </div>
      <p className="mt-2 text-xs text-ink-faint">
        Times are in {Intl.DateTimeFormat().resolvedOptions().timeZone}.
      </p>
    </ReplayDialog>
  );
}
