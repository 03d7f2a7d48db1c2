"use client";

import { Command } from "cmdk";
import { ScrollText, Search } from "lucide-react";
import { useTheme } from "next-themes";
import { useRouter } from "next/navigation";
import { Dialog as Radix } from "radix-ui";
import { leavePage } from "@/components/form/unsaved/unsaved";
import { Kbd, Verbatim } from "@/components/ui/verbatim";
import { paths } from "@/lib/inputs/paths";
import { paletteGroups, type PaletteContents } from "./palette-entries";
import type { PaletteEntry } from "./palette-entry";
import { ranked } from "./rank";
import { useSameService } from "./same-service";
import { useFound, type FindAction } from "./use-found";
import { useSelection } from "./use-selection";

const itemClass =
  "flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 text-base select-none data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-faint";
const groupClass =
  "**:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-ink-faint";

interface CommandPaletteProps extends Pick<
  PaletteContents,
  "services" | "serviceId" | "may" | "serviceHref" | "onHelp" | "onSteer"
> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  find: FindAction;
  search: string;
  onSearchChange: (search: string) => void;
}

/**
 * Everything by name: objects of the service, places, what the member may begin, the other
 * services, the theme; a pasted transid opens its message. Shows what the member has the right to,
 * and nothing else. The first entry is selected, unless the person moved; the search of the audit
 * log never by itself.
 */
export function CommandPalette({ open, onOpenChange, ...rest }: CommandPaletteProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-appear bg-black/30 dark:bg-black/55" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed top-[14vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 animate-appear overflow-hidden rounded-xl border border-line bg-raised shadow-high"
        >
          <Radix.Title className="sr-only">Command palette</Radix.Title>
          <OpenPalette onClose={() => onOpenChange(false)} {...rest} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type OpenPaletteProps = Omit<CommandPaletteProps, "open" | "onOpenChange"> & {
  onClose: () => void;
};

/** A new one each time it is opened: what was moved to before is forgotten. */
function OpenPalette({
  onClose,
  onHelp,
  find,
  search,
  onSearchChange,
  ...member
}: OpenPaletteProps) {
  const { serviceId, may } = member;
  const router = useRouter();
  const sameService = useSameService();
  const { setTheme } = useTheme();
  const { matches, pending } = useFound(find, serviceId, search);
  const run = (action: () => void) => () => {
    onClose();
    action();
  };
  const go = (href: string) => run(() => leavePage(() => router.push(sameService(href))));
  const groups = ranked(
    paletteGroups({ ...member, search, matches, go, run, onTheme: setTheme, onHelp }),
    search,
  );
  const entries = groups.flatMap((group) => group.entries);
  const audit =
    serviceId !== undefined && may("audit.read") ? auditSearch(search.trim(), go) : undefined;
  const ids = [...entries, ...(audit ? [audit] : [])].map(({ id }) => id);
  const { point, ...selection } = useSelection(search, entries[0], ids, pending);
  const item = (entry: PaletteEntry) => (
    <Item key={entry.id} entry={entry} isSelected={entry.id === selection.value} onPoint={point} />
  );
  return (
    <Command label="Commands" loop shouldFilter={false} disablePointerSelection {...selection}>
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
      {entries.length === 0 && (
        <output className="block px-3 py-8 text-center text-ink-muted">
          {pending ? "Searching …" : "Nothing by that name."}
        </output>
      )}
      <Command.List className="max-h-[50vh] overflow-y-auto p-1.5">
        {groups.map(({ heading, entries: groupEntries }) => (
          <Command.Group key={heading} heading={heading} className={groupClass}>
            {groupEntries.map(item)}
          </Command.Group>
        ))}
        {audit && (
          <Command.Group heading="Audit log" className={groupClass}>
            {item(audit)}
          </Command.Group>
        )}
      </Command.List>
    </Command>
  );
}

/** Searches the audit log for what was typed; undefined for nothing. */
function auditSearch(text: string, go: PaletteContents["go"]): PaletteEntry | undefined {
  if (text === "") return undefined;
  return {
    id: "audit-log",
    name: "Search the audit log",
    icon: <ScrollText aria-hidden />,
    text: (
      <>
        Search the audit log for <Verbatim>“{text}”</Verbatim>
      </>
    ),
    onSelect: go(paths.audit({ q: text, within: "12m" })),
  };
}

interface ItemProps {
  entry: PaletteEntry;
  isSelected: boolean;
  onPoint: (id: string) => void;
}

function Item({
  entry: { id, name, text = name, icon, keys = [], onSelect },
  isSelected,
  onPoint,
}: ItemProps) {
  return (
    // By the pointer only when that moves: not when the list changes below it.
    <Command.Item
      value={id}
      // Drawn with the selection: the menu reads which one is selected from what is drawn.
      data-current={isSelected}
      onSelect={onSelect}
      onMouseMove={({ movementX, movementY }) =>
        (movementX !== 0 || movementY !== 0) && onPoint(id)
      }
      className={itemClass}
    >
      {icon}
      <span className="min-w-0 flex-1">{text}</span>
      <span className="flex gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
    </Command.Item>
  );
}
