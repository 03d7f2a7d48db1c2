"use client";

import { Command } from "cmdk";
import { Keyboard, LogOut, PenLine, Search } from "lucide-react";
import { useTheme } from "next-themes";
import { useRouter } from "next/navigation";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Kbd } from "@/components/ui/kbd";
import { groupsOf } from "./found-groups";
import { leave } from "./leave";
import { furtherPlaces, places } from "./places";
import { useSameService } from "./same-service";
import { themes } from "./theme-choice";
import { useFound, type FindAction } from "./use-found";

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
  /** Where to look for names; undefined for who is in no service. */
  serviceId: string | undefined;
  search: string;
  onSearchChange: (search: string) => void;
}

/** Everything by name: what the service has, places, a new message, the theme; a pasted transid opens its message. */
export function CommandPalette({ open, onOpenChange, onHelp, find, serviceId, search, onSearchChange }: CommandPaletteProps) {
  const router = useRouter();
  const sameService = useSameService();
  const { setTheme } = useTheme();
  const pasted = search.trim();
  const { found, pending } = useFound(find, open ? serviceId : undefined, search);
  const run = (action: () => void) => () => {
    onOpenChange(false);
    action();
  };
  const go = (href: string) => run(() => router.push(sameService(href)));
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-appear bg-black/30 dark:bg-black/55" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed top-[14vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 animate-appear overflow-hidden rounded-xl border border-line bg-raised shadow-high"
        >
          <Radix.Title className="sr-only">Command palette</Radix.Title>
          <Command label="Commands" loop>
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Search aria-hidden className="size-4 shrink-0 text-ink-faint" />
              <Command.Input
                value={search}
                onValueChange={onSearchChange}
                placeholder="Find anything by name, or go to a page"
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
                  Open message <span className="code">{pasted.slice(0, 8)}…</span>
                </Item>
              )}
              {found &&
                groupsOf(found).map(({ heading, icon: Icon, rows }) => (
                  <Command.Group key={heading} heading={heading} className={groupClass}>
                    {rows.map(({ id, name, aside, href }) => (
                      <Item key={id} icon={<Icon aria-hidden />} value={id} found={search} onSelect={go(href)}>
                        <Named name={name} aside={aside} />
                      </Item>
                    ))}
                  </Command.Group>
                ))}
              <Command.Group heading="Go to" className={groupClass}>
                {places.map(({ href, label, icon: Icon, key }) => (
                  <Item key={href} icon={<Icon aria-hidden />} value={`go to ${label}`} keys={["g", key]} onSelect={go(href)}>
                    {label}
                  </Item>
                ))}
                {furtherPlaces.map(({ href, label, icon: Icon }) => (
                  <Item key={href} icon={<Icon aria-hidden />} value={`go to ${label}`} onSelect={go(href)}>
                    {label}
                  </Item>
                ))}
              </Command.Group>
              <Command.Group heading="Do" className={groupClass}>
                <Item icon={<PenLine aria-hidden />} value="compose new message write send" onSelect={go("/compose")}>
                  Compose a message
                </Item>
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
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Named({ name, aside }: { name: string; aside: ReactNode }) {
  return (
    <span className="flex min-w-0 items-baseline justify-between gap-3">
      <span className="foreign truncate">{name}</span>
      <span className="shrink-0 text-xs text-ink-faint">{aside}</span>
    </span>
  );
}

function Item({
  icon,
  value,
  found,
  keys = [],
  onSelect,
  children,
}: {
  icon: ReactNode;
  value: string;
  /** What the server found it by, which the menu does not look for a second time. */
  found?: string;
  keys?: string[];
  onSelect: () => void;
  children: ReactNode;
}) {
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
