"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useCallback, type ComponentProps } from "react";
import { single } from "@/components/listing/with-query";
import { withService } from "./present-service";

/** The service that the address names; undefined where it names none. */
export function useAskedService(): string | undefined {
  const given = useSearchParams().getAll("service");
  return given.length === 1 ? single(given[0]) : undefined;
}

/** Makes addresses look at the service that this page looks at, so that nobody changes it unawares. */
export function useSameService(): (href: string) => string {
  const asked = useAskedService();
  return useCallback((href) => withService(href, asked), [asked]);
}

/** A link to a page that looks at the same service as this one. */
export function SameServiceLink({ href, ...rest }: Omit<ComponentProps<typeof Link>, "href"> & { href: string }) {
  return <Link href={useSameService()(href)} {...rest} />;
}
