"use client";

import { CircleAlert, CircleCheck, Radio } from "lucide-react";
import { createContext, use, useState } from "react";
import { useMessageDocument, useRequest } from "@/components/editor/content-context";
import { Button } from "@/components/ui/button";
import type { checkNotifyurl } from "@/lib/check/check-notifyurl";
import { headlineOf } from "@/lib/findings/headline";
import { sentenceOf, type Answer } from "@/lib/inputs/answer";
import type { Problem } from "@/lib/interface/problem";
import type { NotifyurlAnswer } from "@/lib/updates/check";
import type { ActionOf } from "@/lib/verb/answer";

export type NotifyurlCheckAction = ActionOf<typeof checkNotifyurl>;

const CheckContext = createContext<NotifyurlCheckAction | undefined>(undefined);
export const NotifyurlCheckProvider = CheckContext.Provider;

type CheckState = "calling" | "lost" | Answer<NotifyurlAnswer>;

/**
 * Calls the notify URL as a delivery update would, and shows the answer. Not shown to members who
 * may look only.
 */
export function NotifyurlCheckRow() {
  const check = use(CheckContext);
  const document = useMessageDocument();
  const appid = useRequest("appid");
  const notifyurl = useRequest("notifyurl") ?? "";
  const notifyurlAuthId = useRequest("notifyurlAuthId") ?? "";
  const [latest, setLatest] = useState<{ of: string; result: CheckState }>();
  if (!check) return null;
  const subject = JSON.stringify([appid, notifyurl, notifyurlAuthId]);
  // An answer of another address says nothing about this one.
  const current = latest?.of === subject ? latest.result : undefined;
  const call = async () => {
    const show = (result: CheckState) => setLatest({ of: subject, result });
    show("calling");
    const { callbackData, correlationid } = document.get().content.request;
    show(
      await check({ appid, notifyurl, notifyurlAuthId, callbackData, correlationid }).catch(
        () => "lost" as const,
      ),
    );
  };
  return (
    <div className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        icon={Radio}
        size="sm"
        onClick={() => void call()}
        loading={current === "calling"}
        disabled={current === "calling"}
      >
        {notifyurl === "" ? "Check the service’s notify URL" : "Check the notify URL"}
      </Button>
      <output className="min-w-0 flex-1 basis-60 text-sm text-ink-muted">
        {current ? (
          <CheckResult result={current} />
        ) : (
          "Sends one update for “notify-url-check”, signed as the real ones are."
        )}
      </output>
    </div>
  );
}

function CheckResult({ result }: { result: CheckState }) {
  if (result === "calling") return "Calling …";
  if (result === "lost")
    return <Line well={false}>The console cannot be reached just now. Try again in a moment.</Line>;
  if (!result.ok) return <Line well={false}>{whyNot(result)}</Line>;
  const answer = result.value;
  if (answer.isAccepted)
    return (
      <Line well>
        It answered {answer.status} in {answer.durationMs.toLocaleString("en")} ms. The endpoint
        accepts updates.
      </Line>
    );
  return (
    <Line well={false}>
      {answer.status === null ? "It was not reached" : "It does not take updates"}: {answer.reason}.
    </Line>
  );
}

/**
 * What is wrong with the address in plain words, as its field says it; anything else as the service
 * does.
 */
function whyNot(answer: Extract<Answer<NotifyurlAnswer>, { ok: false }>): string {
  const first = answer.problems.find((one): one is Problem => one.rule !== undefined);
  return first ? headlineOf(first) : sentenceOf(answer);
}

function Line({ well, children }: { well: boolean; children: React.ReactNode }) {
  const Icon = well ? CircleCheck : CircleAlert;
  return (
    <span className="flex items-start gap-1.5 break-words">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${well ? "text-green-solid" : "text-red-fg"}`}
      />
      <span className="min-w-0">{children}</span>
    </span>
  );
}
