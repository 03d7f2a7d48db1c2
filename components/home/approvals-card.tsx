import type { ReactNode } from "react";
import { approvalLooks } from "@/components/facts/campaign-looks";
import { LinkButton } from "@/components/shell/link-button";
import { SameServiceLink } from "@/components/shell/same-service";
import { StatePill } from "@/components/ui/badge";
import { TitledCard } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim } from "@/components/ui/verbatim";
import { mostOpenApprovals } from "@/lib/inputs/approval";
import { paths } from "@/lib/inputs/paths";
import type { OpenApproval } from "@/lib/results/open-approvals";

interface ApprovalsProps {
  waiting: readonly OpenApproval[];
  decided: readonly OpenApproval[];
  /** Whether the member may approve. */
  mayApprove: boolean;
}

/**
 * What waits for the member's approval, then what became of what they asked for. Nothing where
 * there is neither.
 */
export function Approvals({ waiting, decided, mayApprove }: ApprovalsProps) {
  const toDecide = mayApprove ? waiting.filter(({ own }) => !own) : [];
  const ownRequests = [...decided, ...waiting.filter(({ own }) => own)];
  return (
    <>
      {toDecide.length > 0 && (
        <TitledCard
          id="to-approve-title"
          title="Needs your approval"
          description={countText(toDecide.length)}
        >
          <ul className="divide-y divide-line">
            {toDecide.slice(0, mostOpenApprovals).map((one) => (
              <li
                key={one.campaignId}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5"
              >
                <Words {...one}>
                  <Verbatim>{one.askedBy ?? "A member who is gone"}</Verbatim> asked{" "}
                  <RelativeTime at={one.askedAt} />
                </Words>
                <LinkButton size="sm" variant="primary" href={paths.campaign(one.campaignId)}>
                  Look and decide <Verbatim className="sr-only">{one.name}</Verbatim>
                </LinkButton>
              </li>
            ))}
          </ul>
        </TitledCard>
      )}
      {ownRequests.length > 0 && (
        <TitledCard id="asked-title" title="Your requests for approval">
          <ul className="divide-y divide-line">
            {ownRequests.slice(0, mostOpenApprovals).map((one) => (
              <li
                key={one.campaignId}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5"
              >
                <Words {...one}>
                  <Became {...one} />
                </Words>
                <StatePill tone={approvalLooks[one.state].tone}>
                  {approvalLooks[one.state].label}
                </StatePill>
              </li>
            ))}
          </ul>
        </TitledCard>
      )}
    </>
  );
}

function Words({
  campaignId,
  name,
  children,
}: Pick<OpenApproval, "campaignId" | "name"> & { children: ReactNode }) {
  return (
    <div className="min-w-0">
      <SameServiceLink
        href={paths.campaign(campaignId)}
        className="block truncate font-medium hover:underline"
      >
        <Verbatim>{name}</Verbatim>
      </SameServiceLink>
      <p className="text-xs text-ink-muted">{children}</p>
    </div>
  );
}

function Became({
  state,
  isRequester,
  askedBy,
  askedAt,
  decidedBy,
  decidedAt,
  reason,
}: OpenApproval) {
  const decider = <Verbatim>{decidedBy ?? "a member who is gone"}</Verbatim>;
  const when = decidedAt !== null && <RelativeTime at={decidedAt} />;
  const why = reason !== null && <Verbatim> {reason}</Verbatim>;
  switch (state) {
    case "waiting":
      return (
        <>
          {isRequester ? "You" : <Verbatim>{askedBy ?? "A member who is gone"}</Verbatim>} asked{" "}
          <RelativeTime at={askedAt} />. Another member has to decide.
        </>
      );
    case "approved":
      return (
        <>
          Ready to send. By {decider} {when}
        </>
      );
    case "expired":
      return <>Approved by {decider}, and not sent in time. Ask again to send it.</>;
    case "declined":
      return (
        <>
          By {decider} {when}.{why}
        </>
      );
    case "void":
      return <>{why} Ask again to send it.</>;
  }
}

function countText(count: number): string {
  if (count > mostOpenApprovals)
    return `More than ${mostOpenApprovals} messages wait. The oldest come first.`;
  return count === 1
    ? "1 message waits for you."
    : `${count} messages wait for you. The oldest comes first.`;
}
