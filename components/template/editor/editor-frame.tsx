"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { ButtonsStep } from "@/components/composer/buttons/buttons-step";
import { CutsProvider } from "@/components/composer/cuts";
import { MessageCard } from "@/components/composer/content/message-card";
import { useSharedWriting } from "@/components/composer/content/shared-state";
import { useHistory, type Version } from "@/components/composer/draft/use-history";
import { ExaminedForm } from "@/components/composer/examined";
import { FieldNotices } from "@/components/composer/field-notices";
import { CutSurvey } from "@/components/composer/panel/cut-survey";
import { deviceOf } from "@/components/composer/panel/platform-names";
import { settingsOf } from "@/components/composer/panel/preview-choice";
import { SidePanel } from "@/components/composer/panel/side-panel";
import { useReach } from "@/components/composer/audience/reach-state";
import { TouchedProvider } from "@/components/composer/touched-fields";
import { useJumps } from "@/components/composer/use-jumps";
import { useComposerKeys } from "@/components/composer/use-composer-keys";
import { useSide } from "@/components/composer/use-side";
import { cn } from "@/components/ui/cn";
import { sharedOf } from "@/lib/compose/adopt";
import { examineTemplate } from "@/lib/compose/examine-template";
import { filledTemplate } from "@/lib/compose/filled-template";
import type { ContentTab } from "@/lib/compose/place";
import { isRightToLeft } from "@/lib/compose/language-name";
import { apart, withRenamed } from "@/lib/compose/sample-sets";
import { parametersIn, readTemplateDraft, renamedIn, writeTemplateDraft, type TemplateDraftContent } from "@/lib/compose/template-draft";
import { blocksOfForm, templateForm } from "@/lib/compose/template-form";
import type { CurrentDraft } from "@/lib/directory/template/open";
import type { ScreenCut } from "@/lib/findings/cuts";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { LanguagesCard } from "../languages/languages-card";
import { EditorBar } from "./editor-bar";
import { OwnParameters, type Own } from "./own-parameters";
import { isBlank, valuesOf, type Look } from "./look-with";
import { TemplateJson } from "./template-json";
import type { TemplateEditorProps } from "./template-editor";
import type { useTemplateDraft } from "./use-template-draft";

/** A version of all that the editor holds. */
type Making = Version & { own: Own };

interface FrameProps extends Omit<TemplateEditorProps, "opened" | "save" | "find" | "autosaveMs" | "memberId" | "lookAtImage" | "library"> {
  form: UseFormReturn<PushRequestInput, unknown, PushRequest>;
  initial: Version;
  own: Own;
  onOwn: (next: Own) => void;
  draft: ReturnType<typeof useTemplateDraft>;
}

/** The fields of a template beside its previews, and what can be done with it. */
export function EditorFrame({
  template,
  apps,
  origin,
  publish,
  proven,
  testing,
  mayTest,
  lists,
  userid,
  form,
  initial,
  own,
  onOwn,
  draft,
}: FrameProps) {
  const { templateId } = template;
  const [tab, setTab] = useState<ContentTab>("all");
  const [look, setLook] = useState<Look>({ with: "samples", recipient: undefined });
  const side = useSide();
  const { beside, wide, setKind } = side;
  const [screens, setScreens] = useState<readonly ScreenCut[]>([]);
  const [worst, setWorst] = useState<readonly string[]>([]);
  const doubtful = useMemo(() => (worst.length === 0 ? none : [{ ...tooLarge, text: worst.join(" ") }]), [worst]);
  const cuts = useMemo(() => ({ screens, show: side.show }), [screens, side.show]);
  const root = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const { adopt, latest } = useSharedWriting();
  const { reach } = useReach();
  const [language, setLanguage] = useState("");
  const { note: noteDraft, followBy } = draft;
  const router = useRouter();

  const keep = useCallback(
    (request: PushRequestInput, known: Own): Own => {
      const content = contentOf(request, known);
      noteDraft(writeTemplateDraft(content));
      const { parameters, languages, samples } = content;
      return { parameters, languages, samples };
    },
    [noteDraft],
  );
  const touched = useRef(false);
  /** What the server has is not saved again as it would be written now. */
  const asOpened = useRef(initial.request);
  const restore = useCallback(
    ({ request, shared, own: restored }: Making) => {
      touched.current = true;
      form.reset(request as never, { keepTouched: true, keepDefaultValues: true });
      adopt(shared);
      onOwn(keep(request, restored));
    },
    [adopt, form, keep, onOwn],
  );
  const history = useHistory<Making>({ ...initial, own }, restore);
  const { note: noteHistory, change: changeMaking } = history;
  const change = useCallback((present: Version, next: Version) => changeMaking({ ...present, own }, { ...next, own }), [changeMaking, own]);
  const onVersion = useCallback(
    (version: Version) => {
      noteHistory({ ...version, own });
      if (!touched.current && JSON.stringify(version.request) === JSON.stringify(asOpened.current)) return;
      touched.current = true;
      const kept = keep(version.request, own);
      if (JSON.stringify(kept.parameters) !== JSON.stringify(own.parameters)) onOwn(kept);
    },
    [own, keep, noteHistory, onOwn],
  );
  const { published } = template;
  /** Goes along with what somebody else saved. */
  const follow = useCallback(
    (theirs: CurrentDraft) => {
      const { blocks, samples, ...rest } = readTemplateDraft(theirs.content);
      const request = templateForm(template, blocks);
      const next = { request, shared: sharedOf(request), reach, own: { ...rest, samples: apart(samples) } };
      touched.current = false;
      asOpened.current = request;
      form.reset(request as never, { keepTouched: true, keepDefaultValues: true });
      adopt(next.shared);
      onOwn(next.own);
      noteHistory(next);
      if (theirs.published !== published) router.refresh();
    },
    [adopt, form, noteHistory, onOwn, published, reach, router, template],
  );
  useEffect(() => followBy(follow), [follow, followBy]);
  const declare = (part: Partial<Own>) => {
    const next = { ...own, ...part };
    const present = { request: form.getValues(), shared: latest(), reach };
    // What comes or goes as a whole is a step by itself; what is typed is one with the keys around it.
    if (ownParts.some((name) => next[name].length !== own[name].length))
      return changeMaking({ ...present, own }, { ...present, own: next });
    touched.current = true;
    const kept = keep(present.request, next);
    onOwn(kept);
    noteHistory({ ...present, own: kept });
  };
  const read = useCallback(
    (request: PushRequestInput, now: number) => {
      const { languages, samples } = own;
      const used = parametersIn({ blocks: blocksOfForm(request), languages }, own.parameters).filter((one) => one.used);
      const parameters = used.map(({ parameter }) => parameter);
      const values = valuesOf(parameters, look, samples);
      return examineTemplate(request, { apps, templateId, parameters, languages, drawnIn: language, userid, values, now });
    },
    [apps, own, language, look, templateId, userid],
  );

  const openTab = useCallback(
    (next: ContentTab) => {
      setTab(next);
      if (next !== "all") setKind(deviceOf(next));
    },
    [setKind],
  );
  const { jump, jumpTo, mend, mendAt } = useJumps({ root, form, change, openTab });
  const onMerged = ({ blocks, ...merged }: TemplateDraftContent) => {
    const request = templateForm(template, blocks);
    changeMaking({ request: form.getValues(), shared: latest(), reach, own }, { request, shared: sharedOf(request), reach, own: merged });
  };
  const write = useCallback((request: PushRequestInput) => writeTemplateDraft(contentOf(request, own)), [own]);
  /** What is typed as JSON is one step with the keys around it. */
  const onAdopt = ({ blocks, ...written }: TemplateDraftContent) => {
    const request = templateForm(template, blocks);
    const next = { request, shared: sharedOf(request), reach, own: written };
    restore(next);
    noteHistory(next);
  };
  /** What a test of the draft sends: what is drawn. */
  const compose = useCallback((): PushRequestInput => {
    const request = form.getValues();
    const { languages, samples } = own;
    const parameters = parametersIn({ blocks: blocksOfForm(request), languages }, own.parameters).map(({ parameter }) => parameter);
    return filledTemplate(request, { languages, language, values: valuesOf(parameters, look, samples) });
  }, [form, language, look, own]);
  const rename = (from: string, to: string) => {
    const request = form.getValues();
    const renamed = templateForm(template, renamedIn(blocksOfForm(request), from, to));
    const next = {
      parameters: own.parameters.map((one) => (one.name === from ? { ...one, name: to } : one)),
      languages: renamedIn(own.languages, from, to),
      samples: own.samples.map(({ name, values }) => ({ name, values: withRenamed(values, from, to) })),
    };
    changeMaking({ request, shared: latest(), reach, own }, { request: renamed, shared: sharedOf(renamed), reach, own: next });
  };
  useComposerKeys({ send: undefined, undo: history.undo, redo: history.redo });

  return (
    <TouchedProvider tried={false}>
      <ExaminedForm apps={apps} refused={none} screens={screens} onVersion={onVersion} doubtful={doubtful} read={read}>
        <CutSurvey settings={settingsOf(side.choice)} onSurveyed={setScreens} />
        <div
          ref={root}
          className={cn(
            "grid scroll-mt-16 grid-cols-[minmax(0,1fr)] content-start items-start gap-4 md:min-h-[calc(100dvh-11.25rem)]",
            beside && wide
              ? "xl:w-88 min-[120rem]:w-104"
              : "lg:gap-6 xl:grid-cols-[minmax(0,1fr)_29rem] min-[120rem]:grid-cols-[minmax(0,1fr)_40rem] min-[140rem]:grid-cols-[minmax(0,1fr)_60rem]",
          )}
        >
          <div className="min-w-0 space-y-5">
            <FieldNotices onFix={mendAt}>
              <CutsProvider value={cuts}>
                <div className="space-y-5">
                  <MessageCard tab={tab} onTabChange={openTab} />
                  <OwnParameters
                    template={template}
                    app={apps.find(({ appid }) => appid === template.appid)}
                    own={own}
                    lists={lists}
                    look={look}
                    onLook={setLook}
                    onDeclare={declare}
                    onRename={rename}
                    onWorst={setWorst}
                  />
                  <LanguagesCard
                    templateId={templateId}
                    languages={own.languages}
                    opened={language}
                    onOpened={(tag) => {
                      setLanguage(tag);
                      side.change({ rightToLeft: isRightToLeft(tag) });
                    }}
                    onChange={(languages) => declare({ languages })}
                  />
                  <ButtonsStep onChosen={side.showButtons} />
                </div>
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
            json={(panel) => <TemplateJson {...panel} write={write} onAdopt={onAdopt} />}
          />
        </div>
        <EditorBar
          ref={bar}
          template={template}
          draft={draft}
          history={history}
          publish={publish}
          proven={proven}
          worst={worst}
          testing={testing}
          mayTest={mayTest}
          stops={() => side.stopsAtEditor(write(form.getValues()))}
          compose={compose}
          onMerged={onMerged}
          onOpen={side.open}
        />
      </ExaminedForm>
    </TouchedProvider>
  );
}

/** What a form and the rest of a template come to: parameters in the order of the texts, without those that nobody has said anything of. */
function contentOf(request: PushRequestInput, { parameters: known, languages, samples }: Own): TemplateDraftContent {
  const blocks = blocksOfForm(request);
  const parameters = parametersIn({ blocks, languages }, known).flatMap(({ parameter, used }) =>
    used || !isBlank(parameter) ? [parameter] : [],
  );
  return { blocks, parameters, samples, languages };
}

const none: readonly never[] = [];
const tooLarge = { severity: "error", pointer: "/message/parameters", headline: "May exceed the size limit" } as const;
const ownParts = ["parameters", "languages", "samples"] as const;
