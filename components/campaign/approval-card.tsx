"use client";

import { CalendarClock, Check, Send, X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { reasonOf } from "@/components/composer/rights";
import { approvalLooks } from "@/components/facts/campaign-looks";
import { useCall } from "@/components/form/use-call";
import { StatePill } from "@/components/ui/badge";
import { useFocusBack } from "@/components/ui/browser/focus-back";
import { Button } from "@/components/ui/button";
import { CardBody, TitledCard } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { isolated } from "@/components/ui/sentence";
import { Verbatim, verbatim } from "@/components/ui/verbatim";
import type { withdrawApproval } from "@/lib/campaign/ask";
import type { decideApproval } from "@/lib/campaign/decide";
import type { sendApproved } from "@/lib/campaign/send-approved";
import { recipientsText } from "@/lib/compose/recipients";
import type { Verdict } from "@/lib/policy/can";
import type { ApprovalRow } from "@/lib/results/read-approval";
import type { ActionOf } from "@/lib/verb/answer";
import { ApprovalFacts } from "./approval-facts";
import { DeclineDialog } from "./decline-dialog";

/** What can be done with what waits for approval, or is approved. */
export interface ApprovalActions {
  decide: ActionOf<typeof decideApproval>;
  withdraw: ActionOf<typeof withdrawApproval>;
  send: ActionOf<typeof sendApproved>;
}

/** What the member may do with it, and why not. */
export interface ApprovalRights {
  approve: Verdict;
  ask: Verdict;
  send: Verdict;
}

interface ApprovalCardProps {
  campaignId: string;
  approval: ApprovalRow;
  /** Id of the member who looks at it. */
  memberId: string;
  may: ApprovalRights;
  actions: ApprovalActions;
  /** Whom it reaches; nothing where that is not counted any more. */
  reach?: ReactNode;
  /** What is odd about it. */
  warnings?: ReactNode;
}

/** A request for approval: all that it is bound to, and what can be done about it. */
export function ApprovalCard({
  campaignId,
  approval,
  memberId,
  may,
  actions,
  reach,
  warnings,
}: ApprovalCardProps) {
  const { id, state, sha256, subject } = approval;
  const [declining, setDeclining] = useState(false);
  const { pending, run } = useCall();
  const opener = useFocusBack(pending);
  const look = approvalLooks[state];
  const own = ownReason(approval, memberId);
  const no = own ?? reasonOf(may.approve);
  const withdraw = (
    <Button
      disabled={pending}
      onClick={() =>
        run(() => actions.withdraw({ id: campaignId }), "Withdrawn. It is a draft again.")
      }
    >
      Withdraw
    </Button>
  );
  return (
    <TitledCard
      id="approval-title"
      title="Approval"
      description={sentence(approval)}
      // Until it is ordered, the campaign itself says so.
      actions={state === "used" && <StatePill tone={look.tone}>{look.label}</StatePill>}
    >
      <CardBody className="space-y-4">
        {approval.note !== "" && (
          <blockquote
            {...verbatim}
            className="foreign border-l-2 border-line-strong pl-3 text-sm whitespace-pre-wrap"
          >
            {approval.note}
          </blockquote>
        )}
        <ApprovalFacts approval={approval} reach={reach} />
        {warnings}
        {state === "waiting" && (
          <div className="flex flex-wrap items-center gap-2">
            {may.approve.ok && (
              <>
                <Button
                  icon={Check}
                  ref={opener}
                  variant="primary"
                  disabled={no !== undefined || pending}
                  title={no}
                  onClick={() =>
                    run(() => actions.decide({ id, sha256, approve: true }), approvedNews(approval))
                  }
                >
                  Approve
                </Button>
                <Button
                  icon={X}
                  disabled={no !== undefined || pending}
                  title={no}
                  onClick={() => setDeclining(true)}
                >
                  Decline …
                </Button>
              </>
            )}
            {may.ask.ok && (own !== undefined || !may.approve.ok) && withdraw}
            {may.approve.ok && own !== undefined && <p className="text-sm text-ink-muted">{own}</p>}
          </div>
        )}
        {state === "approved" && may.ask.ok && (
          <div className="flex flex-wrap items-center gap-2">
            <Button
              ref={opener}
              variant="primary"
              disabled={!may.send.ok || pending}
              title={reasonOf(may.send)}
              onClick={() =>
                run(
                  () => actions.send({ id: campaignId }),
                  subject.at ? "Scheduled" : "Going out in a few seconds",
                )
              }
            >
              {subject.at ? <CalendarClock aria-hidden /> : <Send aria-hidden />}
              {subject.at ? "Schedule" : `Send to ${recipientsText(subject.recipients)}`}
            </Button>
            {withdraw}
          </div>
        )}
      </CardBody>
      <DeclineDialog
        open={declining}
        onOpenChange={setDeclining}
        decline={(reason) => actions.decide({ id, sha256, approve: false, reason })}
      />
    </TitledCard>
  );
}

/** After the decision, what comes next. */
function approvedNews({ askedBy, subject }: ApprovalRow): string {
  const next = subject.at ? "schedule" : "send";
  return askedBy === null
    ? `Approved. A member can ${next} it now.`
    : `Approved. ${isolated(askedBy)} can ${next} it now.`;
}

function sentence({
  state,
  askedBy,
  askedAt,
  decidedBy,
  decidedAt,
  expiresAt,
  reason,
}: ApprovalRow): ReactNode {
  const asker = <Verbatim>{askedBy ?? "A member who is gone"}</Verbatim>;
  const decider = <Verbatim>{decidedBy ?? "a member who is gone"}</Verbatim>;
  const askedLine = (
    <>
      {asker} asked <RelativeTime at={askedAt} />.
    </>
  );
  const why = reason === null ? null : <Verbatim> {reason}</Verbatim>;
  switch (state) {
    case "waiting":
      return <>{askedLine} Nothing is sent until another member approves it.</>;
    case "approved":
    case "used":
      return (
        <>
          {askedLine} Approved by {decider} <RelativeTime at={decidedAt ?? askedAt} />.
          {state === "approved" && expiresAt !== null && (
            <>
              {" "}
              It can be sent until <RelativeTime at={expiresAt} show="moment" />.
            </>
          )}
        </>
      );
    case "expired":
      return (
        <>
          {askedLine} It was approved by {decider}, and not sent in time. Edit it or ask again from
          the composer.
        </>
      );
    case "declined":
      return (
        <>
          Declined by {decider} <RelativeTime at={decidedAt ?? askedAt} />.{why}
        </>
      );
    case "withdrawn":
      return <>{askedLine} It was withdrawn.</>;
    case "void":
      return (
        <>
          {askedLine}
          {why} It has to be asked for again.
        </>
      );
  }
}

function ownReason({ askedById, editedById }: ApprovalRow, memberId: string): string | undefined {
  if (askedById === memberId)
    return "You asked for this approval, so another member has to decide.";
  return editedById === memberId
    ? "You wrote this message, so another member has to decide."
    : undefined;
}
