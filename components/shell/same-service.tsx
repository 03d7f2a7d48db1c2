"use client";

import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { useState, type ComponentProps } from "react";
import { single, withQuery } from "@/lib/inputs/paths";
import { AwaitedBar } from "./awaited-bar";
import { isHere, places } from "./places";
import { withService } from "./present-service";

/** The service that the address names; undefined where it names none. */
export function useAskedService(): string | undefined {
  const serviceIds = useSearchParams().getAll("service");
  return serviceIds.length === 1 ? single(serviceIds[0]) : undefined;
}

/**
 * Makes addresses look at the service that this page looks at, so that it does not change
 * unnoticed.
 */
export function useSameService(): (href: string) => string {
  const askedService = useAskedService();
  return (href) => withService(href, askedService);
}

/**
 * Makes the address of another service: of the list that this page belongs to. What is open here
 * has no counterpart there.
 */
export function useServiceHref(): (serviceId: string) => string {
  const pathname = usePathname();
  const list = places.find((place) => isHere(place, pathname))?.href ?? "/";
  return (serviceId) => withQuery(list, { service: serviceId });
}

/**
 * A link to a page that looks at the same service as this one. Its page is fetched ahead when the
 * user is about to follow it, and not for each link in sight: a list has a hundred of them, and the
 * server renders each answer.
 */
export function SameServiceLink({
  href,
  children,
  ...rest
}: Omit<ComponentProps<typeof Link>, "href" | "prefetch"> & { href: string }) {
  const [isNear, setNear] = useState(false);
  const come = () => setNear(true);
  return (
    <Link
      href={useSameService()(href)}
      prefetch={isNear ? "auto" : false}
      onPointerEnter={come}
      onFocus={come}
      {...rest}
    >
      {children}
      <AwaitedBar />
    </Link>
  );
}
