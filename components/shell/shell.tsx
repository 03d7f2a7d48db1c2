"use client";

import { Search } from "lucide-react";
import { useState, type ReactNode } from "react";
import { FormMemoryOwner } from "@/components/form/unsaved/form-memory";
import { LeaveGuard } from "@/components/form/unsaved/leave-guard";
import { IconButton } from "@/components/ui/icon-button";
import { TooltipProvider } from "@/components/ui/overlay/tooltip";
import { Toaster } from "@/components/ui/toast";
import { Kbd } from "@/components/ui/verbatim";
import { VersionNews } from "@/components/version/version-news";
import type { signOutEverywhere } from "@/lib/directory/member/sign-out-everywhere";
import type { OwnService } from "@/lib/directory/service/list";
import type { Action } from "@/lib/policy/actions";
import type { ActionOf } from "@/lib/verb/answer";
import { AccountMenu } from "./account-menu";
import { Bell } from "./bell";
import { CommandPalette } from "./command-palette";
import { Logo } from "./logo";
import { BottomNavigation, SideNavigation } from "./navigation";
import { presentService } from "./present-service";
import { mayInShell, type ShellRights } from "./rights";
import { roleLabels } from "./role-labels";
import { SameServiceLink, useAskedService, useServiceHref } from "./same-service";
import { ServiceSwitcher } from "./service-switcher";
import { ShortcutHelp } from "./shortcut-help";
import { SignOutEverywhere } from "./sign-out-everywhere";
import type { SteeringCalls } from "./steering-entries";
import type { FindAction } from "./use-found";
import { useShortcuts } from "./use-shortcuts";
import { useSteer } from "./use-steer";
import { useUnseen } from "./use-unseen";

interface ShellProps {
  member: { name: string; email: string; installationOwner: boolean };
  /** Those that the member is in. */
  services: readonly OwnService[];
  rights: ShellRights;
  /** Finds campaigns, lists and messages by name. */
  onFind: FindAction;
  /** Pauses and resumes campaigns. */
  steering: SteeringCalls;
  /** Ends every session of the member. */
  onSignOutEverywhere: ActionOf<typeof signOutEverywhere>;
  children: ReactNode;
}

/**
 * The frame of every signed-in page: navigation at the side (at the foot of a narrow window),
 * palette, account.
 */
export function Shell({
  member,
  services,
  rights,
  onFind,
  steering,
  onSignOutEverywhere,
  children,
}: ShellProps) {
  const [palette, setPalette] = useState(false);
  const [search, setSearch] = useState("");
  const [help, setHelp] = useState(false);
  const openPalette = () => {
    setSearch("");
    setPalette(true);
  };
  const openHelp = () => setHelp(true);
  const [leaving, setLeaving] = useState(false);
  const askToLeave = () => setLeaving(true);
  const askedService = useAskedService();
  // One that is not among them has no page: what stands in its place need not name it.
  const present = presentService(services, askedService) ?? presentService(services, undefined);
  const role = member.installationOwner ? roleLabels.owner : present && roleLabels[present.role];
  const account = { name: member.name, email: member.email, role };
  const unseen = useUnseen();
  const serviceHref = useServiceHref();
  const onSteer = useSteer(steering);
  const may = (action: Action) => mayInShell(rights, action, member.installationOwner, present);
  useShortcuts({ onPalette: openPalette, onHelp: openHelp });
  return (
    <TooltipProvider>
      <div className="min-h-dvh md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
        <a
          href="#main"
          className="fixed top-2 left-2 z-60 -translate-y-16 rounded-md bg-primary px-3 py-2 text-sm font-medium text-on-primary focus-visible:translate-y-0"
        >
          Skip to content
        </a>
        <aside className="sticky top-0 hidden h-dvh flex-col gap-5 border-r border-line bg-sunken/60 px-3 pt-4 pb-3 md:flex">
          <div className="flex items-center justify-between">
            <SameServiceLink href="/" aria-label="Clarion, home" className="rounded-md px-2">
              <Logo />
            </SameServiceLink>
            <Bell unseen={unseen} />
          </div>
          <button
            type="button"
            onClick={openPalette}
            aria-keyshortcuts="Control+K Meta+K"
            className="flex h-8.5 items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-sm text-ink-faint shadow-low transition-colors hover:border-line-strong hover:text-ink-muted"
          >
            <Search aria-hidden className="size-4" />
            <span className="flex-1 text-left">Search or jump to</span>
            <Kbd>Ctrl K</Kbd>
          </button>
          <SideNavigation />
          <div className="mt-auto flex flex-col gap-2">
            {present && (
              <ServiceSwitcher services={services} present={present} onFind={openPalette} />
            )}
            <AccountMenu member={account} onHelp={openHelp} onSignOutEverywhere={askToLeave} />
          </div>
        </aside>
        <div className="min-w-0">
          <header className="sticky top-0 z-30 flex h-13 items-center justify-between gap-2 border-b border-line bg-surface px-4 md:hidden">
            <SameServiceLink href="/" aria-label="Clarion, home" className="rounded-md">
              <Logo />
            </SameServiceLink>
            <div className="flex items-center gap-1">
              {present && (
                <ServiceSwitcher
                  services={services}
                  present={present}
                  onFind={openPalette}
                  compact
                />
              )}
              <Bell unseen={unseen} />
              <IconButton
                icon={Search}
                label="Search or jump to"
                onClick={openPalette}
                tooltipSide="bottom"
              />
              <AccountMenu
                member={account}
                onHelp={openHelp}
                onSignOutEverywhere={askToLeave}
                compact
              />
            </div>
          </header>
          <VersionNews />
          <main id="main" tabIndex={-1} className="pb-20 outline-none md:pb-0">
            <FormMemoryOwner value={member.email}>{children}</FormMemoryOwner>
          </main>
        </div>
        <BottomNavigation />
        <CommandPalette
          open={palette}
          onOpenChange={setPalette}
          onHelp={openHelp}
          onSteer={onSteer}
          find={onFind}
          services={services}
          serviceId={present?.id}
          may={may}
          serviceHref={serviceHref}
          search={search}
          onSearchChange={setSearch}
        />
        <ShortcutHelp open={help} onOpenChange={setHelp} />
        <SignOutEverywhere open={leaving} onOpenChange={setLeaving} action={onSignOutEverywhere} />
      </div>
      <LeaveGuard />
      <Toaster />
    </TooltipProvider>
  );
}
