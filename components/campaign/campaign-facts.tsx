import type { ReactNode } from "react";
import { SameServiceLink } from "@/components/shell/same-service";
import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim } from "@/components/ui/verbatim";
import { languageName } from "@/lib/compose/language-name";
import { paths } from "@/lib/inputs/paths";
import type { CampaignState } from "@/lib/results/campaign-list";
import type { CampaignReport } from "@/lib/results/read-campaign";
import { isOrdered, Ordered } from "./ordered";

/** What is said of its beginning, where that is not that it was sent. */
const sentNames: Partial<Record<CampaignState, string>> = {
  scheduled: "Scheduled",
  sending: "Started",
  paused: "Started",
  stopped: "Started",
  failed: "Tried",
};

interface CampaignFactsProps {
  campaign: CampaignReport;
  /** The rule of its segment in words; undefined where it goes to none. */
  ruleWords: string | undefined;
}

/** Shows what a campaign contains, when it was sent, and how many requests were answered. */
export function CampaignFacts({ campaign, ruleWords }: CampaignFactsProps) {
  const { state, requests, answered, recipients, audience, audienceId } = campaign;
  const { segment, language, template, apps, rate, zoned, necessary } = campaign;
  const isUnderway = state !== "draft" && state !== "scheduled";
  return (
    <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-3">
      {isOrdered(campaign) && (
        <Fact name={sentNames[state] ?? "Sent"}>
          <Ordered of={campaign} />
        </Fact>
      )}
      <Fact name={apps.length === 1 ? "App" : "Apps"}>
        <Verbatim>{new Intl.ListFormat("en").format(apps)}</Verbatim>
      </Fact>
      {/* Those of a draft are not counted yet; what waits for an approval names them below. */}
      {(recipients !== null || audience !== null) && (
        <Fact name="Recipients">
          {recipients?.toLocaleString("en")}
          {segment !== null && (
            <SegmentFact segment={segment} words={ruleWords} audienceId={audienceId} />
          )}
          {segment === null &&
            audience !== null &&
            (audienceId === null ? (
              <>
                {" "}
                of the list “<Verbatim>{audience}</Verbatim>”, which was removed
              </>
            ) : (
              <>
                {" "}
                of the list{" "}
                <SameServiceLink
                  href={paths.audience(audienceId)}
                  className="underline underline-offset-2"
                >
                  <Verbatim>{audience}</Verbatim>
                </SameServiceLink>
              </>
            ))}
        </Fact>
      )}
      {template !== null && (
        <Fact name="Template">
          {template.templateId},{" "}
          {template.version === null ? "newest version" : `version ${template.version}`}
        </Fact>
      )}
      {language !== null && <Fact name="Language">{languageName(language)}</Fact>}
      {zoned && <Fact name="Time">In each recipient’s time</Fact>}
      {rate !== null && (
        <Fact name="Rate">
          {rate.toLocaleString("en")} {rate === 1 ? "message" : "messages"} a minute
        </Fact>
      )}
      {necessary && <Fact name="Frequency caps">Not applied: marked as necessary</Fact>}
      {/* One alone says nothing that the state does not. */}
      {isUnderway && requests > 1 && (
        <Fact name="Requests answered">
          {answered.toLocaleString("en")} of {requests.toLocaleString("en")}
          {(state === "sending" || state === "paused") && (
            <meter
              className="sr-only"
              aria-label="Requests answered"
              min={0}
              max={requests}
              value={answered}
            >
              {answered} of {requests}
            </meter>
          )}
        </Fact>
      )}
    </dl>
  );
}

/** " of the segment Berlin at 9:02", and its rule in words. */
function SegmentFact({
  segment: { name, removed, at, again },
  words,
  audienceId,
}: {
  segment: NonNullable<CampaignReport["segment"]>;
  words: string | undefined;
  audienceId: string | null;
}) {
  return (
    <>
      {" "}
      of the segment “<Verbatim>{name}</Verbatim>”{removed && ", which was removed,"}
      {at !== null && (
        <>
          {" "}
          at <RelativeTime at={at} show="moment" />
        </>
      )}
      {at === null && again && ", evaluated again when it is sent"}
      {audienceId !== null && (
        <>
          .{" "}
          <SameServiceLink
            href={paths.audience(audienceId)}
            className="underline underline-offset-2"
          >
            Show users
          </SameServiceLink>
        </>
      )}
      {words !== undefined && <span className="mt-0.5 block text-ink-muted">{words}</span>}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-faint">{name}</dt>
      <dd className="foreign mt-0.5 tabular-nums">{children}</dd>
    </div>
  );
}
