"use client";

import { Check, ChevronsUpDown } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { withQuery } from "@/components/listing/with-query";
import { cn } from "@/components/ui/cn";
import { DropdownMenu, MenuItem, MenuLabel } from "@/components/ui/dropdown-menu";
import type { OwnService } from "@/lib/directory/service/list";
import { isHere, places } from "./places";
import { roleLabels } from "./role-labels";
import { ServiceFacts, ServiceIcon, ServiceMark, serviceMarkClass } from "./service-mark";

interface ServiceSwitcherProps {
  services: readonly OwnService[];
  /** The one that is looked at. */
  present: OwnService;
  /** Its name alone, for narrow windows. */
  compact?: boolean;
}

/** The service that is looked at, and the way to the same list in another one. Who is in one only reads which. */
export function ServiceSwitcher({ services, present, compact = false }: ServiceSwitcherProps) {
  const pathname = usePathname();
  if (services.length < 2) return <ServiceMark service={present} compact={compact} />;
  // What is open here has no counterpart there; the list that it belongs to has.
  const list = places.find((place) => isHere(place, pathname))?.href ?? "/";
  return (
    <DropdownMenu
      side={compact ? "bottom" : "top"}
      align={compact ? "end" : "start"}
      className="max-h-[60vh] w-60 overflow-y-auto"
      trigger={
        <button type="button" className={cn(serviceMarkClass(compact), "transition-colors hover:bg-hover data-[state=open]:bg-hover")}>
          <span className="sr-only">Service:</span>
          <ServiceFacts service={present} role={roleLabels[present.role]} compact={compact} />
          <ChevronsUpDown aria-hidden className={cn("shrink-0 text-ink-faint", compact ? "size-3.5" : "mt-0.5 size-4")} />
        </button>
      }
    >
      <MenuLabel>Switch service</MenuLabel>
      {services.map((service) => {
        const here = service.id === present.id;
        return (
          <MenuItem key={service.id} asChild>
            <Link href={withQuery(list, { service: service.id })} aria-current={here ? "true" : undefined}>
              <ServiceIcon sandbox={service.sandbox} />
              <span className="min-w-0 flex-1 py-1">
                <span className="foreign block truncate">{service.name}</span>
                <span className="block text-xs text-ink-faint">{roleLabels[service.role]}</span>
              </span>
              {here && <Check aria-hidden className="text-accent-deep!" />}
            </Link>
          </MenuItem>
        );
      })}
    </DropdownMenu>
  );
}
