"use client";

import { Banner } from "@/components/ui/banner";
import { useCoverage } from "../audience/use-coverage";

/**
 * Says that a message reaches no recipients, or that they are not counted. It can be sent all the
 * same.
 */
export function CoverageNews({ open }: { open: boolean }) {
  const { coverage, again } = useCoverage(open);
  if (again)
    return <p className="mb-3 text-sm text-ink-faint">The devices could not be counted.</p>;
  if (!coverage) return <p className="mb-3 text-sm text-ink-faint">Counting devices…</p>;
  if (coverage.reached > 0) return null;
  return (
    <Banner kind="warning" announce className="mb-3" title="No reachable recipients">
      {coverage.without === coverage.recipients
        ? "None of the recipients has a device."
        : "None of the recipients has a device for this message. See Review for the reasons."}
    </Banner>
  );
}
