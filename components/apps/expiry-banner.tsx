"use client";

import { useContext } from "react";
import { Banner } from "@/components/ui/banner";
import { RenderedAt, useNow } from "@/components/ui/browser/clock";

const warnedMs = 30 * 86_400_000;

/** The day of a moment in ISO 8601, in UTC, as certificates have it: "May 3, 2027". */
export function dayText(at: string): string {
  return new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(new Date(at));
}

/** Warns from 30 days before a certificate ends (`at`, ISO 8601). */
export function ExpiryBanner({ at }: { at: string }) {
  const renderedAt = useContext(RenderedAt);
  const leftMs = Date.parse(at) - (useNow() ?? renderedAt);
  if (leftMs > warnedMs) return null;
  return leftMs <= 0 ? (
    <Banner kind="danger" title="The certificate has expired">
      Messages have waited since {dayText(at)}. Replace it to send them, unless they expire first.
    </Banner>
  ) : (
    <Banner kind="warning" title={`The certificate expires on ${dayText(at)}`}>
      Nothing can be sent with it from then on. Replace it before; until the new one is saved this
      one stays in use.
    </Banner>
  );
}
