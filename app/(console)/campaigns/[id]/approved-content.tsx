import { Suspense, type ComponentProps } from "react";
import { ApprovalCard } from "@/components/campaign/approval-card";
import { ApprovalChanges } from "@/components/campaign/approval-changes";
import { ApprovalReach } from "@/components/campaign/approval-reach";
import { ApprovalWall } from "@/components/campaign/approval-wall";
import { ApprovalWarnings } from "@/components/campaign/approval-warnings";
import { RequestCard } from "@/components/message/request-card";
import { isolated } from "@/components/ui/sentence";
import { drawSegment } from "@/lib/campaign/draw-segment";
import type { ComposerApp } from "@/lib/compose/composition";
import { coverageOf } from "@/lib/compose/coverage";
import { shownOfRequest, type Appearances } from "@/lib/compose/examiner";
import { config } from "@/lib/config/config";
import { listApps } from "@/lib/directory/app/list";
import { countCoverage } from "@/lib/directory/audience/count-coverage";
import { openAudience } from "@/lib/directory/audience/list";
import type { OpenAudience } from "@/lib/directory/audience/rows";
import { findTemplateVersion } from "@/lib/directory/template/choices";
import { warningsOf } from "@/lib/findings/warnings-of";
import { mostNamedInCall } from "@/lib/inputs/text";
import type { DestinationKey } from "@/lib/interface/device-kinds";
import { parseJson } from "@/lib/interface/exact-json";
import type { PushRequestInput } from "@/lib/interface/request";
import { utf8Bytes } from "@/lib/interface/text";
import { asFirstSent } from "@/lib/plan/as-sent-to";
import type { PlanOptions } from "@/lib/plan/own-values";
import { recipientsIn } from "@/lib/plan/requests";
import type { ApprovalRow, CampaignApprovals } from "@/lib/results/read-approval";
import { placeholderOf } from "@/lib/template/placeholder";
import { parseTemplateRef } from "@/lib/template/resolve";
import { RefusedError } from "@/lib/verb/errors";
import { composerApp } from "../../composer-app";
import { ifFound, type InService } from "../../in-service";

interface ApprovedContentProps extends Pick<
  ComponentProps<typeof ApprovalCard>,
  "campaignId" | "memberId" | "may" | "actions"
> {
  approvals: CampaignApprovals & { latest: NonNullable<CampaignApprovals["latest"]> };
  as: InService["as"];
  serviceId: string;
}

/**
 * Exactly what a second person is asked to approve, in the order in which it is judged: its screens
 * by the version of the template that it is bound to, who gets it and when, what is odd about it,
 * the decision, what changed since the last time, and its bytes.
 */
export async function ApprovedContent({
  approvals: { latest, before },
  as,
  serviceId,
  ...decision
}: ApprovedContentProps) {
  const { subject } = latest;
  const request = parseJson(subject.request) as PushRequestInput;
  const { appid } = request;
  const named = request.message?.template;
  const version = subject.templates[appid];
  const [apps, template, list, users] = await Promise.all([
    listApps(as, { serviceId }),
    typeof named === "string" && version !== undefined
      ? findTemplateVersion(as, {
          serviceId,
          appid,
          templateId: parseTemplateRef(named).templateId,
          version,
        })
      : undefined,
    subject.audience ? ifFound(openAudience(as, { id: subject.audience.id })) : undefined,
    segmentOf(subject, as),
  ]);
  const composerApps = apps.map(composerApp);
  const templates = template ? [template] : [];
  const at = Date.now();
  const cut = subject.plan[appid];
  const sent = cut && asFirstSent(request, list?.removed === false ? list.head : users?.head, cut);
  const drawn = (drawnIn: string | undefined) =>
    shownOfRequest(sent?.request ?? request, composerApps, templates, at, {
      language: subject.language,
      ...(drawnIn !== undefined && { drawnIn }),
    });
  const tags =
    subject.language === null && template
      ? ["", ...template.languages.map(({ language }) => language)]
      : [];
  const languages =
    tags.length > 1
      ? tags.map((language) => ({ language, appearances: drawn(language) }))
      : [{ language: subject.language ?? "", appearances: drawn(undefined) }];
  const warnings = [
    ...(cut ? lackingNews(cut) : []),
    ...warningsOf(
      request,
      composerApps,
      templates,
      users ?? list,
      at,
      { language: subject.language },
      subject,
    ),
  ];
  return (
    <>
      <ApprovalWall
        languages={languages}
        description={
          sent?.who !== undefined
            ? `As ${isolated(sent.who)} would be sent it; others have values of their own`
            : "As it would be sent"
        }
      />
      <ApprovalCard
        approval={latest}
        reach={
          <Suspense fallback="Counting devices …">
            <Reach
              subject={subject}
              apps={composerApps}
              appearances={languages[0]?.appearances ?? {}}
              audienceId={users?.id ?? subject.audience?.id ?? null}
              as={as}
            />
          </Suspense>
        }
        warnings={<ApprovalWarnings warnings={warnings} />}
        {...decision}
      />
      {before && <ApprovalChanges before={before} after={latest} />}
      <RequestCard
        request={subject.request}
        bytes={utf8Bytes(subject.request)}
        origin={config().ORIGIN}
        what="as asked for"
      />
    </>
  );
}

/** Who is in its segment now; undefined where it has none, and where that cannot be evaluated. */
async function segmentOf(
  { segment, plan, columns }: ApprovalRow["subject"],
  as: InService["as"],
): Promise<OpenAudience | undefined> {
  if (!segment) return undefined;
  const parameters = [...new Set(Object.values(plan).flatMap((cut) => cut.parameters))];
  try {
    const opened = await ifFound(drawSegment(as, { id: segment.id, parameters, columns }));
    return opened?.audience;
  } catch (error) {
    // What is wrong is said when it is approved.
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
}

/** What recipients get who have no value of their own. */
function lackingNews({
  defaults = {},
  leftOut = [],
  asWritten = [],
}: PlanOptions): ReturnType<typeof warningsOf> {
  const about = (headline: string) =>
    ({ pointer: "/destination", rule: "text.unfilled", label: "Recipients", headline }) as const;
  return [
    ...Object.entries(defaults).map(([name, value]) =>
      about(`Those without a value for ${name} get “${value}”`),
    ),
    ...leftOut.map((name) => about(`Those without a value for ${name} are left out`)),
    ...asWritten.map((name) =>
      about(`Those without a value for ${name} read ${placeholderOf(name)}`),
    ),
  ];
}

interface ReachProps {
  subject: ApprovalRow["subject"];
  /** The list, or that of the users of the segment; null where recipients are in the request. */
  audienceId: string | null;
  apps: readonly ComposerApp[];
  appearances: Appearances;
  as: InService["as"];
}

/** Counted as it is now; nothing for who may not count, and for a list that is gone. */
async function Reach({ subject, audienceId, apps, appearances, as }: ReachProps) {
  if (subject.segment && audienceId === null) return null;
  const request = parseJson(subject.request) as PushRequestInput;
  const appids = [request.appid, ...subject.moreAppids];
  const senders = appids.flatMap((appid) => apps.find((one) => one.appid === appid) ?? []);
  const all = audienceId !== null ? [] : recipientsIn(request.destination);
  const named: Partial<Record<DestinationKey, string[]>> = {};
  // Of more than that the share that they are is shown.
  for (const { type, id } of all.slice(0, mostNamedInCall)) (named[type] ??= []).push(id);
  const part = await ifFound(countCoverage(as, { appids, audienceId, from: 0, named }));
  if (!part) return null;
  const users = audienceId !== null || all.every(({ type }) => type === "userid");
  const coverage = coverageOf(part.groups, senders, (kind) => appearances[kind] !== undefined);
  return <ApprovalReach coverage={coverage} recipients={subject.recipients} users={users} />;
}
