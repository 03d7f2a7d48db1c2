"use client";

import { ChevronsUpDown, CircleUser, Keyboard, LogOut, MonitorOff } from "lucide-react";
import {
  DropdownMenu,
  MenuItem,
  MenuLabel,
  MenuSeparator,
} from "@/components/ui/overlay/dropdown-menu";
import { Kbd, Verbatim, verbatim } from "@/components/ui/verbatim";
import { paths } from "@/lib/inputs/paths";
import { leave } from "./leave";
import { SameServiceLink } from "./same-service";
import { ThemeChoice } from "./theme-choice";

interface AccountOf {
  name: string;
  email: string;
  /** In the service that is looked at; absent for who is in none. */
  role: string | undefined;
}

interface AccountMenuProps {
  member: AccountOf;
  onHelp: () => void;
  /** Asks before anything is done. */
  onSignOutEverywhere: () => void;
  /** The initials alone, for narrow windows. */
  compact?: boolean;
}

/** Who is signed in; their account, theme, shortcuts, sign out. */
export function AccountMenu({
  member,
  onHelp,
  onSignOutEverywhere,
  compact = false,
}: AccountMenuProps) {
  return (
    <DropdownMenu
      side={compact ? "bottom" : "top"}
      align={compact ? "end" : "start"}
      className="w-60"
      trigger={
        <button
          type="button"
          className="flex min-w-0 items-center gap-2.5 rounded-md p-1.5 text-left transition-colors hover:bg-hover data-[state=open]:bg-hover"
        >
          <span className="sr-only">
            Account of {compact && <Verbatim>{member.name}</Verbatim>}
          </span>
          <span
            aria-hidden
            {...verbatim}
            className="grid size-7 shrink-0 place-items-center rounded-full bg-ink text-2xs font-semibold text-paper"
          >
            {initials(member.name)}
          </span>
          {!compact && (
            <>
              <span className="min-w-0 flex-1">
                <Verbatim className="block truncate text-sm leading-4 font-medium">
                  {member.name}
                </Verbatim>
                {member.role !== undefined && (
                  <span className="block truncate text-xs leading-4 text-ink-faint">
                    {member.role}
                  </span>
                )}
              </span>
              <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-faint" />
            </>
          )}
        </button>
      }
    >
      <MenuLabel>
        <Verbatim className="block font-normal">{member.email}</Verbatim>
      </MenuLabel>
      <MenuSeparator />
      <MenuItem asChild>
        <SameServiceLink href={paths.account()}>
          <CircleUser aria-hidden />
          Account
        </SameServiceLink>
      </MenuItem>
      <MenuSeparator />
      <ThemeChoice />
      <MenuSeparator />
      <MenuItem icon={<Keyboard aria-hidden />} trailing={<Kbd>?</Kbd>} onSelect={onHelp}>
        Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={leave}>
        Sign out
      </MenuItem>
      <MenuItem icon={<MonitorOff aria-hidden />} onSelect={onSignOutEverywhere}>
        Sign out everywhere …
      </MenuItem>
    </DropdownMenu>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return [words[0], last]
    .map((word) => Array.from(word ?? "")[0] ?? "")
    .join("")
    .toUpperCase();
}
