"use client";

import { CalendarDays } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ComposeButton } from "@/components/shell/compose-button";
import { LinkButton } from "@/components/shell/link-button";
import { Banner } from "@/components/ui/banner";
import { useNow } from "@/components/ui/browser/clock";
import { Later, later } from "@/components/ui/browser/later";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { sentence } from "@/components/ui/sentence";
import { couldNotLoad } from "@/components/ui/toast";
import type { Verdict } from "@/lib/policy/can";
import type { Collision } from "@/lib/results/find-collisions";
import type { Calendar as CalendarRows, CalendarRow } from "@/lib/results/list-calendar";
import { Agenda } from "./agenda";
import { ApprovalNeeded } from "./approval-needed";
import { CalendarContext, type CalendarScope } from "./calendar-context";
import {
  calendarHref,
  isNarrowed,
  type CalendarActions,
  type CalendarAddress,
} from "./calendar-props";
import { CalendarToolbar } from "./calendar-toolbar";
import { collisionText, hoursText, localText, type ServiceHours } from "./calendar-words";
import { CollisionNews } from "./collision-news";
import { dayAt, momentOf, periodText, shownDays, type Day } from "./days";
import { byDay, zoneOf } from "./layout";
import { MonthView } from "./month-view";
import type { Lift } from "./moving";
import { useMove } from "./use-move";
import { WeekView } from "./week-view";

// Its fields come when they are asked for.
const moveDialog = later(() => import("./move-dialog"));

interface CalendarProps extends CalendarRows {
  address: CalendarAddress;
  /** The day that is looked at. */
  on: Day;
  zone: string;
  service: ServiceHours;
  firstWeekday: number;
  /** When the server drew it, milliseconds UTC. */
  renderedAt: number;
  collisions: readonly Collision[];
  apps: readonly { appid: string; name: string }[];
  may: Verdict;
  actions: CalendarActions;
}

/** The campaigns of a month or a week, which are moved in it. */
export function Calendar(props: CalendarProps) {
  const { rows, isCut, address, on, zone, service, firstWeekday, renderedAt } = props;
  const { collisions, apps, may, actions } = props;
  const now = useNow() ?? renderedAt;
  const moving = useMove(rows, { zone, now, action: actions.reschedule });
  const [lift, setLift] = useState<Lift>();
  const [dialog, setDialog] = useState<CalendarRow>();
  const followFocus = useMovedFocus(moving.pending);
  const drop = ({ orderId, from, to }: Lift) => {
    setLift(undefined);
    const row = rows.find((one) => one.orderId === orderId);
    if (!row || from === to) return;
    followFocus(orderId);
    const startsAt = new Date(momentOf(to, zoneOf(row, zone))).toISOString();
    moving.move(row, { startsAt, timezone: row.timezone ?? zone });
  };
  const { visibleRows } = moving;
  const scope: CalendarScope = {
    zone,
    today: dayAt(now, zone),
    now,
    may,
    agendaHref: (day) => `${calendarHref(address, { view: "agenda", on: day })}#${day}`,
    warnings: warningsOf(visibleRows, collisions, { service, now }),
    lift,
    onLift: setLift,
    onDrop: drop,
    onCancel: () => setLift(undefined),
    onMove: setDialog,
  };
  return (
    <CalendarContext value={scope}>
      <div className="space-y-3">
        <CalendarToolbar
          {...{ address, on, zone, firstWeekday, apps }}
          serviceZone={service.timezone}
        />
        <CollisionNews collisions={collisions} />
        {isCut && (
          <Banner title="Not all campaigns are shown">
            This period has more campaigns than the calendar shows. Choose a week, or a filter.
          </Banner>
        )}
        <LiftNews lift={lift} />
        <Shown {...{ address, on, zone, firstWeekday }} rows={visibleRows} />
      </div>
      {dialog && (
        <Later
          part={moveDialog}
          onNotLoaded={() => {
            setDialog(undefined);
            couldNotLoad();
          }}
        >
          {({ MoveDialog }) => (
            <MoveDialog
              {...{ zone, now, actions }}
              row={dialog}
              onClose={() => setDialog(undefined)}
              onMoved={(target, revision) => moving.moved(dialog, target, revision)}
            />
          )}
        </Later>
      )}
      {moving.question && (
        <ApprovalNeeded
          question={moving.question}
          action={actions.unschedule}
          onClose={moving.endQuestion}
        />
      )}
    </CalendarContext>
  );
}

/**
 * Gives the focus to a campaign that is moved, where its button is drawn in another place. Returns
 * what names it.
 */
function useMovedFocus(pending: boolean): (orderId: string) => void {
  const lastMoved = useRef<string>(undefined);
  useEffect(() => {
    if (lastMoved.current === undefined) return;
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-order="${lastMoved.current}"]`)?.focus();
    if (!pending) lastMoved.current = undefined;
  });
  return (orderId) => {
    lastMoved.current = orderId;
  };
}

/** What is said of each campaign, by its order: whom it meets, and closed sending times. */
function warningsOf(
  rows: readonly CalendarRow[],
  collisions: readonly Collision[],
  { service, now }: { service: ServiceHours; now: number },
): Map<string, string[]> {
  const warnings = new Map<string, string[]>();
  const add = (orderId: string, text: string) =>
    warnings.set(orderId, [...(warnings.get(orderId) ?? []), text]);
  for (const collision of collisions)
    for (const { orderId } of collision.campaigns) add(orderId, collisionText(collision));
  for (const row of rows) {
    const isAhead = row.state === "scheduled" && Date.parse(row.at) > now;
    const text = isAhead ? hoursText(row, service) : undefined;
    if (text !== undefined) add(row.orderId, text);
  }
  return warnings;
}

/** Where what is lifted would go, read aloud and in words. */
function LiftNews({ lift }: { lift: Lift | undefined }) {
  return (
    <p
      aria-live="assertive"
      className={cn(
        lift
          ? // Above the page: what it moved down would be dropped at another time.
            "foreign pointer-events-none fixed inset-x-4 bottom-4 z-40 mx-auto max-w-xl rounded-md border border-accent-deep bg-accent-soft px-3 py-2 text-sm text-ink shadow-low"
          : "sr-only",
      )}
    >
      {lift &&
        sentence(
          `Moving “${lift.name}” to ${localText(lift.to)}. Arrow keys change the time, Enter moves it, Escape cancels.`,
        )}
    </p>
  );
}

interface ShownProps extends Pick<CalendarProps, "address" | "on" | "zone" | "firstWeekday"> {
  rows: readonly CalendarRow[];
}

function Shown({ address, on, zone, firstWeekday, rows }: ShownProps) {
  const view = address.view ?? "month";
  const title = periodText(view, on, firstWeekday);
  const days = shownDays(view, on, firstWeekday);
  const placed = byDay(rows, zone);
  if (!days.some((day) => placed.has(day)))
    return (
      <Card aria-label={title}>
        {isNarrowed(address) ? (
          <EmptyState
            picture={<CalendarDays />}
            title="No matching campaigns"
            action={
              <LinkButton
                href={calendarHref(address, { state: undefined, appid: undefined, q: undefined })}
              >
                Clear filters
              </LinkButton>
            }
          >
            Try another filter.
          </EmptyState>
        ) : (
          <EmptyState
            picture={<CalendarDays />}
            title={`No campaigns in ${view === "week" ? "this week" : title}`}
            action={<ComposeButton label="Compose a message" />}
          >
            Campaigns appear here once they are scheduled or sent.
          </EmptyState>
        )}
      </Card>
    );
  const month = on.slice(0, 7);
  return (
    <>
      {view !== "agenda" && (
        <Card className={cn("overflow-hidden", address.view === undefined && "max-sm:hidden")}>
          {view === "week" ? (
            <WeekView days={days} placed={placed} label={title} />
          ) : (
            <MonthView days={days} month={month} placed={placed} label={title} />
          )}
        </Card>
      )}
      {(view === "agenda" || address.view === undefined) && (
        <Card aria-label={`Agenda, ${title}`} className={cn(view !== "agenda" && "sm:hidden")}>
          <Agenda days={days} placed={placed} />
        </Card>
      )}
    </>
  );
}
