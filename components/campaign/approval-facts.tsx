import type { ReactNode } from "react";
import { ContentHash } from "@/components/facts/content-hash";
import { durationText } from "@/components/form/duration-text";
import { SameServiceLink } from "@/components/shell/same-service";
import { Details } from "@/components/ui/details";
import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim } from "@/components/ui/verbatim";
import { languageName } from "@/lib/compose/language-name";
import { recipientsText } from "@/lib/compose/recipients";
import { paths } from "@/lib/inputs/paths";
import { utf8Bytes } from "@/lib/interface/text";
import { recurrenceText } from "@/lib/plan/recurrence";
import type { Subject } from "@/lib/plan/subject";
import type { ApprovalRow } from "@/lib/results/read-approval";
import { startText } from "./start-text";

interface ApprovalFactsProps {
  approval: ApprovalRow;
  /** Whom it reaches; nothing where that is not counted any more. */
  reach: ReactNode;
}

/** Who gets it and when; below, folded away, all else that the approval is bound to. */
export function ApprovalFacts({ approval, reach }: ApprovalFactsProps) {
  const { subject, sha256, list, state } = approval;
  const {
    at,
    requests,
    language,
    templates,
    followTemplate,
    request,
    moreAppids,
    rate,
    necessary = false,
  } = subject;
  const versions = Object.entries(templates);
  const bound: [string, ReactNode][] = [
    [
      "Template",
      versions.length === 0
        ? "None"
        : versions
            .map(
              ([appid, version]) =>
                `${moreAppids.length > 0 ? `${appid}: ` : ""}version ${version}`,
            )
            .join(", ") + (followTemplate ? ", the newest" : ""),
    ],
    [
      "Language",
      language === null
        ? versions.length === 0
          ? "As written"
          : "That of each device"
        : languageName(language),
    ],
    [
      "Request",
      `${utf8Bytes(request).toLocaleString("en")} bytes, ${requests === 1 ? "sent once" : `sent as ${requests.toLocaleString("en")} requests`}`,
    ],
    ["SHA-256 of all this", <ContentHash key="hash" hash={sha256} />],
  ];
  return (
    <>
      <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2">
        <Fact name="Who">
          <Who subject={subject} list={list} />
          {reach && <span className="mt-0.5 block text-ink-muted">{reach}</span>}
        </Fact>
        <Fact name="When">
          {at ? (
            <>
              <span className="block font-medium">
                {startText(at.startsAt, at.timezone, at.zoned)}
              </span>
              {!at.zoned && (
                <span className="mt-0.5 block text-ink-muted">
                  For you: <RelativeTime at={at.startsAt} show="moment" /> (
                  <RelativeTime at={at.startsAt} />)
                </span>
              )}
              {timesTexts(at).map((text) => (
                <span key={text} className="mt-0.5 block text-ink-muted">
                  {text}
                </span>
              ))}
            </>
          ) : (
            `As soon as it is sent${state === "waiting" ? ", which takes an approval first" : ""}`
          )}
          {rate !== undefined && (
            <span className="mt-0.5 block text-ink-muted">
              {rate.toLocaleString("en")} {rate === 1 ? "message" : "messages"} a minute
            </span>
          )}
        </Fact>
        {necessary && (
          <Fact name="Frequency caps">
            Marked as necessary: it is sent to users who have reached a cap, too
          </Fact>
        )}
      </dl>
      <Details>
        <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
          {bound.map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </dl>
      </Details>
    </>
  );
}

/** How many recipients it has, and of which segment or list. */
function Who({ subject, list }: Pick<ApprovalRow, "subject" | "list">) {
  const { recipients, segment, audience } = subject;
  return (
    <>
      <span className="block font-medium">
        {recipientsText(recipients)}
        {segment && (
          <>
            {" "}
            of the segment “<Verbatim>{segment.name}</Verbatim>”
          </>
        )}
        {audience !== null && (
          <>
            {" "}
            of the list{" "}
            {list === null ? (
              "that was removed"
            ) : (
              <SameServiceLink
                href={paths.audience(audience.id)}
                className="underline underline-offset-2"
              >
                <Verbatim>{list}</Verbatim>
              </SameServiceLink>
            )}
          </>
        )}
      </span>
      {segment && (
        <span className="mt-0.5 block text-ink-muted">
          {segment.words},{" "}
          {segment.evaluation === "send"
            ? "evaluated again when it is sent"
            : "frozen when it is sent or scheduled"}
        </span>
      )}
    </>
  );
}

/** What else was chosen of the time of a send. */
function timesTexts({ lateMinutes, recurrence }: NonNullable<Subject["at"]>): string[] {
  return [
    ...(lateMinutes === null
      ? []
      : [
          `Latest start: ${durationText(lateMinutes * 60)} after its time; then it asks instead of going out`,
        ]),
    ...(recurrence ? [`Repeats ${recurrenceText(recurrence)}`] : []),
  ];
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-faint">{name}</dt>
      <dd className="foreign mt-0.5 min-w-0 break-words tabular-nums">{children}</dd>
    </div>
  );
}
