import { readDraft } from "@/components/composer/draft/campaign-kind";
import { PictureCard } from "@/components/message/picture-card";
import { RequestCard } from "@/components/message/request-card";
import { Banner } from "@/components/ui/banner";
import { isolated } from "@/components/ui/sentence";
import { shownOfRequest, type Appearances } from "@/lib/compose/examiner";
import { readEntry } from "@/lib/compose/recipients";
import { config } from "@/lib/config/config";
import { listApps } from "@/lib/directory/app/list";
import { openAudience } from "@/lib/directory/audience/list";
import { findTemplateVersion, listTemplateChoices } from "@/lib/directory/template/choices";
import { readFollower } from "@/lib/directory/template/followers";
import { parseJson } from "@/lib/interface/exact-json";
import type { PushRequestInput } from "@/lib/interface/request";
import { utf8Bytes } from "@/lib/interface/text";
import { asFirstSent } from "@/lib/plan/as-sent-to";
import { planOptionsOf } from "@/lib/plan/own-values";
import type { CampaignReport } from "@/lib/results/read-campaign";
import { readMessage } from "@/lib/results/read-messages";
import { composerApp } from "../../composer-app";
import { ifFound, type InService } from "../../in-service";

interface ContentProps {
  campaign: CampaignReport;
  as: InService["as"];
  serviceId: string;
}

/** What a campaign says: its picture, and its request once it was ordered. */
export async function Content({ campaign, as, serviceId }: ContentProps) {
  const { request, transid } = campaign;
  const message = transid === null ? undefined : await ifFound(readMessage(as, { transid }));
  const planned = message === undefined ? await plannedOf(campaign, as, serviceId) : undefined;
  const refused =
    campaign.state === "scheduled" ? await readFollower(as, { id: campaign.id }) : undefined;
  return (
    <>
      {refused !== undefined && (
        <Banner
          kind="warning"
          title="It could not be sent by the version of its template that is published now"
        >
          {refused} Unschedule it, edit it, and schedule it again.
        </Banner>
      )}
      <PictureCard
        appearances={message?.appearances ?? planned?.appearances ?? {}}
        {...(message && { languages: message.languages })}
        from={
          message
            ? sentTo(message.request, campaign.audienceId === null ? null : request)
            : (planned?.from ?? "")
        }
      />
      {request !== null && (
        <RequestCard
          request={request}
          bytes={utf8Bytes(request)}
          origin={config().ORIGIN}
          what="as confirmed"
        />
      )}
    </>
  );
}

/**
 * As whom: what has values of a list in it is another message to each, or nearly, and the first one
 * is shown.
 */
function sentTo(first: string, ordered: string | null): string {
  const everybody = "As delivered";
  if (ordered === null) return everybody;
  const request = parseJson(first) as PushRequestInput;
  if (saysOf(request) === saysOf(parseJson(ordered) as PushRequestInput)) return everybody;
  const [entry] = request.destination;
  const [who] = entry === undefined ? [] : readEntry(entry).ids;
  return who === undefined ? everybody : `As ${who} was sent it; others have values of their own`;
}

function saysOf({ channels, message }: PushRequestInput): string {
  return JSON.stringify([channels, message]);
}

/**
 * What was not sent yet: as the first recipient of its list would be sent it, where it goes to one.
 */
async function plannedOf(
  { request: ordered, draft, language, template: named, audienceId, segment, cut }: CampaignReport,
  as: InService["as"],
  serviceId: string,
): Promise<{ appearances: Appearances; from: string }> {
  const composed = ordered === null ? readDraft(draft) : undefined;
  const pattern = ordered === null ? composed?.request : (parseJson(ordered) as PushRequestInput);
  if (pattern === undefined) return { appearances: {}, from: "" };
  const list =
    audienceId === null || cut === null
      ? undefined
      : await ifFound(openAudience(as, { id: audienceId }));
  const options =
    cut ??
    (composed &&
      planOptionsOf(composed.request, {
        ...composed.reach,
        sizeRule: "body",
        declared: undefined,
        list: undefined,
      }));
  const sent =
    options &&
    asFirstSent(
      pattern,
      list?.removed === false || segment !== null ? list?.head : undefined,
      options,
    );
  const request = sent?.request ?? pattern;
  const from =
    sent?.who !== undefined
      ? `As ${isolated(sent.who)} would be sent it; others have values of their own`
      : "As it would be sent";
  const template: unknown = request.message?.template;
  const { appid } = request;
  const [apps, templates, templateVersion] = await Promise.all([
    listApps(as, { serviceId }),
    listTemplateChoices(as, { serviceId, named: typeof template === "string" ? [template] : [] }),
    named && named.version !== null
      ? findTemplateVersion(as, {
          serviceId,
          appid,
          templateId: named.templateId,
          version: named.version,
        })
      : undefined,
  ]);
  const appearances = templateVersion
    ? shownOfRequest(request, apps.map(composerApp), [templateVersion], Date.now(), { language })
    : shownOfRequest(request, apps.map(composerApp), templates, Date.now(), {
        language: composed ? composed.reach.language : language,
      });
  return { appearances, from };
}
