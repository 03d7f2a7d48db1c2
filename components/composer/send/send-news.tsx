"use client";

import { ArrowRight, PenLine, Smartphone, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { LinkButton } from "@/components/shell/link-button";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Code } from "@/components/ui/verbatim";
import { recipientsText } from "@/lib/compose/recipients";
import type { SendState } from "@/lib/editor/order";
import { noAnswer } from "@/lib/inputs/answer";
import { paths } from "@/lib/inputs/paths";
import { campaignKind, type CampaignContent } from "../draft/campaign-kind";

/** What became of pressing Send, above the button. */
interface SendNewsProps {
  state: SendState<CampaignContent>;
  onForget: () => void;
  onNew: () => void;
}

export function SendNews({ state, onForget, onNew }: SendNewsProps) {
  const router = useRouter();
  const outdated = state.kind === "refused" && state.refusal.isOutdated;
  // Shows what was published meanwhile. Refreshed here, below the component that holds the step,
  // since the router remounts the component that calls it on the way back.
  useEffect(() => {
    if (outdated) router.refresh();
  }, [outdated, router]);
  // Of a message that is one request.
  const transid =
    state.kind === "sent" && state.progress?.requests === 1 ? state.progress.transid : null;
  const unstored =
    state.kind === "sent" ? campaignKind.contentProblem(state.order.content) : undefined;
  // What the service refused stays under Checks when its banner is closed.
  const [closed, setClosed] = useState<SendState<CampaignContent>>();
  const onClose = () => (state.kind === "refused" ? setClosed(state) : onForget());
  const close = <IconButton icon={X} label="Close" size="sm" onClick={onClose} />;
  return (
    <div aria-live="polite" className="px-4 sm:px-6 lg:px-8">
      {state.kind === "sent" && (
        <Banner
          kind="success"
          className="mb-3 animate-rise bg-green-soft shadow-high"
          title={`Accepted, on its way to ${recipientsText(state.order.recipients)}`}
          actions={close}
        >
          {state.progress === undefined ? (
            <span className="block">
              Sending continues in the background. There are no results yet.
            </span>
          ) : transid !== null ? (
            <Code className="block text-xs break-all">{transid}</Code>
          ) : (
            <span className="block">
              {state.progress.problem ?? "It is sent in parts. The campaign shows the progress."}
            </span>
          )}
          {unstored !== undefined && (
            <span className="mt-1 block">Its content cannot be opened again. {unstored}</span>
          )}
          <span className="mt-2 flex flex-wrap gap-2">
            <LinkButton size="sm" variant="primary" icon={Smartphone} href={paths.devices()}>
              See it on the devices
            </LinkButton>
            <LinkButton size="sm" href={followAddress(state)}>
              {transid === null ? "Follow the campaign" : "Follow the message"}
              <ArrowRight aria-hidden />
            </LinkButton>
            <Button icon={PenLine} size="sm" onClick={onNew}>
              New message
            </Button>
          </span>
        </Banner>
      )}
      {state.kind === "failed" && (
        <Banner kind="danger" className="mb-3 shadow-high" title="It was not sent" actions={close}>
          <span className="block">{state.problem}</span>
          <LinkButton size="sm" className="mt-2" href={paths.campaign(state.campaignId)}>
            See the campaign
          </LinkButton>
        </Banner>
      )}
      {state.kind === "refused" && closed !== state && (
        <Banner
          kind="danger"
          className="mb-3 shadow-high"
          title={state.refusal.obstacle === undefined ? "The service refused it" : "Not sent"}
          actions={close}
        >
          {state.refusal.obstacle !== undefined
            ? `${state.refusal.obstacle} `
            : state.refusal.problems[0]
              ? `${state.refusal.problems[0].message}. `
              : ""}
          Nothing was sent, and nothing you typed is lost.
        </Banner>
      )}
      {state.kind === "broken" && (
        <Banner kind="warning" className="mb-3 shadow-high" title={noAnswer} actions={close}>
          Nothing you typed is lost. Press Send again: should the first try have gone through after
          all, this makes no second message.
        </Banner>
      )}
    </div>
  );
}

/**
 * Where what was sent is followed: a message that is one request as that, any other as a campaign.
 */
export function followAddress<C>({
  progress,
  campaignId,
}: Extract<SendState<C>, { kind: "sent" }>): string {
  const transid = progress?.requests === 1 ? progress.transid : null;
  return transid === null ? paths.campaign(campaignId) : paths.message(transid);
}
