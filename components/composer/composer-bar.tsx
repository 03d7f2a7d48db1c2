"use client";

import { ArrowRight, CalendarClock, Eye, FlaskConical } from "lucide-react";
import type { RefObject } from "react";
import { BarFacts } from "@/components/editor/bar-facts";
import { DocumentMark, DocumentNews } from "@/components/editor/document-news";
import { useStanding } from "@/components/editor/examined/examined";
import { HistoryButtons } from "@/components/editor/history-buttons";
import type { SideTab } from "@/components/editor/panel/use-side";
import { useReach } from "@/components/editor/reach/reach-state";
import { TestNews } from "@/components/editor/test/test-news";
import { useTest } from "@/components/editor/test/use-test";
import { useDocument } from "@/components/editor/use-document";
import { LinkButton } from "@/components/shell/link-button";
import { Button } from "@/components/ui/button";
import { PageBar } from "@/components/ui/page-bar";
import type { Document } from "@/lib/editor/document";
import { isOrdering } from "@/lib/editor/order";
import type { Verdict } from "@/lib/policy/can";
import type { ComposerFrameProps } from "./composer-props";
import { ComposerQuestions } from "./composer-questions";
import type { CampaignContent } from "./draft/campaign-kind";
import { GoneNews } from "./draft/gone-news";
import { reasonOf } from "./rights";
import { HoldNews } from "./send/hold-news";
import { SendButton } from "./send/send-button";
import { followAddress, SendNews } from "./send/send-news";
import type { OrderQuestion } from "./send/use-order";

interface ComposerBarProps extends Pick<
  ComposerFrameProps,
  "may" | "draft" | "plan" | "undoSeconds" | "testing" | "onStartOver"
> {
  isJsonBroken: boolean;
  asking: OrderQuestion | undefined;
  onAsk: (what: OrderQuestion) => void;
  onAsked: () => void;
  onSend: (recipients: number, listRevision: number | null) => void;
  /** Brings the panel into sight. */
  onOpen: (tab: SideTab) => void;
  ref: RefObject<HTMLDivElement | null>;
}

const sentPart = ({ request, reach }: CampaignContent) => JSON.stringify([request, reach]);
/** Whether it is still the message that was just sent. */
const isAsSent = ({ sending, content }: Document<CampaignContent>) =>
  sending.kind === "sent" && sentPart(content) === sentPart(sending.order.content);

interface ScheduleButtonProps {
  may: Verdict;
  busy: boolean;
  isSent: boolean;
  onPress: () => void;
}

/** Not on a phone once it was sent, where there is room for three buttons. */
function ScheduleButton({ may, busy, isSent, onPress }: ScheduleButtonProps) {
  return (
    <Button
      className={isSent ? "max-sm:hidden" : ""}
      disabled={!may.ok || busy}
      title={reasonOf(may)}
      onClick={onPress}
    >
      <CalendarClock aria-hidden className="max-sm:hidden" />
      Schedule
    </Button>
  );
}

/** Always in sight: how it stands with the message, and what can be done with it. */
export function ComposerBar(props: ComposerBarProps) {
  const {
    may,
    draft,
    asking,
    onAsk,
    onAsked,
    onSend,
    plan,
    undoSeconds,
    testing,
    onOpen,
    onStartOver,
    isJsonBroken,
    ref,
  } = props;
  const { recipients } = useStanding();
  const { reach } = useReach();
  const test = useTest(testing, reach.language);
  // What was sent from elsewhere is not sent again from here.
  const gone = draft.status.kind === "gone";
  const { sending: state, store } = draft;
  // Until it is another message.
  const isSent = useDocument(store, isAsSent);
  const isResting = state.kind === "sent" && state.isResting;
  const busy = gone || isOrdering(state) || isResting;
  return (
    <div
      ref={ref}
      className="sticky bottom-0 z-20 [@media(max-height:30rem)]:static -mx-4 mt-6 -mb-32 sm:-mx-6 md:-mb-12 lg:-mx-8"
    >
      {state.kind === "undoable" && (
        <HoldNews
          until={state.undoUntil}
          recipients={state.order.recipients}
          onUndo={() => store.do({ kind: "undo order" })}
          onGoAhead={() => store.do({ kind: "release" })}
        />
      )}
      <TestNews state={test.state} onForget={test.forget} />
      <DocumentNews
        status={draft.status}
        onTake={(which) => store.do({ kind: "take", which })}
        gone={(goneTo) => (
          <GoneNews id={draft.id} state={goneTo} onFork={() => store.do({ kind: "fork" })} />
        )}
      />
      <SendNews state={state} onForget={() => store.do({ kind: "dismiss" })} onNew={onStartOver} />
      <PageBar className="border-t border-line bg-surface px-4 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] sm:px-6 lg:px-8">
        <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
          <HistoryButtons can={draft.can} step={store.do} />
          <DocumentMark status={draft.status} />
          <BarFacts onOpen={onOpen} isJsonBroken={isJsonBroken} />
          <Button
            size="sm"
            aria-haspopup="dialog"
            className="max-sm:ml-auto sm:h-8.5 sm:px-3.5 sm:text-sm xl:hidden"
            onClick={() => onOpen("preview")}
          >
            <Eye aria-hidden className="max-sm:hidden" />
            Preview
          </Button>
          <span className="ml-auto flex items-center gap-2 max-sm:w-full">
            <Button
              disabled={!may.test.ok}
              title={reasonOf(may.test)}
              onClick={() => onAsk("test")}
            >
              <FlaskConical aria-hidden className="max-sm:hidden" />
              Test
            </Button>
            <ScheduleButton
              may={may.schedule}
              busy={busy}
              isSent={isSent}
              onPress={() => onAsk("schedule")}
            />
            <SendButton
              may={may.send}
              state={state}
              recipients={recipients}
              gone={gone}
              busy={busy}
              isSent={isSent}
              onPress={() => onAsk("send")}
            />
            {isSent && state.kind === "sent" && (
              <LinkButton variant="primary" href={followAddress(state)}>
                Follow
                <ArrowRight aria-hidden />
              </LinkButton>
            )}
          </span>
        </div>
      </PageBar>
      <ComposerQuestions
        draft={draft}
        plan={plan}
        undoSeconds={undoSeconds}
        testing={testing}
        asking={asking}
        onAsked={onAsked}
        onSend={onSend}
        test={test}
      />
    </div>
  );
}
