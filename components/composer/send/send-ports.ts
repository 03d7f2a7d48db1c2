import type { SendPorts } from "@/components/editor/document-store";
import { toast } from "@/components/ui/toast";
import type { releaseSend, sendCampaign, undoSend } from "@/lib/campaign/send";
import { draftOf } from "@/lib/compose/draft-text";
import { recipientsText } from "@/lib/compose/recipients";
import { isOutdated } from "@/lib/compose/template-of";
import type { Refusal } from "@/lib/editor/order";
import { sentenceOf, type AnswerProblem } from "@/lib/inputs/answer";
import { draftProblem } from "@/lib/inputs/campaign";
import type { Problem } from "@/lib/interface/problem";
import type { readSendProgress } from "@/lib/results/send-progress";
import type { ActionOf } from "@/lib/verb/answer";
import type { CampaignContent } from "../draft/campaign-kind";

/** What the server does with what is sent. */
export interface SendActions {
  /**
   * Orders a request, given as the text of its body, or all that its reach takes, with the draft
   * that it was. The same nonce twice is one order.
   */
  send: ActionOf<typeof sendCampaign>;
  /** Undoes it within the undo window. Returns the draft that it is again. */
  undo: ActionOf<typeof undoSend>;
  /** Ends the undo window. */
  release: ActionOf<typeof releaseSend>;
  readProgress: ActionOf<typeof readSendProgress>;
}

/**
 * How the composer sends: the calls, and what is said where the composer is no longer on the page.
 */
export function sendPorts({
  send,
  undo,
  release,
  readProgress,
}: SendActions): SendPorts<CampaignContent> {
  let notice: string | number | undefined;
  let quiet: () => void = () => undefined;
  return {
    order: async ({ id, revision, order }) => {
      const { content, nonce, request, templateVersion, listRevision } = order;
      const campaign = draftOf({ id, revision, name: content.name }, content);
      // A draft that cannot be stored would not even arrive.
      const stored = draftProblem(campaign) === undefined ? campaign : { ...campaign, draft: "" };
      const answer = await send({
        request,
        nonce,
        reach: content.reach,
        campaign: stored,
        templateVersion,
        listRevision,
      });
      if (!answer.ok) return { kind: "order refused", refusal: refusalOf(answer.problems) };
      const { campaignId, undoMs } = answer.value;
      return { kind: "ordered", campaignId, undoMs };
    },
    undo: async (id) => {
      const answer = await undo({ id });
      return answer.ok ? answer.value : { why: sentenceOf(answer) };
    },
    release: (id) => release({ id }),
    progress: async (id) => {
      const answer = await readProgress({ id });
      return answer.ok ? answer.value : undefined;
    },
    offerUndo: ({ recipients }, run) => {
      quiet();
      toast.dismiss(notice);
      notice = toast.pending(`Sending to ${recipientsText(recipients)}`, {
        description: "You can undo it until then, also with Esc.",
        action: { label: "Undo sending", onClick: run },
      });
      quiet = onEscape(run);
    },
    report: (report, isLeft) => {
      if (report.kind === "not undone") return toast.error(report.why);
      quiet();
      toast.dismiss(notice);
      if (report.kind === "undone") return toast.success("Sending undone");
      if (!isLeft) return undefined;
      const label = recipientsText(report.order.recipients);
      if (report.kind === "left") return toast.success(`Accepted, on its way to ${label}`);
      if (report.kind === "failed")
        return toast.error("The message was not sent. Its content is saved under Campaigns.", {
          duration: Infinity,
        });
      return toast.info(`Sending to ${label}`, { description: "See its status under Campaigns." });
    },
  };
}

function refusalOf(problems: readonly AnswerProblem[]): Refusal {
  return {
    problems: problems.filter((one): one is Problem => one.rule !== undefined),
    // What breaks no rule stands in the way all the same, and is said alone.
    obstacle: problems.find(({ rule }) => rule === undefined)?.message,
    isOutdated: isOutdated(problems),
    isSpent: problems.some(({ pointer }) => pointer === "/nonce"),
  };
}

/**
 * Calls at each press of Escape that nothing above takes for itself: what is open closes first.
 * Answers how to listen no longer.
 */
export function onEscape(run: () => void): () => void {
  const pressed = (event: KeyboardEvent) => {
    if (
      event.key !== "Escape" ||
      event.defaultPrevented ||
      event.isComposing ||
      event.repeat ||
      document.querySelector("[role=dialog], [role=menu]")
    )
      return;
    event.preventDefault();
    run();
  };
  window.addEventListener("keydown", pressed);
  return () => window.removeEventListener("keydown", pressed);
}
