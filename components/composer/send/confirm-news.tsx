"use client";

import { ShieldCheck } from "lucide-react";
import { Banner } from "@/components/ui/banner";
import { LabelledTextarea } from "@/components/ui/field";
import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim } from "@/components/ui/verbatim";
import type { SendPlan } from "@/lib/campaign/read-plan";
import { recipientsText } from "@/lib/compose/recipients";
import { mostNote } from "@/lib/inputs/approval";
import { useCoverage } from "../audience/use-coverage";

/** What is said to who approves it. */
export function ApprovalNote({ note, onNote }: { note: string; onNote: (note: string) => void }) {
  return (
    <div className="mt-4 space-y-3">
      <p className="flex gap-2 text-sm text-ink-muted">
        <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-faint" />
        Another member has to approve this first. Nothing is sent until then, and any change voids
        the approval.
      </p>
      <LabelledTextarea
        label="Note for the approver"
        optional
        maxLength={mostNote}
        value={note}
        onChange={(event) => onNote(event.target.value)}
      />
    </div>
  );
}

/**
 * Says that a message reaches no recipients, or that they are not counted. It can be sent all the
 * same.
 */
export function CoverageNews({ open }: { open: boolean }) {
  const { coverage, again } = useCoverage(open);
  if (again)
    return <p className="mb-3 text-sm text-ink-faint">The devices could not be counted.</p>;
  if (!coverage) return <p className="mb-3 text-sm text-ink-faint">Counting devices …</p>;
  if (coverage.reached > 0) return null;
  return (
    <Banner kind="warning" announce className="mb-3" title="No reachable recipients">
      {coverage.without === coverage.recipients
        ? "None of the recipients has a device."
        : "None of the recipients has a device for this message. See Review for the reasons."}
    </Banner>
  );
}

/**
 * Says that the very same was sent to the same recipients a while ago. Nothing where it was not.
 */
export function RepeatNews({ last }: { last: SendPlan["lastSent"] }) {
  if (last === null) return null;
  return (
    <Banner kind="warning" announce className="mb-3" title="You would send it twice">
      {last.own ? "You" : <Verbatim>{last.by ?? "A member who is gone"}</Verbatim>} sent exactly
      this to the same {recipientsText(last.recipients)} <RelativeTime at={last.at} />.
    </Banner>
  );
}
