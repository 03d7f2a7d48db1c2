"use client";

import { useEffect, useRef, useState } from "react";
import { useContent } from "@/components/editor/content-context";
import { EditorLayout } from "@/components/editor/editor-layout";
import { ExaminedForm } from "@/components/editor/examined/examined";
import type { Version } from "@/components/editor/examined/view";
import { TouchedProvider } from "@/components/editor/notices/touched-fields";
import { RequestPanel } from "@/components/editor/panel/lazy-panels";
import {
  useBrokenJson,
  useContentTab,
  useSide,
  type Side,
} from "@/components/editor/panel/use-side";
import { useEditorKeys } from "@/components/editor/use-editor-keys";
import { useJumps } from "@/components/editor/use-jumps";
import { sharedOf } from "@/lib/compose/adopt";
import { bodyOf } from "@/lib/compose/assemble";
import { exampleComposition } from "@/lib/compose/composition";
import { isRightToLeft } from "@/lib/compose/language-name";
import type { ComposerStep } from "@/lib/compose/place";
import type { SendState } from "@/lib/editor/order";
import type { ScreenCut } from "@/lib/findings/cuts";
import { ComposerBar } from "./composer-bar";
import type { ComposerFrameProps } from "./composer-props";
import type { CampaignContent } from "./draft/campaign-kind";
import { MessageName } from "./message-name";
import { useOrder } from "./send/use-order";
import { RefusedContext, useRefused } from "./send/use-refused";
import { StepList } from "./step-list";
import { StepPane } from "./step-pane";
import { useExampleApp } from "./use-example-app";
import { useStep } from "./use-step";

/** Steps, the fields of the open one, the message from every side, and how it stands. */
export function ComposerFrame(props: ComposerFrameProps) {
  const {
    apps,
    initial,
    may,
    origin,
    plan,
    testing,
    draft,
    undoSeconds,
    at,
    takesFocus,
    onStartOver,
    onUndoStartOver,
  } = props;
  const { store, sending } = draft;
  const [step, setStep] = useStep(draft.id, at);
  const side = useSide();
  const [tab, openTab] = useContentTab(side);
  const [news, setNews] = useState("");
  const [screens, setScreens] = useState<readonly ScreenCut[]>([]);
  const root = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const { refused, setRefused } = useRefused(sending);
  const openStep = (next: ComposerStep) => {
    setStep(next);
    toTop(root.current);
  };
  /** One step of the history. */
  const change = (next: Version) =>
    store.do({ kind: "adopt", content: { ...store.get().content, ...next } });
  /** What is typed as JSON is one step with the keys around it. */
  const write = ({ request, shared }: Pick<Version, "request" | "shared">) =>
    store.write([
      { path: "request", value: request },
      { path: "shared", value: shared },
    ]);
  const isJsonBroken = useBrokenJson(side, bodyOf);
  const jumps = useJumps({
    root,
    change,
    openTab,
    openStep: setStep,
    onMended: (label) => setNews(`${label}: done.`),
  });
  const { tried, asking, setAsking, ask, order } = useOrder({
    apps,
    draft,
    side,
    jumpTo: jumps.jumpTo,
    setRefused,
  });
  useEditorKeys(store.do, may.send.ok ? () => ask("send") : undefined);

  useSideSync(side, sending);
  useEffect(() => {
    if (takesFocus) toTop(root.current);
  }, [takesFocus]);
  const exampleApp = useExampleApp(initial, apps, draft);

  return (
    <TouchedProvider tried={tried}>
      <RefusedContext value={setRefused}>
        <ExaminedForm apps={apps} refused={refused} screens={screens}>
          <output className="sr-only">{news}</output>
          <MessageName name={draft.name} onRename={draft.rename} />
          <EditorLayout
            side={side}
            root={root}
            bar={bar}
            origin={origin}
            jumps={jumps}
            screens={screens}
            onSurveyed={setScreens}
            steps={<StepList step={step} onStep={openStep} across={side.isDocked && side.wide} />}
            json={(panel) => (
              <RequestPanel
                {...panel}
                onAdopt={(request) => write({ request, shared: sharedOf(request) })}
              />
            )}
          >
            <StepPane
              step={step}
              onStep={openStep}
              tab={tab}
              onTab={openTab}
              apps={apps}
              plan={plan}
              undoSeconds={undoSeconds}
              schedule={{ right: may.schedule, ask: () => ask("schedule") }}
              takesFocus={takesFocus}
              jumps={jumps}
              onShowButtons={side.showButtons}
              onStartOver={onStartOver}
              onExample={exampleApp && (() => write(exampleComposition(exampleApp.appid)))}
              onUndoStartOver={onUndoStartOver}
            />
          </EditorLayout>
          <ComposerBar
            may={may}
            draft={draft}
            asking={asking}
            onAsk={(what) => {
              if (what !== "test") ask(what);
              else if (!side.stopsAtEditor(bodyOf(store.get().content.request))) setAsking("test");
            }}
            onAsked={() => setAsking(undefined)}
            onSend={order}
            plan={plan}
            undoSeconds={undoSeconds}
            testing={testing}
            onOpen={side.open}
            isJsonBroken={isJsonBroken}
            onStartOver={onStartOver}
            ref={bar}
          />
        </ExaminedForm>
      </RefusedContext>
    </TouchedProvider>
  );
}

/** On a long step the next one would begin out of sight. */
function toTop(root: HTMLElement | null): void {
  if ((root?.getBoundingClientRect().top ?? 0) < 0) root?.scrollIntoView({ block: "start" });
}

/** Sets what the panel shows by the language of the message, and by a send that was refused. */
export function useSideSync(
  { change, setTab }: Pick<Side, "change" | "setTab">,
  sending: SendState<CampaignContent>,
): void {
  const language = useContent((content) => content.reach?.language);
  // A device in that language is set to its direction; the viewer may change it afterwards.
  useEffect(() => {
    if (typeof language === "string") change({ rightToLeft: isRightToLeft(language) });
  }, [change, language]);
  const isRefused = sending.kind === "refused" && sending.refusal.problems.length > 0;
  useEffect(() => {
    if (isRefused) setTab("checks");
  }, [isRefused, setTab]);
}
