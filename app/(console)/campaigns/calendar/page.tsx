import type { Metadata } from "next";
import { headers } from "next/headers";
import { Calendar } from "@/components/campaign/calendar/calendar";
import type { CalendarAddress } from "@/components/campaign/calendar/calendar-props";
import {
  addDays,
  dayAt,
  dayIn,
  momentOf,
  shownDays,
  type Day,
} from "@/components/campaign/calendar/days";
import { firstWeekday } from "@/components/campaign/calendar/first-weekday";
import { LiveRefresh } from "@/components/listing/live-refresh";
import { ComposeButton } from "@/components/shell/compose-button";
import { BackLink, Page } from "@/components/shell/page";
import { listApps } from "@/lib/directory/app/list";
import { openService } from "@/lib/directory/service/open";
import { hoursOf } from "@/lib/directory/service/sending-times";
import { calendarStates, calendarViews } from "@/lib/inputs/calendar";
import { paths, single } from "@/lib/inputs/paths";
import { isTimeZone } from "@/lib/inputs/time-zone";
import { findCollisions } from "@/lib/results/find-collisions";
import { listCalendar } from "@/lib/results/list-calendar";
import { inService, type Query } from "../../in-service";
import { rescheduleCampaign, unscheduleCampaign } from "../actions";

export const metadata: Metadata = { title: "Calendar" };

const dayMs = 86_400_000;
/** How often the page is refreshed while messages of its service move. */
const everyMs = 10_000;

export default async function CalendarPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { query, as, serviceId, may } = await inService(await searchParams);
  const address = addressIn(query);
  const service = await openService(as, { serviceId });
  const weekBegins = firstWeekday((await headers()).get("accept-language"));
  const zone = address.zone ?? service.timezone;
  const renderedAt = Date.now();
  const on = address.on ?? dayAt(renderedAt, zone);
  const days = shownDays(address.view ?? "month", on, weekBegins);
  // What goes out in each recipient’s time stands on a day of clocks, wherever they are.
  const wide = { serviceId, ...momentsOf(days, zone, dayMs) };
  const { state, appid, q: text } = address;
  const [apps, calendar, collisions] = await Promise.all([
    listApps(as, { serviceId }),
    listCalendar(as, { ...wide, state, appid, text }),
    findCollisions(as, { serviceId, ...momentsOf(days, zone) }),
  ]);
  return (
    <Page
      wide
      trail={<BackLink href={paths.campaigns()}>Campaigns</BackLink>}
      title="Calendar"
      description={
        <>
          What goes out, and what went out. <LiveRefresh serviceId={serviceId} everyMs={everyMs} />
        </>
      }
      actions={<ComposeButton />}
    >
      <Calendar
        {...calendar}
        address={address}
        on={on}
        zone={zone}
        service={{ timezone: service.timezone, hours: hoursOf(service) }}
        firstWeekday={weekBegins}
        renderedAt={renderedAt}
        collisions={collisions}
        apps={apps.map(({ appid: id, name }) => ({ appid: id, name }))}
        may={may("campaign.reschedule")}
        actions={{ reschedule: rescheduleCampaign, unschedule: unscheduleCampaign }}
      />
    </Page>
  );
}

function addressIn(query: Query): CalendarAddress {
  const [view, zone, state] = [
    single(query["view"]),
    single(query["zone"]),
    single(query["state"]),
  ];
  return {
    view: calendarViews.find((one) => one === view),
    on: dayIn(single(query["on"])),
    zone: zone !== undefined && isTimeZone(zone) ? zone : undefined,
    state: calendarStates.find((one) => one === state),
    appid: single(query["appid"])?.slice(0, 200),
    q: single(query["q"])?.slice(0, 200),
  };
}

/** The moments between which days lie in a zone, and `more` milliseconds around; ISO 8601 UTC. */
function momentsOf(days: readonly Day[], zone: string, more = 0): { from: string; until: string } {
  const [first = "", last = ""] = [days[0], days.at(-1)];
  const near = (day: Day, ms: number) =>
    new Date(momentOf(`${day}T00:00`, zone) + ms).toISOString();
  return { from: near(first, -more), until: near(addDays(last, 1), more) };
}
