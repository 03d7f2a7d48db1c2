import { TextChangesCard } from "@/components/template/text-changes-card";
import { parseJson } from "@/lib/interface/exact-json";
import { recurrenceText } from "@/lib/plan/recurrence";
import type { ApprovalRow } from "@/lib/results/read-approval";

interface ApprovalChangesProps {
  /** What was approved for the same campaign before. */
  before: ApprovalRow;
  after: ApprovalRow;
}

/** What changed since a send of this campaign was approved before. */
export function ApprovalChanges({ before, after }: ApprovalChangesProps) {
  const on = new Date(before.decidedAt ?? before.askedAt).toLocaleDateString("en", {
    dateStyle: "medium",
    timeZone: "UTC",
  });
  return (
    <TextChangesCard
      before={approvalText(before)}
      after={approvalText(after)}
      title="Changes since the last approval"
      description={`Against what ${before.decidedBy ?? "another member"} approved on ${on}, line by line`}
    />
  );
}

function approvalText({ subject, list }: ApprovalRow): string {
  const { request, recipients, at, language, templates, moreAppids, columns, defaults, lacking } =
    subject;
  const { rate, segment, necessary } = subject;
  return JSON.stringify({
    recipients,
    list,
    segment: segment && { name: segment.name, rule: segment.words, evaluated: segment.evaluation },
    time: at ? `${at.startsAt} (${at.timezone})` : "at once",
    inEachRecipientsTime: at?.zoned,
    repeats: at?.recurrence ? recurrenceText(at.recurrence) : undefined,
    asksWhenLate: at?.lateMinutes,
    messagesAMinute: rate,
    language: language ?? "that of each device",
    templateVersions: templates,
    moreApps: moreAppids,
    columns,
    defaults,
    withoutValue: lacking,
    necessary,
    request: parseJson(request),
  });
}
