"use client";

import { GitCompare, History, Undo2 } from "lucide-react";
import { useState } from "react";
import { useCall } from "@/components/form/use-call";
import { LinkButton } from "@/components/shell/link-button";
import { SameServiceLink } from "@/components/shell/same-service";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Question } from "@/components/ui/overlay/question";
import { RelativeTime } from "@/components/ui/relative-time";
import { Code, Verbatim, verbatim } from "@/components/ui/verbatim";
import type { VersionRow } from "@/lib/directory/template/open";
import type { rollBackTemplate } from "@/lib/directory/template/roll-back";
import { paths } from "@/lib/inputs/paths";
import type { ActionOf } from "@/lib/verb/answer";

interface HistoryCardProps {
  id: string;
  versions: readonly VersionRow[];
  published: number | null;
  /** The version that the page shows; undefined for the newest content. */
  shownVersion: number | undefined;
  /** Absent for members who may not. */
  rollBack: ActionOf<typeof rollBackTemplate> | undefined;
}

const shownDigits = 8;

/** The versions of a template, the latest first, and the way back to each. */
export function HistoryCard({ id, versions, published, shownVersion, rollBack }: HistoryCardProps) {
  const [asking, setAsking] = useState<number>();
  const { pending, run } = useCall();
  const goBack = (version: number) => {
    setAsking(undefined);
    if (rollBack)
      run(
        () => rollBack({ id, version, expectedPublished: published }),
        `Version ${version} is published`,
      );
  };
  return (
    <TitledCard
      id="history-title"
      title="History"
      actions={
        versions.length > 1 && (
          <LinkButton
            size="sm"
            variant="ghost"
            icon={GitCompare}
            href={paths.templateComparison(id)}
          >
            Compare
          </LinkButton>
        )
      }
    >
      {versions.length === 0 ? (
        <EmptyState picture={<History />} title="Not published yet">
          Publish it to use it in campaigns and API requests.
        </EmptyState>
      ) : (
        <ol className="divide-y divide-line">
          {versions.map(({ version, note, by, at, hash, parent }) => (
            <li key={version} className="flex items-start gap-3 px-4 py-3">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
                  <SameServiceLink
                    href={paths.template(id, { version })}
                    aria-current={version === shownVersion ? "true" : undefined}
                    className="rounded-sm underline-offset-4 hover:underline"
                  >
                    Version {version}
                  </SameServiceLink>
                  {version === published && <Badge tone="green">Published</Badge>}
                </p>
                {note !== "" && (
                  <p {...verbatim} className="foreign mt-0.5 text-sm break-words">
                    {note}
                  </p>
                )}
                <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-ink-faint">
                  <RelativeTime at={at} />
                  {by === null ? (
                    <span>by a program</span>
                  ) : (
                    <span>
                      by <Verbatim>{by}</Verbatim>
                    </span>
                  )}
                  {parent !== null && <span>from version {parent}</span>}
                  <Code title={`SHA-256 of its content: ${hash}`}>
                    {hash.slice(0, shownDigits)}
                  </Code>
                </p>
              </div>
              {rollBack && version !== published && (
                <Button
                  icon={Undo2}
                  size="sm"
                  variant="ghost"
                  disabled={pending}
                  onClick={() => setAsking(version)}
                  aria-label={`Restore this version: ${version}`}
                >
                  Restore this version
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
      <Question
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        size="sm"
        // Not the link of the description, which comes first.
        focus="go"
        title={`Restore version ${asking}?`}
        description={
          <>
            Campaigns and API requests will use it, unless they ask for another version. Your draft
            stays as it is.{" "}
            <SameServiceLink
              href={paths.templateComparison(id, { from: published ?? undefined, to: asking })}
              className="underline underline-offset-2"
            >
              See what changes
            </SameServiceLink>
          </>
        }
        keep="Cancel"
        go={`Restore version ${asking}`}
        harmless
        onGo={() => asking !== undefined && goBack(asking)}
      />
    </TitledCard>
  );
}
