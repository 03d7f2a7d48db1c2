"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { orderLooks } from "@/components/facts/campaign-looks";
import { ZoneLabel } from "@/components/form/zone-label";
import { zoneLike, zonesFor } from "@/components/form/zones";
import { AppFilter } from "@/components/listing/app-filter";
import { FilterBar, FindField } from "@/components/listing/find-field";
import { useFilters } from "@/components/listing/use-filters";
import { LinkButton } from "@/components/shell/link-button";
import { SameServiceLink } from "@/components/shell/same-service";
import { buttonClass } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Combobox } from "@/components/ui/combobox";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { calendarStates, calendarViews, type CalendarView } from "@/lib/inputs/calendar";
import { calendarHref, type CalendarAddress } from "./calendar-props";
import { periodText, stepped, type Day } from "./days";

interface CalendarToolbarProps {
  address: CalendarAddress;
  /** The day that is looked at. */
  on: Day;
  zone: string;
  /** Of the service: the one of an address that names none. */
  serviceZone: string;
  firstWeekday: number;
  apps: readonly { appid: string; name: string }[];
}

const viewNames: Record<CalendarView, string> = { month: "Month", week: "Week", agenda: "Agenda" };
const all = "all";

/** Leads through time, and narrows what is shown. */
export function CalendarToolbar(props: CalendarToolbarProps) {
  const { address, on, zone, serviceZone, firstWeekday, apps } = props;
  const { pending, filter } = useFilters();
  const view = address.view ?? "month";
  const choose = (next: string) => filter({ view: next });
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-lg font-semibold tracking-tight max-sm:basis-full">
          {periodText(view, on, firstWeekday)}
        </h2>
        <StepLink
          label={`Previous ${view === "week" ? "week" : "month"}`}
          href={calendarHref(address, { on: stepped(view, on, -1) })}
          icon={ChevronLeft}
        />
        <LinkButton href={calendarHref(address, { on: undefined })}>Today</LinkButton>
        <StepLink
          label={`Next ${view === "week" ? "week" : "month"}`}
          href={calendarHref(address, { on: stepped(view, on, 1) })}
          icon={ChevronRight}
        />
        {/* An address without a view shows the month, and on a phone the agenda. */}
        <ViewChoice className="max-sm:hidden" view={view} onChoose={choose} />
        <ViewChoice className="sm:hidden" view={address.view ?? "agenda"} onChoose={choose} />
      </div>
      <FilterBar pending={pending}>
        <Select
          aria-label="State"
          size="sm"
          className="w-36"
          value={address.state ?? all}
          onValueChange={(next) => filter({ state: next === all ? undefined : next })}
          options={[
            { value: all, label: "All states" },
            ...calendarStates.map((value) => ({ value, label: orderLooks[value].label })),
          ]}
        />
        <AppFilter apps={apps} appid={address.appid} onChoose={(appid) => filter({ appid })} />
        <FindField text={address.q} onFind={(q) => filter({ q })} />
        <ZoneChoice
          key={zone}
          zone={zone}
          onChoose={(next) => filter({ zone: next === serviceZone ? undefined : next })}
        />
      </FilterBar>
    </div>
  );
}

function ViewChoice({
  view,
  onChoose,
  className,
}: {
  view: CalendarView;
  onChoose: (view: string) => void;
  className: string;
}) {
  return (
    <SegmentedControl
      label="View"
      className={className}
      value={view}
      onValueChange={onChoose}
      options={calendarViews.map((value) => ({ value, label: viewNames[value] }))}
    />
  );
}

function StepLink({
  label,
  href,
  icon: Icon,
}: {
  label: string;
  href: string;
  icon: typeof ChevronLeft;
}) {
  return (
    <SameServiceLink
      href={href}
      aria-label={label}
      title={label}
      className={cn(buttonClass("secondary"), "w-8.5 px-0")}
    >
      <Icon aria-hidden />
    </SameServiceLink>
  );
}

/** The time zone whose clocks the calendar shows. */
function ZoneChoice({ zone, onChoose }: { zone: string; onChoose: (zone: string) => void }) {
  const [text, setText] = useState(zone);
  const choose = (next: string) => {
    setText(next);
    if (next !== zone) onChoose(next);
  };
  return (
    <Combobox
      aria-label="Time zone"
      className="h-8 w-56 text-sm max-sm:w-full"
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={setText}
      onChoose={choose}
      // What is no zone gives way to the one that is shown.
      onBlur={() => choose(zoneLike(text) ?? zone)}
      options={zonesFor(text).map((value) => ({ value, label: <ZoneLabel zone={value} /> }))}
      listLabel="Cities"
      none="No such time zone"
      opensByEnter
    />
  );
}
