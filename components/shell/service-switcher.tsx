"use client";

import { Check, ChevronsUpDown, Search } from "lucide-react";
import Link from "next/link";
import { cn } from "@/components/ui/cn";
import {
  DropdownMenu,
  MenuItem,
  MenuLabel,
  MenuSeparator,
} from "@/components/ui/overlay/dropdown-menu";
import { Verbatim } from "@/components/ui/verbatim";
import type { OwnService } from "@/lib/directory/service/list";
import { roleLabels } from "./role-labels";
import { useServiceHref } from "./same-service";
import { ServiceFacts, ServiceIcon, ServiceMark, serviceMarkClass } from "./service-mark";

interface ServiceSwitcherProps {
  services: readonly OwnService[];
  /** The one that is looked at. */
  present: OwnService;
  /** Opens the search, which finds every service. */
  onFind: () => void;
  /** Its name alone, for narrow windows. */
  compact?: boolean;
}

/** So many are listed; more are found by their names. */
const mostListed = 20;

/**
 * The service that is looked at, and the way to the same list in another one. Who is in one only
 * reads which.
 */
export function ServiceSwitcher({
  services,
  present,
  onFind,
  compact = false,
}: ServiceSwitcherProps) {
  const hrefOf = useServiceHref();
  if (services.length < 2) return <ServiceMark service={present} compact={compact} />;
  return (
    <DropdownMenu
      side={compact ? "bottom" : "top"}
      align={compact ? "end" : "start"}
      className="max-h-[60vh] w-60 overflow-y-auto"
      trigger={
        <button
          type="button"
          className={cn(
            serviceMarkClass(compact),
            "transition-colors hover:bg-hover data-[state=open]:bg-hover",
          )}
        >
          <span className="sr-only">Service:</span>
          <ServiceFacts service={present} role={roleLabels[present.role]} compact={compact} />
          <ChevronsUpDown
            aria-hidden
            className={cn("shrink-0 text-ink-faint", compact ? "size-3.5" : "mt-0.5 size-4")}
          />
        </button>
      }
    >
      <MenuLabel>Switch service</MenuLabel>
      {listed(services, present).map((service) => {
        const here = service.id === present.id;
        return (
          <MenuItem key={service.id} asChild>
            <Link href={hrefOf(service.id)} aria-current={here ? "true" : undefined}>
              <ServiceIcon sandbox={service.sandbox} />
              <span className="min-w-0 flex-1 py-1">
                <Verbatim className="block truncate">{service.name}</Verbatim>
                <span className="block text-xs text-ink-faint">{roleLabels[service.role]}</span>
              </span>
              {here && <Check aria-hidden className="text-accent-deep!" />}
            </Link>
          </MenuItem>
        );
      })}
      {services.length > mostListed && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Search aria-hidden />} onSelect={onFind}>
            Find a service …
          </MenuItem>
        </>
      )}
    </DropdownMenu>
  );
}

/** The first ones by name, and the one that is looked at. */
function listed(services: readonly OwnService[], present: OwnService): readonly OwnService[] {
  const first = services.slice(0, mostListed);
  return first.some(({ id }) => id === present.id) ? first : [present, ...first.slice(0, -1)];
}
