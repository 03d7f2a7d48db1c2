"use client";

import { ArrowRight, PenLine, Smartphone, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { SameServiceLink } from "@/components/shell/same-service";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { recipientsText } from "@/lib/compose/recipients";
import type { SendState } from "./use-send";

/** What became of pressing Send, above the button. */
export function SendNews({ state, onForget, onNew }: { state: SendState; onForget: () => void; onNew: () => void }) {
  const router = useRouter();
  const outdated = state.kind === "refused" && state.outdated;
  // What was published meanwhile is shown, so that it can be looked at. Asked for here, below what keeps the step: the router draws whoever knows it anew on the way back.
  useEffect(() => {
    if (outdated) router.refresh();
  }, [outdated, router]);
  const close = <IconButton icon={X} label="Close" size="sm" onClick={onForget} />;
  return (
    <div aria-live="polite" className="px-4 sm:px-6 lg:px-8">
      {state.kind === "sent" && (
        <Banner
          kind="success"
          className="mb-3 animate-rise bg-green-soft shadow-high"
          title={`Accepted, on its way to ${recipientsText(state.recipients)}`}
          actions={close}
        >
          {state.fate === undefined ? (
            <span className="block">It goes out by itself; what became of it is not known yet.</span>
          ) : state.fate.transid !== null && state.fate.requests === 1 ? (
            <span className="code block text-xs break-all">{state.fate.transid}</span>
          ) : (
            <span className="block">{state.fate.problem ?? "It goes out in parts. The campaign shows how far it has come."}</span>
          )}
          {state.unkept !== undefined && <span className="mt-1 block">Its content cannot be opened again. {state.unkept}</span>}
          <span className="mt-2 flex flex-wrap gap-2">
            <Button asChild size="sm" variant="primary">
              <SameServiceLink href="/devices">
                <Smartphone aria-hidden />
                See it on the devices
              </SameServiceLink>
            </Button>
            <Button asChild size="sm">
              <SameServiceLink
                href={
                  state.fate?.requests === 1 && state.fate.transid !== null
                    ? `/messages/${state.fate.transid}`
                    : `/campaigns/${state.campaignId}`
                }
              >
                {state.fate?.requests === 1 && state.fate.transid !== null ? "Follow the message" : "Follow the campaign"}
                <ArrowRight aria-hidden />
              </SameServiceLink>
            </Button>
            <Button size="sm" onClick={onNew}>
              <PenLine aria-hidden />
              New message
            </Button>
          </span>
        </Banner>
      )}
      {state.kind === "failed" && (
        <Banner kind="danger" className="mb-3 shadow-high" title="It was not sent" actions={close}>
          <span className="block">{state.problem}</span>
          <Button asChild size="sm" className="mt-2">
            <SameServiceLink href={`/campaigns/${state.campaignId}`}>See the campaign</SameServiceLink>
          </Button>
        </Banner>
      )}
      {state.kind === "refused" && (
        <Banner
          kind="danger"
          className="mb-3 shadow-high"
          title={state.obstacle === undefined ? "The service refused it" : "Not sent"}
          actions={close}
        >
          {state.obstacle !== undefined ? `${state.obstacle} ` : state.problems[0] ? `${state.problems[0].message}. ` : ""}Nothing was sent,
          and nothing you typed is lost.
        </Banner>
      )}
      {state.kind === "broken" && (
        <Banner kind="warning" className="mb-3 shadow-high" title="No answer from the service" actions={close}>
          Nothing you typed is lost. Press Send again: should the first try have gone through after all, this makes no second message.
        </Banner>
      )}
    </div>
  );
}
