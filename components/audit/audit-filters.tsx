"use client";

import { X } from "lucide-react";
import { FilterBar, FindField } from "@/components/listing/find-field";
import { useFilters } from "@/components/listing/use-filters";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { Verbatim } from "@/components/ui/verbatim";
import type { AuditPerson } from "@/lib/directory/audit/list";
import {
  auditGroupNames,
  auditPeriods,
  type AuditGroup,
  type AuditPeriod,
} from "@/lib/inputs/audit";

interface AuditFiltersProps {
  people: readonly AuditPerson[];
  person: string | undefined;
  group: AuditGroup | undefined;
  within: AuditPeriod;
  object: string | undefined;
  /** The name of the object; "" when unknown. */
  thing: string;
  text: string | undefined;
  /** Whether events of the installation are looked at; undefined for those who may not. */
  installation: boolean | undefined;
}

const all = "all";
const groups: Record<AuditGroup, string> = {
  messages: "Messages and campaigns",
  templates: "Templates",
  lists: "Lists and segments",
  media: "Media",
  apps: "Apps and credentials",
  keys: "Keys and secrets",
  updates: "Notify URLs and webhooks",
  devices: "Devices and people",
  users: "Users and attributes",
  members: "Members",
  settings: "Services and installation",
  audit: "The audit log",
};
const periods: Record<AuditPeriod, string> = {
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
  "12m": "Last 12 months",
  "10y": "Last 10 years",
};

/** A text, whose doing, what it was about, how long ago, and of which object. */
export function AuditFilters({
  people,
  person,
  group,
  within,
  object,
  thing,
  text,
  installation,
}: AuditFiltersProps) {
  const { pending, filter } = useFilters();
  const narrow = (name: string) => (value: string) =>
    filter({ [name]: value === all ? undefined : value });
  return (
    <FilterBar pending={pending}>
      <FindField text={text} onFind={(q) => filter({ q })} label="Name, ID or person" />
      {installation !== undefined && (
        <Select
          aria-label="Where"
          size="sm"
          className="w-40"
          value={installation ? "installation" : all}
          // A person or object of one scope may have no events in the other.
          onValueChange={(of) =>
            filter({ of: of === all ? undefined : of, person: undefined, object: undefined })
          }
          options={[
            { value: all, label: "This service" },
            { value: "installation", label: "The installation" },
          ]}
        />
      )}
      <Select
        aria-label="Person"
        size="sm"
        className="w-44"
        value={person ?? all}
        onValueChange={narrow("person")}
        options={[
          { value: all, label: "Anyone" },
          ...people.map(({ id, name }) => ({ value: id, label: name, named: true })),
        ]}
      />
      <Select
        aria-label="Activity"
        size="sm"
        className="w-52"
        value={group ?? all}
        onValueChange={narrow("group")}
        options={[
          { value: all, label: "All activity" },
          ...auditGroupNames.map((value) => ({ value, label: groups[value] })),
        ]}
      />
      <Select
        aria-label="Time"
        size="sm"
        className="w-40"
        value={within}
        onValueChange={(next) => filter({ within: next })}
        options={auditPeriods.map((value) => ({ value, label: periods[value] }))}
      />
      {object !== undefined && (
        <Button size="sm" onClick={() => filter({ object: undefined, within: undefined })}>
          {thing === "" ? (
            "Changes to one thing"
          ) : (
            <>
              Changes to <Verbatim>“{thing}”</Verbatim>
            </>
          )}
          <X aria-hidden />
          <span className="sr-only">: show all</span>
        </Button>
      )}
    </FilterBar>
  );
}
