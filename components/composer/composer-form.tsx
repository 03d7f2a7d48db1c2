"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { templateOf } from "@/lib/compose/template-of";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { sharedOf } from "@/lib/compose/adopt";
import { ComposerBar } from "./composer-bar";
import { cn } from "@/components/ui/cn";
import { bodyOf } from "@/lib/compose/assemble";
import { emptyComposition, exampleComposition, type ComposerApp, type Composition } from "@/lib/compose/composition";
import { ExaminedForm, examineWhole } from "./examined";
import { FieldNotices } from "./field-notices";
import { findingsOf } from "@/lib/findings/findings";
import type { ComposerStep, ContentTab } from "@/lib/compose/place";
import { isRightToLeft } from "@/lib/compose/language-name";
import { isTooLarge } from "@/lib/compose/steps";
import { deviceOf } from "./panel/platform-names";
import { MessageName } from "./message-name";
import { ReachForm, useReach, type Audiences } from "./audience/reach-state";
import { SharedForm, useSharedWriting } from "./content/shared-state";
import type { ScreenCut } from "@/lib/findings/cuts";
import { CutsProvider } from "./cuts";
import { CutSurvey } from "./panel/cut-survey";
import { settingsOf } from "./panel/preview-choice";
import { RequestPanel } from "./panel/code-panels";
import { SidePanel } from "./panel/side-panel";
import { useSide } from "./use-side";
import { StepList } from "./step-list";
import { StepPane } from "./step-pane";
import { useTemplates } from "./content/templates";
import { TouchedProvider } from "./touched-fields";
import { useJumps } from "./use-jumps";
import { useComposerKeys } from "./use-composer-keys";
import { announceMerge } from "@/components/editor/announce-merge";
import type { CampaignContent } from "./draft/campaign-kind";
import type { Version } from "./draft/version";
import type { PlanAction } from "./send/use-plan";
import { RefusedContext, useRefused } from "./send/use-refused";
import type { ComposerRights } from "./rights";
import { useSend, type SendActions } from "./send/use-send";
import { useStep } from "./use-step";
import type { TestActions } from "./send/test-actions";
import type { DraftState } from "./draft/use-campaign-draft";

export interface ComposerFormProps {
  apps: readonly ComposerApp[];
  initial: Composition;
  may: ComposerRights;
  origin: string;
  audiences: Audiences;
  sending: SendActions;
  plan: PlanAction;
  testing: TestActions;
  draft: DraftState;
  /** In which a send can be undone. */
  undoSeconds: number;
  /** It took the place of another message, whose button had the focus. */
  at: ComposerStep | undefined;
  anew: boolean;
  onStartOver: () => void;
  /** Absent where there is nothing to go back to. */
  onUndoStartOver: (() => void) | undefined;
}

/** The form and what is written for all; everything else of the composer lives inside. */
export function ComposerForm(props: ComposerFormProps) {
  const form = useForm<PushRequestInput, unknown, PushRequest>({
    defaultValues: props.initial.request as never,
  });
  const { resetDefaultValues } = form;
  // It begins with these, and does not come back to them: a field that appears where something was taken away would put it in again.
  useEffect(() => resetDefaultValues({}), [resetDefaultValues]);
  return (
    <FormProvider {...form}>
      <ReachForm initial={props.initial.reach} audiences={props.audiences}>
        <SharedForm initial={props.initial.shared}>
          <Frame {...props} form={form} />
        </SharedForm>
      </ReachForm>
    </FormProvider>
  );
}

type FrameProps = ComposerFormProps & {
  form: ReturnType<typeof useForm<PushRequestInput, unknown, PushRequest>>;
};

/** Steps to the left, the fields of one in the middle, the message from every side to the right, how it stands below. */
function Frame(props: FrameProps) {
  const { apps, initial, may, origin, sending, plan, testing, draft, undoSeconds, at, anew, onStartOver, onUndoStartOver, form } = props;
  const [step, setStep] = useStep(draft.id, at);
  const [tab, setTab] = useState<ContentTab>("all");
  const side = useSide();
  const { setTab: setSide, setKind, beside, wide, stopsAtEditor } = side;
  const [tried, setTried] = useState(false);
  const [news, setNews] = useState("");
  const [screens, setScreens] = useState<readonly ScreenCut[]>([]);
  const cuts = useMemo(() => ({ screens, show: side.show }), [screens, side.show]);
  const attempt = useRef(initial.attempt);
  const root = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const { adopt: adoptShared, latest: latestShared } = useSharedWriting();
  const { reach, chosen, change: changeReach } = useReach();
  const { store } = draft;
  const latestReach = useRef(reach);
  const { state, left, run, undo, goAhead, forget, forgetFailure } = useSend(sending, attempt, draft);
  const templates = useTemplates();
  const { refused, setRefused } = useRefused(form, reach, forgetFailure);

  const restore = useCallback(
    (version: Version) => {
      form.reset(version.request as never, { keepTouched: true, keepDefaultValues: true });
      adoptShared(version.shared);
      latestReach.current = version.reach;
      changeReach(version.reach);
    },
    [form, adoptShared, changeReach],
  );
  const { language } = reach;
  const { change: changeChoice } = side;
  // A device in that language is set to its direction; who then looks at it the other way may.
  useEffect(() => {
    if (typeof language === "string") changeChoice({ rightToLeft: isRightToLeft(language) });
  }, [changeChoice, language]);
  /** A content as the document has it: with the name and the nonce. */
  const contentOf = useCallback(
    (version: Version): CampaignContent => ({ ...version, attempt: attempt.current, name: store.get().content.name }),
    [store],
  );
  useEffect(() => {
    // The form changes its values in place.
    const read = () => contentOf({ request: structuredClone(form.getValues()), shared: latestShared(), reach: latestReach.current });
    store.bind({ read, show: restore, announce: announceMerge });
  }, [contentOf, form, latestShared, restore, store]);
  const onVersion = useCallback(
    (version: Version) => {
      latestReach.current = version.reach;
      store.do({ kind: "edit", content: contentOf(version) });
    },
    [contentOf, store],
  );
  const change = useCallback(
    (from: Version, next: Version) => store.do({ kind: "adopt", from: contentOf(structuredClone(from)), content: contentOf(next) }),
    [contentOf, store],
  );
  const [history] = useState(() => ({ undo: () => store.do({ kind: "undo" }), redo: () => store.do({ kind: "redo" }) }));

  /** On a long step the next one would begin out of sight. */
  const toTop = useCallback(() => {
    if ((root.current?.getBoundingClientRect().top ?? 0) < 0) root.current?.scrollIntoView({ block: "start" });
  }, []);
  const openTab = useCallback(
    (next: ContentTab) => {
      setTab(next);
      if (next !== "all") setKind(deviceOf(next));
    },
    [setKind],
  );
  const openStep = useCallback(
    (next: ComposerStep) => {
      setStep(next);
      toTop();
    },
    [setStep, toTop],
  );
  useEffect(() => {
    if (anew) toTop();
  }, [anew, toTop]);
  const onMended = useCallback((label: string) => setNews(`${label}: done.`), []);
  const { jump, jumpTo, mend, mendAt } = useJumps({ root, form, change, openTab, openStep: setStep, onMended });

  /** The request as it stands, and its body, when the endpoint would take it; otherwise goes to what is wrong. */
  const checked = useCallback(async (): Promise<{ request: PushRequestInput; body: string } | undefined> => {
    const request = form.getValues();
    const examined = examineWhole(request, {
      apps,
      templates,
      now: Date.now(),
      chosen,
      moreAppids: reach.moreAppids,
      columns: reach.columns,
      language: reach.language,
    });
    const { problems, whole } = examined;
    setRefused([]);
    if (stopsAtEditor(whole)) return undefined;
    if (problems.length === 0) return { request, body: whole };
    setTried(true);
    setSide(isTooLarge(problems) ? "bytes" : "checks");
    const [first] = findingsOf({ ...examined, request, shared: latestShared() });
    if (first) jumpTo(first);
    return undefined;
  }, [apps, templates, chosen, reach, form, jumpTo, latestShared, setRefused, setSide, stopsAtEditor]);

  /** What was confirmed is what is sent, whatever is typed meanwhile. */
  const order = useCallback(
    async (recipients: number) => {
      const sound = await checked();
      if (!sound) return;
      const { request, body } = sound;
      const confirmed = structuredClone({ request, shared: latestShared(), reach, attempt: attempt.current });
      const problems = await run(body, confirmed, recipients, templateOf(templates, request)?.version);
      if (problems.length === 0) return;
      setRefused(problems);
      setSide("checks");
    },
    [checked, latestShared, reach, run, setRefused, setSide, templates],
  );

  const [asking, setAsking] = useState<"send" | "test" | "schedule">();
  const ask = useCallback(
    async (what: "send" | "schedule") => {
      if (state.kind !== "held" && state.kind !== "sending" && draft.status.kind !== "gone" && (await checked())) setAsking(what);
    },
    [checked, draft.status.kind, state.kind],
  );
  useComposerKeys({ send: may.send.ok ? () => void ask("send") : undefined, undo: history.undo, redo: history.redo });

  const [isEmpty] = useState(
    () =>
      initial.reach.audienceId === null &&
      bodyOf(initial.request) ===
        bodyOf(emptyComposition(initial.request.appid, apps.find(({ appid }) => appid === initial.request.appid)?.platforms).request),
  );
  const sandbox = apps.find((one) => one.sandbox && one.appid === initial.request.appid);
  const offersExample = sandbox !== undefined && draft.id === undefined && !draft.can.undo && isEmpty;
  const adopt = useCallback((request: PushRequestInput) => restore({ request, shared: sharedOf(request), reach }), [reach, restore]);

  return (
    <TouchedProvider tried={tried}>
      <RefusedContext value={setRefused}>
        <ExaminedForm apps={apps} refused={refused} screens={screens} onVersion={onVersion}>
          <CutSurvey settings={settingsOf(side.choice)} onSurveyed={setScreens} />
          <output className="sr-only">{news}</output>
          <MessageName name={draft.name} onRename={draft.rename} />
          <div
            ref={root}
            className={cn(
              "grid scroll-mt-16 grid-cols-[minmax(0,1fr)] content-start items-start gap-2 max-md:flex-1 sm:gap-4 md:min-h-[calc(100dvh-11.25rem)]",
              beside && wide
                ? "xl:w-88 min-[120rem]:w-104"
                : // The last column is the panel's, which is as high as the page.
                  "lg:grid-cols-[9.5rem_minmax(0,1fr)] lg:gap-6 xl:grid-cols-[9.5rem_minmax(0,1fr)_29rem] min-[120rem]:grid-cols-[9.5rem_minmax(0,1fr)_40rem] min-[140rem]:grid-cols-[9.5rem_minmax(0,1fr)_60rem]",
            )}
          >
            <StepList step={step} onStep={openStep} across={beside && wide} />
            <div className="min-w-0">
              <FieldNotices onFix={mendAt}>
                <CutsProvider value={cuts}>
                  <StepPane
                    step={step}
                    onStep={openStep}
                    tab={tab}
                    onTab={openTab}
                    apps={apps}
                    plan={plan}
                    undoSeconds={undoSeconds}
                    schedule={{ right: may.schedule, ask: () => void ask("schedule") }}
                    anew={anew}
                    onJump={jump}
                    onShowButtons={side.showButtons}
                    onJumpTo={jumpTo}
                    onFix={mend}
                    onStartOver={onStartOver}
                    onExample={offersExample ? () => restore(exampleComposition(sandbox.appid)) : undefined}
                    onUndoStartOver={onUndoStartOver}
                  />
                </CutsProvider>
              </FieldNotices>
            </div>
            <SidePanel
              side={side}
              bar={bar}
              origin={origin}
              onJump={jump}
              onJumpTo={jumpTo}
              onFix={mend}
              json={(panel) => <RequestPanel {...panel} onAdopt={adopt} />}
            />
          </div>
          <ComposerBar
            state={state}
            may={may}
            left={left}
            onUndo={undo}
            onGoAhead={goAhead}
            history={{ ...history, can: draft.can }}
            draft={draft}
            asking={asking}
            onAsk={(what) => {
              if (what !== "test") void ask(what);
              else if (!stopsAtEditor(bodyOf(form.getValues()))) setAsking("test");
            }}
            onAsked={() => setAsking(undefined)}
            onSend={(recipients) => void order(recipients)}
            plan={plan}
            undoSeconds={undoSeconds}
            testing={testing}
            onForget={forget}
            onOpen={side.open}
            onStartOver={onStartOver}
            ref={bar}
          />
        </ExaminedForm>
      </RefusedContext>
    </TouchedProvider>
  );
}
