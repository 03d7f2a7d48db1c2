import { readDraft } from "@/components/composer/draft/draft-store";
import { PictureCard } from "@/components/message/picture-card";
import { RequestCard } from "@/components/message/request-card";
import { shownOfRequest, type Shown } from "@/lib/compose/examiner";
import { config } from "@/lib/config/config";
import { listApps } from "@/lib/directory/app/list";
import { listTemplates } from "@/lib/directory/template/list";
import { utf8Bytes } from "@/lib/interface/bytes";
import { parseJson } from "@/lib/interface/exact-json";
import type { PushRequestInput } from "@/lib/interface/request";
import type { CampaignFate } from "@/lib/results/read-campaign";
import { readMessage } from "@/lib/results/read-messages";
import { composerApp } from "../../composer-app";
import { ifFound, type InService } from "../../in-service";

interface ContentProps {
  campaign: CampaignFate;
  as: InService["as"];
  serviceId: string;
}

/** What a campaign says: its picture, and its request once it was ordered. */
export async function Content({ campaign, as, serviceId }: ContentProps) {
  const { request, transid } = campaign;
  const message = transid === null ? undefined : await ifFound(readMessage(as, { transid }));
  return (
    <>
      <PictureCard
        shown={message?.shown ?? (await planned(campaign, as, serviceId))}
        from={message ? "As its devices were sent it" : "As it would be sent"}
      />
      {request !== null && <RequestCard request={request} bytes={utf8Bytes(request)} origin={config().ORIGIN} what="as confirmed" />}
    </>
  );
}

async function planned({ request: ordered, draft }: CampaignFate, as: InService["as"], serviceId: string): Promise<Shown> {
  const request = ordered === null ? readDraft(draft)?.request : (parseJson(ordered) as PushRequestInput);
  if (request === undefined) return {};
  const template: unknown = request.message?.template;
  const [apps, templates] = await Promise.all([
    listApps(as, { serviceId }),
    listTemplates(as, { serviceId, named: typeof template === "string" ? [template] : [] }),
  ]);
  return shownOfRequest(request, apps.map(composerApp), templates, Date.now());
}
