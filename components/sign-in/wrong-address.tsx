"use client";

import { useSyncExternalStore } from "react";
import { Banner } from "@/components/ui/banner";
import { Code } from "@/components/ui/verbatim";
import { isOwnOrigin } from "@/lib/inputs/own-page";

const never = () => () => undefined;

/**
 * Says so before anything is typed when the page was opened at an address from which Clarion takes
 * no forms.
 *
 * @param origin the setting ORIGIN
 */
export function WrongAddress({ origin }: { origin: string }) {
  const here = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => origin,
  );
  if (isOwnOrigin(here, here.replace(/^\w+:\/\//, ""), origin)) return null;
  return (
    <Banner kind="warning" title="Open Clarion at its own address" className="mb-5">
      <p>
        Signing in works at{" "}
        <a className="font-medium text-ink underline underline-offset-2" href={origin}>
          {origin}
        </a>
        , and this is <Code>{here}</Code>.
      </p>
      <p className="mt-2">
        Is this the right one? Set <Code>ORIGIN</Code> to it and restart Clarion.
      </p>
    </Banner>
  );
}
