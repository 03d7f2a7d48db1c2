"use client";

import { CircleAlert, CircleCheck, Eye, Redo2, TriangleAlert, Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import type { RefObject } from "react";
import { DraftMark } from "@/components/composer/draft/draft-news";
import type { useHistory } from "@/components/composer/draft/use-history";
import { useStanding } from "@/components/composer/examined";
import type { SideTab } from "@/components/composer/use-side";
import { SameServiceLink, useSameService } from "@/components/shell/same-service";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { PageBar } from "@/components/ui/page-bar";
import { PublishButton, type PublishAction } from "../publish-button";
import type { useTemplateDraft } from "./use-template-draft";

interface EditorBarProps {
  ref: RefObject<HTMLDivElement | null>;
  template: { id: string; published: number | null };
  draft: ReturnType<typeof useTemplateDraft>;
  history: ReturnType<typeof useHistory>;
  publish: PublishAction | undefined;
  /** Brings the panel into sight. */
  onOpen: (tab: SideTab) => void;
}

/** Always in sight: how it stands with the draft, and what can be done with it. */
export function EditorBar({ ref, template, draft, history, publish, onOpen }: EditorBarProps) {
  const { errors, missing, warnings } = useStanding();
  const { status } = draft;
  const router = useRouter();
  const sameService = useSameService();
  const page = `/templates/${template.id}`;
  const wrong = errors.length + missing.length;
  const Mark = wrong > 0 ? CircleAlert : warnings.length > 0 ? TriangleAlert : CircleCheck;
  return (
    <div
      ref={ref}
      className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-20 -mx-4 mt-6 -mb-18 sm:-mx-6 md:bottom-0 md:-mb-12 lg:-mx-8"
    >
      {status.kind === "refused" && (
        <Banner kind="danger" announce className="mx-4 mb-3 shadow-high" title="This draft is not saved">
          {status.message}
        </Banner>
      )}
      {status.kind === "conflict" && (
        <Banner
          kind="warning"
          announce
          className="mx-4 mb-3 shadow-high"
          title={`${status.by} saved another version of this draft`}
          actions={
            <>
              <Button size="sm" onClick={() => window.location.reload()}>
                Take theirs
              </Button>
              <Button size="sm" variant="primary" onClick={() => draft.takeOver(status.revision)}>
                Keep mine
              </Button>
            </>
          }
        >
          Yours is not saved until you choose.
        </Banner>
      )}
      <PageBar className="border-t border-line bg-surface px-4 py-2.5 sm:px-6 lg:px-8">
        <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
          <IconButton icon={Undo2} label="Undo" size="sm" disabled={!history.can.undo} onClick={history.undo} />
          <IconButton icon={Redo2} label="Redo" size="sm" disabled={!history.can.redo} onClick={history.redo} />
          <DraftMark status={status} />
          <Button variant="ghost" size="sm" onClick={() => onOpen("checks")}>
            <Mark aria-hidden />
            {wrong > 0
              ? wrong === 1
                ? "1 problem"
                : `${wrong} problems`
              : warnings.length > 0
                ? warningText(warnings.length)
                : "No problems"}
          </Button>
          <Button size="sm" aria-haspopup="dialog" className="max-sm:ml-auto xl:hidden" onClick={() => onOpen("preview")}>
            <Eye aria-hidden className="max-sm:hidden" />
            Preview
          </Button>
          <span className="ml-auto flex items-center gap-2">
            <Button asChild>
              <SameServiceLink href={page}>Done</SameServiceLink>
            </Button>
            {publish && (
              <PublishButton
                id={template.id}
                revision={draft.settle}
                published={template.published}
                publish={publish}
                onPublished={() => router.push(sameService(page))}
              />
            )}
          </span>
        </div>
      </PageBar>
    </div>
  );
}

function warningText(count: number): string {
  return count === 1 ? "1 warning" : `${count} warnings`;
}
