"use client";

import { Keyboard, LogOut, Search } from "lucide-react";
import type { ReactNode } from "react";
import { Code, Verbatim } from "@/components/ui/verbatim";
import type { OwnService } from "@/lib/directory/service/list";
import { paths } from "@/lib/inputs/paths";
import type { Action } from "@/lib/policy/actions";
import type { SearchResult } from "@/lib/results/find-by-name";
import { commandsIn } from "./commands";
import { groupsOf } from "./found-groups";
import { leave } from "./leave";
import type { PaletteEntry } from "./palette-entry";
import { furtherPlaces, places, placesFor } from "./places";
import { ServiceIcon } from "./service-mark";
import { steeringEntries, type SteeringCalls } from "./steering-entries";
import { themes } from "./theme-choice";

/** The lines of one kind. */
export interface PaletteGroup {
  heading: string;
  entries: readonly PaletteEntry[];
}

/** The data and actions that the lines of the palette are built from. */
export interface PaletteContents {
  /** What was typed. */
  search: string;
  /** What the server found for the text; undefined until it answers. */
  matches: readonly SearchResult[] | undefined;
  /** Those that the member is in. */
  services: readonly OwnService[];
  /** Undefined for a member of no service. */
  serviceId: string | undefined;
  /** Whether the member may do something in that service. */
  may: (action: Action) => boolean;
  /** The same list in another service. */
  serviceHref: (serviceId: string) => string;
  /** Makes what goes to an address when it is chosen. */
  go: (href: string) => () => void;
  /** Makes what does something when it is chosen. */
  run: (action: () => void) => () => void;
  /** Pauses or resumes a campaign. */
  onSteer: (kind: keyof SteeringCalls, id: string) => void;
  onTheme: (theme: string) => void;
  onHelp: () => void;
}

const transidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** So many other services are offered at a time. */
const mostOthers = 8;

/** All that the palette offers for a text, in the order that it has before that is looked for. */
export function paletteGroups(contents: PaletteContents): PaletteGroup[] {
  const { matches, serviceId, search, go } = contents;
  const byName =
    matches && serviceId !== undefined
      ? groupsOf(matches, serviceId).map(({ heading, icon: Icon, rows }) => ({
          heading,
          entries: rows.map(({ id, name, aside, href }) => ({
            id,
            name,
            foundBy: search,
            icon: <Icon aria-hidden />,
            text: <Named name={name} aside={aside} />,
            onSelect: go(href),
          })),
        }))
      : [];
  return [
    ...pastedMessage(contents),
    placeGroup(contents),
    ...byName,
    commandGroup(contents),
    otherServices(contents),
  ];
}

function pastedMessage({ search, go }: PaletteContents): PaletteGroup[] {
  const transid = search.trim();
  if (!transidForm.test(transid)) return [];
  const text = (
    <>
      Open message <Code>{transid.slice(0, 8)}…</Code>
    </>
  );
  return [
    {
      heading: "Message",
      entries: [
        {
          id: transid,
          name: transid,
          icon: <Search aria-hidden />,
          text,
          onSelect: go(paths.message(transid)),
        },
      ],
    },
  ];
}

/** The pages to go to; the first of them have keys. */
function placeGroup({ may, go }: PaletteContents): PaletteGroup {
  const withKeys = placesFor(places, may).map((place) => ({ ...place, keys: ["g", place.key] }));
  const allPlaces = [
    ...withKeys,
    ...placesFor(furtherPlaces, may).map((place) => ({ ...place, keys: [] })),
  ];
  return {
    heading: "Go to",
    entries: allPlaces.map(({ href, label, icon: Icon, keys }) => ({
      id: `go to ${href}`,
      name: label,
      words: "go to",
      icon: <Icon aria-hidden />,
      keys,
      onSelect: go(href),
    })),
  };
}

function commandGroup({
  serviceId,
  may,
  matches = [],
  go,
  run,
  onSteer,
  onTheme,
  onHelp,
}: PaletteContents): PaletteGroup {
  const commands = serviceId === undefined ? [] : commandsIn(serviceId, may);
  const steer = (kind: keyof SteeringCalls, id: string) => run(() => onSteer(kind, id));
  return {
    heading: "Do",
    entries: [
      ...steeringEntries({ matches, may, steer, go }),
      ...commands.map(({ href, label, words, icon: Icon }) => ({
        id: `do ${href}`,
        name: label,
        ...(words !== undefined && { words }),
        icon: <Icon aria-hidden />,
        onSelect: go(href),
      })),
      ...themes.map(({ value, label, icon: Icon }) => ({
        id: `theme ${value}`,
        name: `Theme: ${label.toLowerCase()}`,
        icon: <Icon aria-hidden />,
        onSelect: run(() => onTheme(value)),
      })),
      {
        id: "help",
        name: "Keyboard shortcuts",
        words: "help",
        icon: <Keyboard aria-hidden />,
        keys: ["?"],
        onSelect: run(onHelp),
      },
      {
        id: "leave",
        name: "Sign out",
        words: "log out",
        icon: <LogOut aria-hidden />,
        onSelect: run(leave),
      },
    ],
  };
}

/**
 * The other services whose name holds the text; the first by name while it says that one wants to
 * switch, or nothing.
 */
function otherServices({
  services,
  serviceId,
  search,
  serviceHref,
  go,
}: PaletteContents): PaletteGroup {
  const searchText = search
    .trim()
    .toLowerCase()
    .replace(/^switch( to)?( service)?\s*/, "");
  const others = services
    .filter(({ id, name }) => id !== serviceId && name.toLowerCase().includes(searchText))
    .slice(0, mostOthers);
  return {
    heading: "Switch service",
    entries: others.map(({ id, name, sandbox }) => ({
      id: `service ${id}`,
      name,
      words: `switch to service ${id}`,
      icon: <ServiceIcon sandbox={sandbox} />,
      text: (
        <>
          Switch to <Verbatim>{name}</Verbatim>
        </>
      ),
      onSelect: go(serviceHref(id)),
    })),
  };
}

function Named({ name, aside }: { name: string; aside: ReactNode }) {
  return (
    <span className="flex min-w-0 items-baseline justify-between gap-3">
      <Verbatim className="truncate">{name}</Verbatim>
      <span className="shrink-0 text-xs text-ink-faint">{aside}</span>
    </span>
  );
}
