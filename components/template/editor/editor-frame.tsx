"use client";

import { useRef, useState } from "react";
import { ButtonsStep } from "@/components/editor/buttons/buttons-step";
import { MessageCard } from "@/components/editor/content/message-card";
import { EditorLayout } from "@/components/editor/editor-layout";
import { ExaminedForm } from "@/components/editor/examined/examined";
import { TouchedProvider } from "@/components/editor/notices/touched-fields";
import { useBrokenJson, useContentTab, useSide } from "@/components/editor/panel/use-side";
import { useDocument } from "@/components/editor/use-document";
import { useEditorKeys } from "@/components/editor/use-editor-keys";
import { useJumps } from "@/components/editor/use-jumps";
import { declaredOf, writeTemplateDraft } from "@/lib/authoring/template-draft";
import { isRightToLeft } from "@/lib/compose/language-name";
import type { Document } from "@/lib/editor/document";
import type { ScreenCut } from "@/lib/findings/cuts";
import { faultSentence, parameterDoubts } from "@/lib/findings/parameter-doubts";
import type { PushRequestInput } from "@/lib/interface/request";
import { LanguagesCard } from "../languages/languages-card";
import { EditorBar } from "./editor-bar";
import { OwnParameters } from "./own-parameters";
import type { TemplateEditorProps } from "./template-editor-props";
import { TemplateJson } from "./template-json";
import { draftOf, type EditedTemplate } from "./template-kind";
import { templateWriting } from "./template-writing";
import type { TemplateDraftState } from "./use-template-draft";
import { useTemplateLook } from "./use-template-look";

interface FrameProps extends Omit<
  TemplateEditorProps,
  "opened" | "save" | "find" | "autosaveMs" | "memberId" | "lookAtImage" | "library"
> {
  draft: TemplateDraftState;
}

/** The fields of a template with its previews, and what can be done with it. */
export function EditorFrame(props: FrameProps) {
  const { template, apps, origin, publish, proven, testing, mayTest, lists, userid, draft } = props;
  const { templateId } = template;
  const { store } = draft;
  const own = useDocument(store, ownOf);
  const [{ change, declare, adoptJson, rename }] = useState(() => templateWriting(store, template));
  const side = useSide();
  const [tab, openTab] = useContentTab(side);
  const [screens, setScreens] = useState<readonly ScreenCut[]>([]);
  const [worst, setWorst] = useState<readonly string[]>([]);
  const root = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const { look, setLook, language, setLanguage, examine, fill } = useTemplateLook({
    apps,
    templateId,
    own,
    userid,
  });
  const jumps = useJumps({ root, change, openTab });
  const write = (request: PushRequestInput) => writeTemplateDraft(draftOf({ request, own }));
  const isJsonBroken = useBrokenJson(side, write);
  useEditorKeys(store.do);
  const faults = parameterDoubts(own.parameters.map(declaredOf));
  const doubtful = [
    ...faults,
    ...(worst.length === 0 ? none : [{ ...tooLarge, text: worst.join(" ") }]),
  ];

  return (
    <TouchedProvider tried={false}>
      <ExaminedForm apps={apps} refused={none} screens={screens} doubtful={doubtful} read={examine}>
        <EditorLayout
          side={side}
          root={root}
          bar={bar}
          origin={origin}
          jumps={jumps}
          screens={screens}
          onSurveyed={setScreens}
          json={(panel) => <TemplateJson {...panel} write={write} onAdopt={adoptJson} />}
        >
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
        </EditorLayout>
        <EditorBar
          ref={bar}
          template={template}
          draft={draft}
          publish={publish}
          proven={proven}
          worst={worst}
          faults={faults.map(faultSentence)}
          app={apps.find(({ appid }) => appid === template.appid)}
          testing={testing}
          mayTest={mayTest}
          isJsonBroken={isJsonBroken}
          stops={() => side.stopsAtEditor(write(store.get().content.request))}
          compose={() => fill(store.get().content.request)}
          onOpen={side.open}
        />
      </ExaminedForm>
    </TouchedProvider>
  );
}

const ownOf = ({ content }: Document<EditedTemplate>) => content.own;
const none: readonly never[] = [];
const tooLarge = {
  severity: "error",
  pointer: "/message/parameters",
  headline: "May exceed the size limit",
} as const;
