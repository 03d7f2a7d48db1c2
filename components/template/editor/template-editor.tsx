"use client";

import "@/components/preview/screens.css";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { FormProvider, useForm, type UseFormReturn } from "react-hook-form";
import { ButtonsStep } from "@/components/composer/buttons/buttons-step";
import { CutsProvider } from "@/components/composer/cuts";
import { ImageLooksProvider } from "@/components/composer/content/image-looks";
import type { LookAtImage } from "@/components/composer/content/image-store";
import { MessageCard } from "@/components/composer/content/message-card";
import { SharedForm, useSharedWriting } from "@/components/composer/content/shared-state";
import { TemplatesProvider } from "@/components/composer/content/templates";
import { useHistory, type Version } from "@/components/composer/draft/use-history";
import { ExaminedForm } from "@/components/composer/examined";
import { FieldNotices } from "@/components/composer/field-notices";
import { CutSurvey } from "@/components/composer/panel/cut-survey";
import { deviceOf } from "@/components/composer/panel/platform-names";
import { settingsOf } from "@/components/composer/panel/preview-choice";
import { SidePanel } from "@/components/composer/panel/side-panel";
import { ReachForm, useReach, type Audiences } from "@/components/composer/audience/reach-state";
import { TouchedProvider } from "@/components/composer/touched-fields";
import { useComposerKeys } from "@/components/composer/use-composer-keys";
import { useSide } from "@/components/composer/use-side";
import { focusField } from "@/components/form/focus-field";
import { cn } from "@/components/ui/cn";
import { sharedOf } from "@/lib/compose/adopt";
import { assemble } from "@/lib/compose/assemble";
import type { ComposerApp } from "@/lib/compose/composition";
import { examineTemplate } from "@/lib/compose/examine-template";
import { placeOf, type ContentTab } from "@/lib/compose/place";
import { noReach } from "@/lib/compose/reach";
import {
  declaredOf,
  parametersIn,
  readTemplateDraft,
  renamedIn,
  writeTemplateDraft,
  type TemplateDraftContent,
} from "@/lib/compose/template-draft";
import type { ScreenCut } from "@/lib/findings/cuts";
import { applyFix } from "@/lib/findings/edits";
import { pathOfFinding } from "@/lib/findings/field-findings";
import type { Finding } from "@/lib/findings/findings";
import type { PushBlocksInput, PushRequest, PushRequestInput } from "@/lib/interface/request";
import { EditorBar } from "./editor-bar";
import type { PublishAction } from "../publish-button";
import { OwnParameters } from "./own-parameters";
import { isBlank, valuesOf, type LookWith } from "./look-with";
import { useTemplateDraft, type SaveTemplateAction } from "./use-template-draft";

export interface TemplateEditorProps {
  template: { id: string; name: string; appid: string; templateId: string; published: number | null };
  /** What the draft says, or what it would begin with. */
  opened: { content: string; revision: number };
  apps: readonly ComposerApp[];
  /** Public address of the service, for the command line. */
  origin: string;
  save: SaveTemplateAction;
  /** Absent for members who may not. */
  publish: PublishAction | undefined;
  lookAtImage: LookAtImage;
}

type Form = UseFormReturn<PushRequestInput, unknown, PushRequest>;

/** A template has no recipients. */
const nobody: Audiences = {
  rows: [],
  opened: undefined,
  open: async () => ({ ok: false, problems: [] }),
  countDevices: async () => ({ ok: false, problems: [] }),
};

/** Where a template is written: the composer's own fields and previews over its blocks, and the parameters that its texts leave open. */
export function TemplateEditor(props: TemplateEditorProps) {
  const { template, opened, lookAtImage } = props;
  const [content] = useState(() => readTemplateDraft(opened.content));
  const [initial] = useState((): Version => {
    const request = requestOf(template, content.blocks);
    return { request, shared: sharedOf(request), reach: noReach };
  });
  const form = useForm<PushRequestInput, unknown, PushRequest>({ defaultValues: initial.request as never });
  const { resetDefaultValues } = form;
  useEffect(() => resetDefaultValues({}), [resetDefaultValues]);
  const [declared, setDeclared] = useState(content.parameters);
  // What may be written into a text; the blocks are the form's own.
  const choosable = useMemo(() => [{ ...template, version: 1, blocks: {}, parameters: declared.map(declaredOf) }], [template, declared]);
  return (
    <TemplatesProvider value={choosable}>
      <ImageLooksProvider look={lookAtImage}>
        <FormProvider {...form}>
          <ReachForm initial={noReach} audiences={nobody}>
            <SharedForm initial={initial.shared}>
              <Frame {...props} form={form} initial={initial} content={content} declared={declared} onDeclared={setDeclared} />
            </SharedForm>
          </ReachForm>
        </FormProvider>
      </ImageLooksProvider>
    </TemplatesProvider>
  );
}

type FrameProps = TemplateEditorProps & {
  form: Form;
  initial: Version;
  content: TemplateDraftContent;
  declared: TemplateDraftContent["parameters"];
  onDeclared: (next: TemplateDraftContent["parameters"]) => void;
};

function Frame({ template, opened, apps, origin, save, publish, form, initial, content, declared, onDeclared }: FrameProps) {
  const { id, templateId } = template;
  const [tab, setTab] = useState<ContentTab>("all");
  const [lookWith, setLookWith] = useState<LookWith>("samples");
  const side = useSide();
  const { beside, wide, setKind } = side;
  const [screens, setScreens] = useState<readonly ScreenCut[]>([]);
  const cuts = useMemo(() => ({ screens, show: side.show }), [screens, side.show]);
  const root = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const { adopt, latest } = useSharedWriting();
  const { reach } = useReach();
  const draft = useTemplateDraft(id, opened, save);
  const { note: noteDraft } = draft;

  const restore = useCallback(
    (version: Version) => {
      form.reset(version.request as never, { keepTouched: true, keepDefaultValues: true });
      adopt(version.shared);
    },
    [form, adopt],
  );
  const history = useHistory(initial, restore);
  const { note: noteHistory, change } = history;
  const keep = useCallback(
    (request: PushRequestInput, known: TemplateDraftContent["parameters"]) => {
      const blocks = blocksOf(request);
      const parameters = parametersIn(blocks, known).flatMap(({ parameter, used }) => (used || !isBlank(parameter) ? [parameter] : []));
      noteDraft(writeTemplateDraft({ blocks, parameters, samples: content.samples }));
      return parameters;
    },
    [content.samples, noteDraft],
  );
  const touched = useRef(false);
  const onVersion = useCallback(
    (version: Version) => {
      noteHistory(version);
      // What was opened is not saved again as it would be written now.
      if (!touched.current && JSON.stringify(version.request) === JSON.stringify(initial.request)) return;
      touched.current = true;
      const parameters = keep(version.request, declared);
      if (JSON.stringify(parameters) !== JSON.stringify(declared)) onDeclared(parameters);
    },
    [declared, initial.request, keep, noteHistory, onDeclared],
  );
  const declare = (next: TemplateDraftContent["parameters"], request = form.getValues()) => {
    touched.current = true;
    onDeclared(keep(request, next));
  };
  const read = useCallback(
    (request: PushRequestInput, now: number) => {
      const parameters = parametersIn(blocksOf(request), declared).flatMap(({ parameter, used }) => (used ? [parameter] : []));
      return examineTemplate(request, { apps, templateId, parameters, values: valuesOf(parameters, lookWith, content.samples), now });
    },
    [apps, content.samples, declared, lookWith, templateId],
  );

  const openTab = useCallback(
    (next: ContentTab) => {
      setTab(next);
      if (next !== "all") setKind(deviceOf(next));
    },
    [setKind],
  );
  const goTo = useCallback(
    (path: string, next?: ContentTab) => {
      if (next) openTab(next);
      setTimeout(() => focusField(root.current, path), 0);
    },
    [openTab],
  );
  const jump = useCallback(
    (pointer: string) => {
      const place = placeOf(pointer);
      goTo(place.path, place.tab);
    },
    [goTo],
  );
  const jumpTo = useCallback(
    (finding: Finding) => (finding.part === undefined ? jump(finding.field) : goTo(pathOfFinding(finding), "all")),
    [goTo, jump],
  );
  const mend = useCallback(
    (finding: Finding) => {
      if (!finding.fix || finding.fix.edits.length === 0) return jumpTo(finding);
      const present = { request: form.getValues(), shared: latest(), reach };
      change(present, applyFix(present, finding.fix));
    },
    [change, form, jumpTo, latest, reach],
  );
  const rename = (from: string, to: string) => {
    const request = form.getValues();
    const renamed = requestOf(template, renamedIn(blocksOf(request), from, to));
    change({ request, shared: latest(), reach }, { request: renamed, shared: sharedOf(renamed), reach });
    declare(
      declared.map((one) => (one.name === from ? { ...one, name: to } : one)),
      renamed,
    );
  };
  useComposerKeys({ send: undefined, undo: history.undo, redo: history.redo });

  return (
    <TouchedProvider tried={false}>
      <ExaminedForm apps={apps} refused={none} screens={screens} onVersion={onVersion} read={read}>
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
            <FieldNotices
              onFix={(finding, path) => {
                mend(finding);
                focusField(root.current, path);
              }}
            >
              <CutsProvider value={cuts}>
                <div className="space-y-5">
                  <MessageCard tab={tab} onTabChange={openTab} />
                  <OwnParameters
                    template={template}
                    apps={apps}
                    declared={declared}
                    samples={content.samples}
                    lookWith={lookWith}
                    onLookWith={setLookWith}
                    onDeclare={declare}
                    onRename={rename}
                  />
                  <ButtonsStep onChosen={side.showButtons} />
                </div>
              </CutsProvider>
            </FieldNotices>
          </div>
          <SidePanel side={side} bar={bar} origin={origin} onJump={jump} onJumpTo={jumpTo} onFix={mend} />
        </div>
        <EditorBar ref={bar} template={template} draft={draft} history={history} publish={publish} onOpen={side.open} />
      </ExaminedForm>
    </TouchedProvider>
  );
}

const none: readonly never[] = [];

/** The form of a template: a request that names it, whose blocks are the template's. */
function requestOf({ appid, templateId }: TemplateEditorProps["template"], blocks: PushBlocksInput): PushRequestInput {
  return { deliverychannel: "push", appid, destination: [{ userid: [] }], message: { template: templateId }, channels: { push: blocks } };
}

/** What is kept of the form: members that say nothing are left out. */
function blocksOf(request: PushRequestInput): PushBlocksInput {
  return assemble(request).channels?.push ?? {};
}
