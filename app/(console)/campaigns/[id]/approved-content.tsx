import { ApprovalChanges } from "@/components/campaign/approval-changes";
import { PictureCard } from "@/components/message/picture-card";
import { RequestCard } from "@/components/message/request-card";
import { shownOfRequest } from "@/lib/compose/examiner";
import { config } from "@/lib/config/config";
import { listApps } from "@/lib/directory/app/list";
import { findTemplateVersion } from "@/lib/directory/template/choices";
import { utf8Bytes } from "@/lib/interface/bytes";
import { parseJson } from "@/lib/interface/exact-json";
import type { PushRequestInput } from "@/lib/interface/request";
import type { CampaignApprovals } from "@/lib/results/read-approval";
import { parseTemplateRef } from "@/lib/template/resolve";
import { composerApp } from "../../composer-app";
import type { InService } from "../../in-service";

interface ApprovedContentProps {
  approvals: CampaignApprovals & { latest: NonNullable<CampaignApprovals["latest"]> };
  as: InService["as"];
  serviceId: string;
}

/** Exactly what a second person is asked to approve: its pictures by the version of the template that it is bound to, its bytes, and what changed since the last time. */
export async function ApprovedContent({ approvals: { latest, before }, as, serviceId }: ApprovedContentProps) {
  const { subject } = latest;
  const request = parseJson(subject.request) as PushRequestInput;
  const { appid } = request;
  const named = request.message?.template;
  const version = subject.templates[appid];
  const [apps, template] = await Promise.all([
    listApps(as, { serviceId }),
    typeof named === "string" && version !== undefined
      ? findTemplateVersion(as, { serviceId, appid, templateId: parseTemplateRef(named).templateId, version })
      : undefined,
  ]);
  const known = apps.map(composerApp);
  const drawn = (drawnIn: string | undefined) =>
    shownOfRequest(request, known, template ? [template] : [], Date.now(), {
      language: subject.language,
      ...(drawnIn !== undefined && { drawnIn }),
    });
  const tags = subject.language === null && template ? ["", ...template.languages.map(({ language }) => language)] : [];
  return (
    <>
      {before && <ApprovalChanges before={before} after={latest} />}
      <PictureCard
        shown={drawn(undefined)}
        {...(tags.length > 1 && { languages: tags.map((language) => ({ language, shown: drawn(language) })) })}
        from={subject.audience ? "As it would be sent; each recipient gets the values of the list" : "As it would be sent"}
      />
      <RequestCard request={subject.request} bytes={utf8Bytes(subject.request)} origin={config().ORIGIN} what="as asked for" />
    </>
  );
}
