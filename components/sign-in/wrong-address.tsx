"use client";

import { useSyncExternalStore } from "react";
import { Banner } from "@/components/ui/banner";
import { isOwnOrigin } from "@/lib/inputs/own-page";

const never = () => () => undefined;

/**
 * Says so before anything is typed when the page was opened at an address from which Clarion takes no forms.
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
    <Banner kind="warning" title="This is not Clarion’s address" className="mb-5">
      <p>
        You opened <span className="code">{here}</span>. Forms are taken at{" "}
        <a className="font-medium text-ink underline underline-offset-2" href={origin}>
          {origin}
        </a>{" "}
        alone. If this address is the right one, set <span className="code">ORIGIN={here}</span> and start Clarion again.
      </p>
    </Banner>
  );
}
