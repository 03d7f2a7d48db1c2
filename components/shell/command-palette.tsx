"use client";

import { Command } from "cmdk";
import { Keyboard, LogOut, ScrollText, Search } from "lucide-react";
import { useTheme } from "next-themes";
import { useRouter } from "next/navigation";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { leavePage } from "@/components/form/unsaved";
import { withQuery } from "@/components/listing/with-query";
import { Kbd } from "@/components/ui/kbd";
import type { OwnService } from "@/lib/directory/service/list";
import type { Action } from "@/lib/policy/actions";
import { commandsIn, type PaletteCommand } from "./commands";
import { groupsOf } from "./found-groups";
import { leave } from "./leave";
import { furtherPlaces, places, placesFor, type Place } from "./places";
import { auditSearch, bestRank, rank } from "./rank";
import { useSameService } from "./same-service";
import { themes } from "./theme-choice";
import { ServiceIcon } from "./service-mark";
import { useFound, type FindAction } from "./use-found";
import { Code } from "@/components/ui/code";
import { Verbatim } from "@/components/ui/verbatim";

const itemClass =
  "flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 text-base select-none data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-faint";
const groupClass =
  "**:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-ink-faint";
const transidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onHelp: () => void;
  find: FindAction;
  /** Those that the member is in. */
  services: readonly OwnService[];
  /** Where to look for names; undefined for who is in no service. */
  serviceId: string | undefined;
  /** Whether the member may do something in that service. */
  may: (action: Action) => boolean;
  /** The same list in another service. */
  serviceHref: (serviceId: string) => string;
  search: string;
  onSearchChange: (search: string) => void;
}

/** Makes what goes to an address when it is chosen. */
type Go = (href: string) => () => void;

/**
 * Everything by name: objects of the service, places, what the member may begin, the other services, the theme; a pasted transid opens its message. Shows what
 * the member has the right to, and nothing else.
 */
export function CommandPalette({ open, onOpenChange, onHelp, find, search, onSearchChange, ...member }: CommandPaletteProps) {
  const { services, serviceId, may, serviceHref } = member;
  const router = useRouter();
  const sameService = useSameService();
  const { setTheme } = useTheme();
  const pasted = search.trim();
  const { found, pending } = useFound(find, open ? serviceId : undefined, search);
  const others = othersNamed(services, serviceId, pasted);
  const run = (action: () => void) => () => {
    onOpenChange(false);
    action();
  };
  const go: Go = (href) => run(() => leavePage(() => router.push(sameService(href))));
  const [shownPlaces, shownFurther] = [placesFor(places, may), placesFor(furtherPlaces, may)];
  const commands = serviceId === undefined ? [] : commandsIn(serviceId, may);
  // The kind that fits better stands first, so that Enter takes it.
  const isCommand =
    bestRank(commands.map(commandWords), search) >
    bestRank(
      [...shownPlaces, ...shownFurther].map(({ label }) => placeWords(label)),
      search,
    );
  const placeGroup = <PlaceGroup key="places" shown={shownPlaces} further={shownFurther} go={go} />;
  const commandGroup = (
    <Command.Group key="commands" heading="Do" className={groupClass}>
      {commands.map((command) => (
        <Item key={command.href} icon={<command.icon aria-hidden />} value={commandWords(command)} onSelect={go(command.href)}>
          {command.label}
        </Item>
      ))}
      {themes.map(({ value, label, icon: Icon }) => (
        <Item key={value} icon={<Icon aria-hidden />} value={`theme ${label}`} onSelect={run(() => setTheme(value))}>
          Theme: {label.toLowerCase()}
        </Item>
      ))}
      <Item icon={<Keyboard aria-hidden />} value="keyboard shortcuts help" keys={["?"]} onSelect={run(onHelp)}>
        Keyboard shortcuts
      </Item>
      <Item icon={<LogOut aria-hidden />} value="sign out log out" onSelect={run(leave)}>
        Sign out
      </Item>
    </Command.Group>
  );
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-appear bg-black/30 dark:bg-black/55" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed top-[14vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 animate-appear overflow-hidden rounded-xl border border-line bg-raised shadow-high"
        >
          <Radix.Title className="sr-only">Command palette</Radix.Title>
          <Command label="Commands" loop filter={rank}>
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Search aria-hidden className="size-4 shrink-0 text-ink-faint" />
              <Command.Input
                value={search}
                onValueChange={onSearchChange}
                placeholder="Find anything, do something or go to a page"
                className="h-12 w-full bg-transparent text-base outline-none"
              />
              <Kbd>Esc</Kbd>
            </div>
            <Command.List className="max-h-[50vh] overflow-y-auto p-1.5">
              <Command.Empty className="px-3 py-8 text-center text-ink-muted">
                {pending ? "Searching …" : "Nothing by that name."}
              </Command.Empty>
              {transidForm.test(pasted) && (
                <Item icon={<Search aria-hidden />} value={pasted} onSelect={go(`/messages/${pasted}`)}>
                  Open message <Code>{pasted.slice(0, 8)}…</Code>
                </Item>
              )}
              {found &&
                serviceId !== undefined &&
                groupsOf(found, serviceId).map(({ heading, icon: Icon, rows }) => (
                  <Command.Group key={heading} heading={heading} className={groupClass}>
                    {rows.map(({ id, name, aside, href }) => (
                      <Item key={id} icon={<Icon aria-hidden />} value={id} found={search} onSelect={go(href)}>
                        <Named name={name} aside={aside} />
                      </Item>
                    ))}
                  </Command.Group>
                ))}
              {isCommand ? [commandGroup, placeGroup] : [placeGroup, commandGroup]}
              {others.length > 0 && <ServiceGroup others={others} serviceHref={serviceHref} go={go} />}
              {serviceId !== undefined && may("audit.read") && pasted !== "" && (
                <Command.Group heading="Audit log" className={groupClass}>
                  <Item
                    icon={<ScrollText aria-hidden />}
                    value={`${auditSearch} ${pasted}`}
                    onSelect={go(withQuery("/settings/audit", { q: pasted, within: "12m" }))}
                  >
                    Search the audit log for <Verbatim>“{pasted}”</Verbatim>
                  </Item>
                </Command.Group>
              )}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const placeWords = (label: string) => `${label} go to`;
const commandWords = ({ label, words = "" }: PaletteCommand) => `${label} ${words}`;

/** So many other services are offered at a time. */
const mostOthers = 8;

/** The other services whose name holds a text; the first by name while it says that one wants to switch, or nothing. */
function othersNamed(services: readonly OwnService[], serviceId: string | undefined, text: string): readonly OwnService[] {
  const others = services.filter(({ id }) => id !== serviceId);
  const wanted = text.toLowerCase().replace(/^switch( to)?( service)?\s*/, "");
  return others.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, mostOthers);
}

interface PlaceGroupProps {
  shown: readonly Place[];
  further: readonly Omit<Place, "key">[];
  go: Go;
}

/** The pages to go to; the first of them have keys. */
function PlaceGroup({ shown, further, go }: PlaceGroupProps) {
  return (
    <Command.Group heading="Go to" className={groupClass}>
      {shown.map(({ href, label, icon: Icon, key }) => (
        <Item key={href} icon={<Icon aria-hidden />} value={placeWords(label)} keys={["g", key]} onSelect={go(href)}>
          {label}
        </Item>
      ))}
      {further.map(({ href, label, icon: Icon }) => (
        <Item key={href} icon={<Icon aria-hidden />} value={placeWords(label)} onSelect={go(href)}>
          {label}
        </Item>
      ))}
    </Command.Group>
  );
}

interface ServiceGroupProps {
  others: readonly OwnService[];
  serviceHref: (serviceId: string) => string;
  go: Go;
}

/** The services to switch to. */
function ServiceGroup({ others, serviceHref, go }: ServiceGroupProps) {
  return (
    <Command.Group heading="Switch service" className={groupClass}>
      {others.map(({ id, name, sandbox }) => (
        <Item key={id} icon={<ServiceIcon sandbox={sandbox} />} value={`switch to service ${name} ${id}`} onSelect={go(serviceHref(id))}>
          Switch to <Verbatim>{name}</Verbatim>
        </Item>
      ))}
    </Command.Group>
  );
}

function Named({ name, aside }: { name: string; aside: ReactNode }) {
  return (
    <span className="flex min-w-0 items-baseline justify-between gap-3">
      <Verbatim className="truncate">{name}</Verbatim>
      <span className="shrink-0 text-xs text-ink-faint">{aside}</span>
    </span>
  );
}

interface ItemProps {
  icon: ReactNode;
  value: string;
  /** What the server found it by, which the menu does not look for a second time. */
  found?: string;
  keys?: string[];
  onSelect: () => void;
  children: ReactNode;
}

function Item({ icon, value, found, keys = [], onSelect, children }: ItemProps) {
  return (
    <Command.Item value={value} {...(found !== undefined && { keywords: [found] })} onSelect={onSelect} className={itemClass}>
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
      <span className="flex gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
    </Command.Item>
  );
}
