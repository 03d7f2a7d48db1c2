"use client";

import { CircleAlert, CircleCheck, Eye, FlaskConical, TriangleAlert } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, type RefObject } from "react";
import { BrokenJson } from "@/components/editor/bar-facts";
import { DocumentMark, DocumentNews } from "@/components/editor/document-news";
import { useStanding } from "@/components/editor/examined/examined";
import { HistoryButtons } from "@/components/editor/history-buttons";
import type { SideTab } from "@/components/editor/panel/use-side";
import { TestDialog } from "@/components/editor/test/test-dialog";
import { TestNews } from "@/components/editor/test/test-news";
import { useTest } from "@/components/editor/test/use-test";
import { LinkButton } from "@/components/shell/link-button";
import { useSameService } from "@/components/shell/same-service";
import { Button } from "@/components/ui/button";
import { PageBar } from "@/components/ui/page-bar";
import type { ComposerApp } from "@/lib/compose/composition";
import { paths } from "@/lib/inputs/paths";
import type { PushRequestInput } from "@/lib/interface/request";
import { PublishButton } from "../publish-button";
import { DraftNews } from "./draft-news";
import type { TemplateEditorProps } from "./template-editor-props";
import type { TemplateDraftState } from "./use-template-draft";

interface EditorBarProps extends Pick<
  TemplateEditorProps,
  "template" | "publish" | "proven" | "testing" | "mayTest"
> {
  ref: RefObject<HTMLDivElement | null>;
  draft: TemplateDraftState;
  /** What can become too large, a sentence each. */
  worst: readonly string[];
  /** Why it cannot be published, a sentence each. */
  faults: readonly string[];
  app: ComposerApp | undefined;
  /** Whether the JSON editor holds what cannot be read. */
  isJsonBroken: boolean;
  /**
   * Whether the JSON editor holds something that is no part of the draft; brings it into sight
   * then.
   */
  stops: () => boolean;
  /** The message that a test sends. */
  compose: () => PushRequestInput;
  /** Brings the panel into sight. */
  onOpen: (tab: SideTab) => void;
}

/** Always in sight: how it stands with the draft, and what can be done with it. */
export function EditorBar(props: EditorBarProps) {
  const {
    ref,
    template,
    draft,
    publish,
    proven,
    worst,
    faults,
    app,
    testing,
    mayTest,
    isJsonBroken,
    stops,
    compose,
    onOpen,
  } = props;
  const [testOpen, setTestOpen] = useState(false);
  const test = useTest(testing);
  const { status } = draft;
  const router = useRouter();
  const sameService = useSameService();
  const page = paths.template(template.id);
  return (
    <div
      ref={ref}
      className="sticky bottom-0 z-20 [@media(max-height:30rem)]:static -mx-4 mt-6 -mb-32 sm:-mx-6 md:-mb-12 lg:-mx-8"
    >
      <DocumentNews status={status} onTake={(which) => draft.store.do({ kind: "take", which })} />
      <TestNews state={test.state} onForget={test.forget} />
      <PageBar className="border-t border-line bg-surface px-4 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] sm:px-6 lg:px-8">
        <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
          <HistoryButtons can={draft.can} step={draft.store.do} />
          <DocumentMark status={status} />
          {isJsonBroken ? <BrokenJson onOpen={onOpen} /> : <ChecksButton onOpen={onOpen} />}
          <Button
            size="sm"
            aria-haspopup="dialog"
            className="max-sm:ml-auto xl:hidden"
            onClick={() => onOpen("preview")}
          >
            <Eye aria-hidden className="max-sm:hidden" />
            Preview
          </Button>
          <span className="ml-auto flex items-center gap-2">
            {mayTest && (
              <Button onClick={() => setTestOpen(!stops())}>
                <FlaskConical aria-hidden className="max-sm:hidden" />
                Test
              </Button>
            )}
            <LinkButton href={page}>Done</LinkButton>
            {publish && (
              <PublishButton
                id={template.id}
                revision={draft.settle}
                published={template.published}
                proven={proven}
                worst={worst}
                faults={faults}
                news={<DraftNews template={template} app={app} store={draft.store} />}
                publish={publish}
                stops={stops}
                onPublished={() => router.push(sameService(page))}
              />
            )}
          </span>
        </div>
      </PageBar>
      {mayTest && (
        <TestDialog
          draftId={template.id}
          open={testOpen}
          onOpenChange={setTestOpen}
          compose={compose}
          actions={testing}
          busy={test.state.kind === "sending"}
          onTest={test.run}
        />
      )}
    </div>
  );
}

function ChecksButton({ onOpen }: Pick<EditorBarProps, "onOpen">) {
  const { errors, missing, warnings } = useStanding();
  const wrong = errors.length + missing.length;
  const Mark = wrong > 0 ? CircleAlert : warnings.length > 0 ? TriangleAlert : CircleCheck;
  const problems = wrong === 1 ? "1 problem" : `${wrong} problems`;
  return (
    <Button icon={Mark} variant="ghost" size="sm" onClick={() => onOpen("checks")}>
      {wrong > 0 ? problems : warnings.length > 0 ? warningText(warnings.length) : "No problems"}
    </Button>
  );
}

function warningText(count: number): string {
  return count === 1 ? "1 warning" : `${count} warnings`;
}
