"use client";

import { Power } from "lucide-react";
import { useCall } from "@/components/form/use-call";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import { Code } from "@/components/ui/verbatim";
import type { resumeWebhook } from "@/lib/updates/resume-webhook";
import type { ActionOf } from "@/lib/verb/answer";

interface GoneWebhooksProps {
  webhooks: readonly { id: string; service: string; url: string; since: string }[];
  /** False for members who may not switch them on. */
  mayResume: boolean;
  /** Returns how many updates are sent. */
  resume: ActionOf<typeof resumeWebhook>;
}

/** Webhooks that answered 410: an admin switches them on again once their receivers are back. */
export function GoneWebhooks({ webhooks, mayResume, resume }: GoneWebhooksProps) {
  const { pending, run } = useCall();
  if (webhooks.length === 0) return null;
  const switchOn = (id: string) =>
    run(
      () => resume({ id }),
      (count) =>
        void toast.success("The webhook is on again", {
          description:
            count === 0
              ? "New updates go to it."
              : `${count.toLocaleString("en")} parked updates are sent now, and new ones go to it.`,
        }),
    );
  return (
    <Banner
      kind="warning"
      title={
        webhooks.length === 1
          ? "A webhook answered 410 Gone and was switched off"
          : "Webhooks answered 410 Gone and were switched off"
      }
    >
      <ul className="mt-1 space-y-1.5">
        {webhooks.map(({ id, service, url, since }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-64">
              <Code className="break-all text-ink">{url}</Code> of {service},{" "}
              <RelativeTime at={since} />
            </span>
            {mayResume && (
              <Button
                icon={Power}
                size="sm"
                onClick={() => switchOn(id)}
                disabled={pending}
                aria-label={`Switch on ${url}`}
              >
                Switch on
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-1">
        It gets no updates until {mayResume ? "you switch" : "an admin switches"} it on; parked
        updates are sent then.
      </p>
    </Banner>
  );
}
