"use client";

import { ConflictBanner } from "@/components/form/conflict-banner";
import { Banner } from "@/components/ui/banner";
import { VersionBanner } from "@/components/version/version-news";
import { asSentence, saysOtherVersion, type AnswerProblem } from "@/lib/inputs/answer";
import type { useSegmentSave } from "./use-segment-save";

interface SaveNewsProps {
  saving: Pick<ReturnType<typeof useSegmentSave>, "conflict" | "loadTheirs" | "saveMine">;
  /** Those that concern no field. */
  problems: readonly AnswerProblem[];
}

/** Why nothing was saved, where that concerns no field. */
export function SaveNews({ saving: { conflict, loadTheirs, saveMine }, problems }: SaveNewsProps) {
  if (!conflict && problems.length === 0) return null;
  return (
    <div className="mb-4 space-y-3">
      {conflict && (
        <ConflictBanner
          by={conflict.by}
          at={conflict.at}
          choices={[
            { label: "Load their version", onChoose: loadTheirs },
            { label: "Save mine over it", onChoose: saveMine },
          ]}
        >
          Your changes aren’t saved yet. If you load their version, Undo brings yours back.
        </ConflictBanner>
      )}
      {problems.map(({ message }) =>
        saysOtherVersion(message) ? (
          <VersionBanner key={message} />
        ) : (
          <Banner key={message} kind="danger" announce>
            {asSentence(message)}
          </Banner>
        ),
      )}
    </div>
  );
}
