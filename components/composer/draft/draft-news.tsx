"use client";

import { Check, CircleAlert, CloudOff, CloudUpload } from "lucide-react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { SameServiceLink } from "@/components/shell/same-service";
import { cn } from "@/components/ui/cn";
import type { DraftStatus } from "@/lib/compose/draft-status";
import type { MergedFields } from "@/lib/compose/merge";
import type { DraftState } from "./use-draft";
import type { Version } from "./use-history";

/** Where the newest version is kept, in a word. */
export function DraftMark({ status }: { status: DraftStatus }) {
  const look = "inline-flex h-7 items-center gap-1.5 px-2 text-sm text-ink-faint";
  switch (status.kind) {
    case "saving":
      return (
        <span className={look}>
          {/* Nothing that turns: this is here whenever somebody types, and each of its frames would hold up one of the preview. */}
          <CloudUpload aria-hidden className="size-3.5" />
          Saving
        </span>
      );
    case "saved":
      return (
        <span className={look}>
          <Check aria-hidden className="size-3.5" />
          <span>
            Saved
            <span className="max-sm:sr-only">
              {" "}
              {new Date(status.at).toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })}
            </span>
          </span>
        </span>
      );
    case "local":
      return (
        <span className={look} title={`${status.why}. Kept in this tab; tried again by itself.`}>
          <CloudOff aria-hidden className="size-3.5 text-amber-solid" />
          Kept in this tab
        </span>
      );
    case "refused":
      return (
        <span className={cn(look, "font-medium text-red-fg")}>
          <CircleAlert aria-hidden className="size-3.5" />
          Not saved
        </span>
      );
    case "untouched":
    case "conflict":
    case "gone":
      return null;
  }
}

/** Somebody else was faster: nothing is overwritten before a person has chosen. */
export function DraftNews({ draft, onMerged }: { draft: DraftState; onMerged: (version: Version) => void }) {
  const { status } = draft;
  if (status.kind === "refused")
    return (
      <div className="px-4 sm:px-6 lg:px-8">
        <Banner kind="danger" announce className="mb-3 shadow-high" title="This draft is not saved">
          {status.message} Until then it is kept in this tab alone.
        </Banner>
      </div>
    );
  if (status.kind !== "conflict" && status.kind !== "gone") return null;
  const mergeBoth = (revision: number) => {
    const version = draft.mergeTheirs(revision);
    if (version) onMerged(version);
  };
  return (
    <div className="px-4 sm:px-6 lg:px-8">
      {status.kind === "conflict" ? (
        <ConflictNews
          by={status.by}
          merged={status.merged}
          onTake={() => {
            draft.giveUp();
            window.location.reload();
          }}
          onKeep={() => draft.takeOver(status.revision)}
          onMerge={() => mergeBoth(status.revision)}
        />
      ) : (
        <Banner
          kind="warning"
          announce
          className="mb-3 shadow-high"
          title={status.state === "sending" ? "This draft is being sent" : `This draft was ${status.state} in the meantime`}
          actions={
            <>
              {draft.id !== undefined && status.state !== "deleted" && (
                <Button size="sm" asChild>
                  <SameServiceLink href={`/campaigns/${draft.id}`}>See it</SameServiceLink>
                </Button>
              )}
              <Button size="sm" variant="primary" onClick={draft.fork}>
                Keep this as a new draft
              </Button>
            </>
          }
        >
          {status.state === "sending" ? "Being sent from another tab. Undo it there to keep editing." : goneText}
        </Banner>
      )}
    </div>
  );
}

interface ConflictNewsProps {
  by: string;
  /** What merging would take; undefined where theirs cannot be merged. */
  merged: MergedFields | undefined;
  /** Gives this tab's words up for theirs. */
  onTake: () => void;
  onKeep: () => void;
  onMerge: () => void;
}

/** Two people wrote at one draft: whose words go on is a person's choice. */
export function ConflictNews({ by, merged, onTake, onKeep, onMerge }: ConflictNewsProps) {
  return (
    <Banner
      kind="warning"
      announce
      className="mb-3 shadow-high"
      title={`${by} saved another version of this draft`}
      actions={
        <>
          <Button size="sm" onClick={onTake}>
            Take theirs
          </Button>
          <Button size="sm" variant={merged ? "secondary" : "primary"} onClick={onKeep}>
            Keep mine
          </Button>
          {merged && (
            <Button size="sm" variant="primary" onClick={onMerge}>
              Merge
            </Button>
          )}
        </>
      }
    >
      {merged ? mergeSentence(merged) : "In another tab or on another machine."} Your changes aren’t saved yet.
    </Banner>
  );
}

const goneText = "What you write here from now on is not part of it.";

/** What merging would do, in words. */
function mergeSentence({ theirs, both }: MergedFields): string {
  const list = new Intl.ListFormat("en");
  const taken = theirs.length > 0 ? `They changed: ${list.format(shortened(theirs))}. ` : "";
  if (both.length > 0) return `${taken}Both of you changed: ${list.format(shortened(both))}. Merging keeps yours there.`;
  return taken === "" ? "Both versions are the same." : `${taken}Merging keeps both.`;
}

const mostNamed = 4;
function shortened(labels: readonly string[]): string[] {
  const rest = labels.length - mostNamed;
  return rest > 0 ? [...labels.slice(0, mostNamed), `${rest} more`] : [...labels];
}
