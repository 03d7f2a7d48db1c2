"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { ButtonsStep } from "@/components/composer/buttons/buttons-step";
import { CutsProvider } from "@/components/composer/cuts";
import { MessageCard } from "@/components/composer/content/message-card";
import { useSharedWriting } from "@/components/composer/content/shared-state";
import type { Version } from "@/components/composer/draft/version";
import { ExaminedForm } from "@/components/composer/examined";
import { FieldNotices } from "@/components/composer/field-notices";
import { CutSurvey } from "@/components/composer/panel/cut-survey";
import { deviceOf } from "@/components/composer/panel/platform-names";
import { settingsOf } from "@/components/composer/panel/preview-choice";
import { SidePanel } from "@/components/composer/panel/side-panel";
import { TouchedProvider } from "@/components/composer/touched-fields";
import { useJumps } from "@/components/composer/use-jumps";
import { useComposerKeys } from "@/components/composer/use-composer-keys";
import { announceMerge } from "@/components/editor/announce-merge";
import { useSide } from "@/components/composer/use-side";
import { cn } from "@/components/ui/cn";
import { sharedOf } from "@/lib/compose/adopt";
import { examineTemplate } from "@/lib/compose/examine-template";
import { filledTemplate } from "@/lib/compose/filled-template";
import type { ContentTab } from "@/lib/compose/place";
import { isRightToLeft } from "@/lib/compose/language-name";
import { withRenamed } from "@/lib/compose/sample-sets";
import { parametersIn, renamedIn, writeTemplateDraft, type TemplateDraftContent } from "@/lib/compose/template-draft";
import { blocksOfForm, templateForm } from "@/lib/compose/template-form";
import type { ScreenCut } from "@/lib/findings/cuts";
import type { PushRequest, PushRequestInput } from "@/lib/interface/request";
import { LanguagesCard } from "../languages/languages-card";
import { EditorBar } from "./editor-bar";
import { OwnParameters, type Own } from "./own-parameters";
import { valuesOf, type Look } from "./look-with";
import { contentOf, draftOf, type TemplateContent } from "./template-kind";
import { TemplateJson } from "./template-json";
import type { TemplateEditorProps } from "./template-editor";
import type { TemplateDraftState } from "./use-template-draft";

interface FrameProps extends Omit<TemplateEditorProps, "opened" | "save" | "find" | "autosaveMs" | "memberId" | "lookAtImage" | "library"> {
  form: UseFormReturn<PushRequestInput, unknown, PushRequest>;
  own: Own;
  onOwn: (next: Own) => void;
  draft: TemplateDraftState;
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
  const [language, setLanguage] = useState("");
  const { store } = draft;
  const latestOwn = useRef(own);

  /** Puts a content into the form. */
  const show = useCallback(
    ({ request, shared, own: next }: TemplateContent) => {
      form.reset(request as never, { keepTouched: true, keepDefaultValues: true });
      adopt(shared);
      latestOwn.current = next;
      onOwn(next);
    },
    [adopt, form, onOwn],
  );
  /** What the form holds, with the parameters of its texts. */
  const held = useCallback(
    // The form changes its values in place.
    (request: PushRequestInput = structuredClone(form.getValues())): TemplateContent => {
      const { parameters, languages, samples } = draftOf({ request, own: latestOwn.current });
      return { request, shared: latest(), own: { parameters, languages, samples } };
    },
    [form, latest],
  );
  useEffect(() => store.bind({ read: () => held(), show, announce: announceMerge }), [held, show, store]);
  /** Parameters come and go with the texts. */
  const noted = useCallback(
    ({ request }: Version) => {
      const content = held(request);
      store.do({ kind: "edit", content });
      if (JSON.stringify(content.own.parameters) === JSON.stringify(latestOwn.current.parameters)) return;
      latestOwn.current = content.own;
      onOwn(content.own);
    },
    [held, onOwn, store],
  );
  const replace = useCallback((content: TemplateContent) => store.do({ kind: "adopt", from: held(), content }), [held, store]);
  const change = useCallback((_: Version, { request, shared }: Version) => replace({ request, shared, own: latestOwn.current }), [replace]);
  const declare = (part: Partial<Own>) => {
    const next = { ...latestOwn.current, ...part };
    // What comes or goes as a whole is a step by itself; what is typed is one with the keys around it.
    if (ownParts.some((name) => next[name].length !== latestOwn.current[name].length)) return replace({ ...held(), own: next });
    latestOwn.current = next;
    const content = held();
    latestOwn.current = content.own;
    onOwn(content.own);
    return store.do({ kind: "edit", content });
  };
  const read = useCallback(
    (request: PushRequestInput, now: number) => {
      const { languages, samples } = own;
      const used = parametersIn({ blocks: blocksOfForm(request), languages }, own.parameters).filter((one) => one.used);
      const parameters = used.map(({ parameter }) => parameter);
      const values = valuesOf(parameters, look, samples);
      return examineTemplate(request, {
        apps,
        templateId,
        parameters,
        languages,
        drawnIn: language,
        userid,
        values,
        longest: look.with === "longest",
        now,
      });
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
  const write = useCallback((request: PushRequestInput) => writeTemplateDraft(draftOf({ request, own })), [own]);
  /** What is typed as JSON is one step with the keys around it. */
  const onAdopt = (written: TemplateDraftContent) => {
    const content = contentOf(template, written);
    show(content);
    store.do({ kind: "edit", content });
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
    replace({ request: renamed, shared: sharedOf(renamed), own: next });
  };
  const undo = () => store.do({ kind: "undo" });
  const redo = () => store.do({ kind: "redo" });
  useComposerKeys({ send: undefined, undo, redo });

  return (
    <TouchedProvider tried={false}>
      <ExaminedForm apps={apps} refused={none} screens={screens} onVersion={noted} doubtful={doubtful} read={read}>
        <CutSurvey settings={settingsOf(side.choice)} onSurveyed={setScreens} />
        <div
          ref={root}
          className={cn(
            "grid scroll-mt-16 grid-cols-[minmax(0,1fr)] content-start items-start gap-2 max-md:flex-1 sm:gap-4 md:min-h-[calc(100dvh-11.25rem)]",
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
          history={{ can: draft.can, undo, redo }}
          publish={publish}
          proven={proven}
          worst={worst}
          testing={testing}
          mayTest={mayTest}
          stops={() => side.stopsAtEditor(write(form.getValues()))}
          compose={compose}
          onOpen={side.open}
        />
      </ExaminedForm>
    </TouchedProvider>
  );
}

const none: readonly never[] = [];
const tooLarge = { severity: "error", pointer: "/message/parameters", headline: "May exceed the size limit" } as const;
const ownParts = ["parameters", "languages", "samples"] as const;
