"use client";

import { Check, CircleAlert, CloudOff, CloudUpload } from "lucide-react";
import type { ReactNode } from "react";
import { ConflictBanner } from "@/components/form/conflict-banner";
import { Banner } from "@/components/ui/banner";
import { cn } from "@/components/ui/cn";
import type { Status } from "@/lib/editor/status";

/** Shows where the newest content is stored, in a word. */
export function DocumentMark({ status }: { status: Status }) {
  const look = "inline-flex h-7 items-center gap-1.5 px-2 text-sm text-ink-faint";
  switch (status.kind) {
    case "saving":
      return (
        <span className={look}>
          {/* No spinner: it would be visible while the user types, and each of its frames would
              delay one of the preview. */}
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
              {new Date(status.at).toLocaleTimeString("en", {
                hour: "2-digit",
                minute: "2-digit",
                hourCycle: "h23",
              })}
            </span>
          </span>
        </span>
      );
    case "local":
      return (
        <span
          className={look}
          title={`${status.why}. Saved in this tab only; retrying automatically.`}
        >
          <CloudOff aria-hidden className="size-3.5 text-amber-solid" />
          Stored in this tab
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

interface DocumentNewsProps {
  status: Status;
  /** The user has decided about a conflict. */
  onTake: (which: "mine" | "theirs" | "both") => void;
  /** What is said of a document that was sent or archived elsewhere. */
  gone?: (state: string) => ReactNode;
}

/** Says why a document is not saved, and what the user can do. */
export function DocumentNews({ status, onTake, gone }: DocumentNewsProps) {
  if (status.kind === "refused")
    return (
      <div className="px-4 sm:px-6 lg:px-8">
        <Banner kind="danger" announce className="mb-3 shadow-high" title="This draft is not saved">
          {status.message} Until then it is saved in this tab only.
        </Banner>
      </div>
    );
  if (status.kind === "conflict")
    return (
      <div className="px-4 sm:px-6 lg:px-8">
        <ConflictNews {...status} onTake={onTake} />
      </div>
    );
  return status.kind === "gone" && gone ? (
    <div className="px-4 sm:px-6 lg:px-8">{gone(status.state)}</div>
  ) : null;
}

type Conflict = Extract<Status, { kind: "conflict" }>;

function ConflictNews({
  by,
  at,
  merged,
  onTake,
}: Omit<Conflict, "kind"> & Pick<DocumentNewsProps, "onTake">) {
  return (
    <div className="mb-3 rounded-lg shadow-high">
      <ConflictBanner
        by={by}
        at={at}
        choices={[
          { label: "Take theirs", onChoose: () => onTake("theirs") },
          { label: "Keep mine", onChoose: () => onTake("mine"), isLikely: !merged },
          ...(merged ? [{ label: "Merge", onChoose: () => onTake("both"), isLikely: true }] : []),
        ]}
      >
        {merged ? mergeSentence(merged) : "In another tab or on another machine."} Your changes
        aren’t saved yet.
      </ConflictBanner>
    </div>
  );
}

/** What merging would do, in words. */
function mergeSentence({ theirs, both }: NonNullable<Conflict["merged"]>): string {
  const theirChanges = theirs.length > 0 ? `They changed: ${fieldList(theirs)}. ` : "";
  if (both.length > 0)
    return `${theirChanges}Both of you changed: ${fieldList(both)}. Merging keeps yours there.`;
  return theirChanges === "" ? "Both versions are the same." : `${theirChanges}Merging keeps both.`;
}

const mostNamed = 4;

/** Names of fields in a sentence; of many the first. */
export function fieldList(labels: readonly string[]): string {
  const rest = labels.length - mostNamed;
  return new Intl.ListFormat("en").format(
    rest > 0 ? [...labels.slice(0, mostNamed), `${rest} more`] : labels,
  );
}
