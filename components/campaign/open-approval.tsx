import { LinkButton } from "@/components/shell/link-button";
import { Banner } from "@/components/ui/banner";
import { paths } from "@/lib/inputs/paths";
import type { DraftApproval } from "@/lib/results/campaign-list";

const approvalTexts: Record<DraftApproval, readonly [title: string, text: string]> = {
  waiting: ["It waits for approval", "Any change to the message voids the request."],
  approved: [
    "It is approved",
    "Any change to the message voids the approval. It can be sent from its page.",
  ],
  expired: ["Approval expired before sending", "Ask for approval again to send it."],
  declined: [
    "It was declined",
    "See the reason on its page. Change it, then ask for approval again.",
  ],
  void: ["Its approval is void", "See the reason on its page. Ask for approval again to send it."],
};

/** Over a draft that is edited: the state of its request for approval. */
export function OpenApproval({ id, state }: { id: string; state: DraftApproval }) {
  const [title, text] = approvalTexts[state];
  return (
    <Banner
      kind="warning"
      className="mb-4"
      title={title}
      actions={
        <LinkButton size="sm" href={paths.campaign(id)}>
          Open its page
        </LinkButton>
      }
    >
      {text}
    </Banner>
  );
}
