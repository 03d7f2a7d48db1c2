import { orderLooks, waitingLook } from "@/components/facts/campaign-looks";
import { CountsLine } from "@/components/message/counts-line";
import { SameServiceLink } from "@/components/shell/same-service";
import { StatePill } from "@/components/ui/badge";
import { CardBody, TitledCard } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim } from "@/components/ui/verbatim";
import { recipientsText } from "@/lib/compose/recipients";
import type { OrderRow } from "@/lib/results/campaign-orders";
import { startText } from "./start-text";

/**
 * Lists the sends and schedules of a campaign, the latest first: who confirmed them, and what
 * became of them. `path` is that of the campaign, where its results are.
 */
export function SendHistory({ orders, path }: { orders: readonly OrderRow[]; path: string }) {
  return (
    <TitledCard id="send-history-title" title="Send history">
      {orders.length === 0 ? (
        <CardBody className="text-sm text-ink-muted">Not sent or scheduled yet.</CardBody>
      ) : (
        <ul className="divide-y divide-line">
          {orders.map((order) => (
            <Order key={order.id} order={order} path={path} />
          ))}
        </ul>
      )}
    </TitledCard>
  );
}

function Order({ order, path }: { order: OrderRow; path: string }) {
  const { state, orderedAt, orderedBy, startsAt, timezone, zoned, startedAt } = order;
  const { recipients, counts } = order;
  const isWaiting = state === "sending" && startedAt === null;
  const look = isWaiting ? waitingLook : orderLooks[state];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-72">
        <p>
          Confirmed <RelativeTime at={orderedAt} show="moment" />
          {orderedBy !== null && (
            <>
              {" "}
              by <Verbatim>{orderedBy}</Verbatim>
            </>
          )}
          {startsAt !== null && `, for ${startText(startsAt, timezone, zoned)}`}
        </p>
        <p className="mt-0.5 text-xs text-ink-muted tabular-nums">
          {[recipientsText(recipients), ...requestsTexts(order)].join(", ")}
        </p>
        {counts !== null && <CountsLine counts={counts} />}
      </div>
      {startedAt !== null && (
        <SameServiceLink href={path} className="underline underline-offset-2">
          Results
        </SameServiceLink>
      )}
      <StatePill tone={look.tone}>{look.label}</StatePill>
    </li>
  );
}

/** How many requests were answered and refused, where there is more to say than the state does. */
function requestsTexts({ startedAt, requests, answered, refused }: OrderRow): string[] {
  if (startedAt === null) return [];
  return [
    ...(requests > 1
      ? [`${answered.toLocaleString("en")} of ${requests.toLocaleString("en")} requests answered`]
      : []),
    ...(refused > 0 ? [`${refused.toLocaleString("en")} refused`] : []),
  ];
}
