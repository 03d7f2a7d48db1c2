"use client";

import Link, { useLinkStatus } from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { useState, type ComponentProps } from "react";
import { createPortal } from "react-dom";
import { single, withQuery } from "@/lib/inputs/paths";
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

/**
 * Inside a link: a bar along the top of the window while the page that was asked for has not come.
 * Details have no loading page, which would answer 200 for what is not there. A page that comes at
 * once shows no bar.
 */
export function AwaitedBar() {
  const { pending } = useLinkStatus();
  // Out of the link, whose ancestors may be what `fixed` is relative to.
  return pending && createPortal(<span aria-hidden className={bar} />, document.body);
}

const bar =
  "pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5 origin-left animate-await bg-accent rtl:origin-right print:hidden";
