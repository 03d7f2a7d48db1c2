import { randomUUID } from "node:crypto";
import { drawSegment } from "@/lib/campaign/draw-segment";
import { lookAtImage } from "@/lib/check/image";
import { newId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { storeCampaign } from "@/lib/database/testing";
import { listAppPage, listApps } from "@/lib/directory/app/list";
import { listWebPushApps } from "@/lib/directory/app/list-web-push";
import { readAppDetail } from "@/lib/directory/app/read";
import { listAttributes } from "@/lib/directory/attribute/list";
import { compareStaged, readListUse } from "@/lib/directory/audience/compare-staged";
import { countCoverage } from "@/lib/directory/audience/count-coverage";
import { findAudience, listAudiences, openAudience } from "@/lib/directory/audience/list";
import { listRecipientsOf } from "@/lib/directory/audience/list-recipients";
import { findTestTargets } from "@/lib/directory/audience/test-targets";
import { listAuditEvents, listAuditPeople } from "@/lib/directory/audit/list";
import { listDevices } from "@/lib/directory/device/list";
import { openDevice } from "@/lib/directory/device/open";
import { listRegistered } from "@/lib/directory/device/registered";
import { deviceValues } from "@/lib/directory/device/values";
import { listMedia } from "@/lib/directory/media/list";
import { readMediaUsers } from "@/lib/directory/media/used-by";
import { listInvitations } from "@/lib/directory/member/invite";
import { listMembers } from "@/lib/directory/member/list";
import { listNotifyAuths } from "@/lib/directory/notify-auth/list";
import { readNotifyAuthUsers } from "@/lib/directory/notify-auth/used-by";
import { lookForPerson } from "@/lib/directory/person/look";
import { listErasures } from "@/lib/directory/person/receipts";
import { findRuleChoices, listRuleChoices } from "@/lib/directory/segment/choices";
import { cancelCount, countRule, countSegment } from "@/lib/directory/segment/count";
import { estimateRule, estimateSegment } from "@/lib/directory/segment/estimate";
import { funnelOfRule } from "@/lib/directory/segment/funnel";
import { listSegments } from "@/lib/directory/segment/list";
import { openSegment } from "@/lib/directory/segment/open";
import { readRuleWords } from "@/lib/directory/segment/rule-words";
import { samplesOfRule } from "@/lib/directory/segment/samples";
import { countSegmentUses, readSegmentUsers } from "@/lib/directory/segment/used-by";
import { readFrequencyCaps } from "@/lib/directory/service/caps";
import { listJwtSecrets } from "@/lib/directory/service/list-jwt-secrets";
import { listServiceKeys } from "@/lib/directory/service/list-keys";
import { openService } from "@/lib/directory/service/open";
import { listSuppressions } from "@/lib/directory/suppression/list";
import {
  findTemplateChoices,
  findTemplateVersion,
  listTemplateChoices,
} from "@/lib/directory/template/choices";
import {
  listTemplateLanguages,
  listTemplates,
  listTemplateTags,
} from "@/lib/directory/template/list";
import { findTemplateDraft, openTemplate } from "@/lib/directory/template/open";
import { previewPut } from "@/lib/directory/template/put";
import { readDocument } from "@/lib/directory/template/read-document";
import { listPreviewLinks } from "@/lib/directory/template/share";
import { readTemplateUsers } from "@/lib/directory/template/used-by";
import { readVersion } from "@/lib/directory/template/version-content";
import { listUsers } from "@/lib/directory/user/list";
import { openUser } from "@/lib/directory/user/open";
import { readUser } from "@/lib/directory/user/read";
import { listWebhooks } from "@/lib/directory/webhook/list";
import { readWebhookWaiting } from "@/lib/directory/webhook/waiting";
import type { Actor } from "@/lib/policy/can";
import { findCampaign, listCampaigns } from "@/lib/results/campaign-list";
import { campaignOrders } from "@/lib/results/campaign-orders";
import { listRecipients } from "@/lib/results/campaign-recipients";
import { compareCampaign } from "@/lib/results/compare-campaign";
import { listDeviceDeliveries } from "@/lib/results/device-deliveries";
import { listFailures } from "@/lib/results/failures";
import { findByName } from "@/lib/results/find-by-name";
import { findCollisions } from "@/lib/results/find-collisions";
import { goneWebhooks } from "@/lib/results/gone-webhooks";
import { hasSent } from "@/lib/results/has-sent";
import { listCalendar } from "@/lib/results/list-calendar";
import { listInbox } from "@/lib/results/list-inbox";
import { countParked, countParkedWithin, listUpdates } from "@/lib/results/list-updates";
import { needsAttention } from "@/lib/results/needs-attention";
import { openApprovals } from "@/lib/results/open-approvals";
import { overview } from "@/lib/results/overview";
import { readOwnApp } from "@/lib/results/own-app";
import { readApprovals } from "@/lib/results/read-approval";
import { readCampaign } from "@/lib/results/read-campaign";
import { listDeliveries } from "@/lib/results/read-deliveries";
import { listMessages, listRequests, readMessage } from "@/lib/results/read-messages";
import { readUpdate } from "@/lib/results/read-update";
import { readSendProgress } from "@/lib/results/send-progress";
import { messageStatus } from "@/lib/results/status";
import { readTestProgress } from "@/lib/results/test-progress";
import { listUndoableSends } from "@/lib/results/undoable-sends";
import { listUpcoming } from "@/lib/results/upcoming";
import { updateEndpoints } from "@/lib/results/update-endpoints";
import { listUserDeliveries } from "@/lib/results/user-deliveries";
import { countMissingUpdates } from "@/lib/updates/replay";
import { type FullService } from "./two-services";

// What `services-apart.test.ts` asks.

export interface MemberContext {
  actor: Extract<Actor, { kind: "member" }>;
}
export type Call = (as: MemberContext, of: FullService) => Promise<unknown>;

/** A rule that is true of the user of each service. */
const planned = { field: "attribute.plan", op: "exists" };
const dayMs = 86_400_000;
const thisWeek = () => ({
  from: new Date(Date.now() - dayMs).toISOString(),
  until: new Date(Date.now() + 6 * dayMs).toISOString(),
});

/** What is asked of a whole service. */
export const ofServices: Record<string, Call> = {
  listApps: (as, { serviceId }) => listApps(as, { serviceId }),
  listWebPushApps: (as, { serviceId }) => listWebPushApps(as, { serviceId }),
  listAuditEvents: (as, { serviceId }) => listAuditEvents(as, { serviceId }),
  listAuditPeople: (as, { serviceId }) => listAuditPeople(as, { serviceId }),
  listAudiences: (as, { serviceId }) => listAudiences(as, { serviceId }),
  listDevices: (as, { serviceId }) => listDevices(as, { serviceId }),
  listRegistered: (as, { serviceId }) => listRegistered(as, { serviceId }),
  listTemplates: (as, { serviceId }) => listTemplates(as, { serviceId }),
  listTemplateTags: (as, { serviceId }) => listTemplateTags(as, { serviceId }),
  listTemplateChoices: (as, { serviceId }) => listTemplateChoices(as, { serviceId }),
  findTemplateVersion: (as, { serviceId, appid, mark }) =>
    findTemplateVersion(as, { serviceId, appid, templateId: `${mark}_template`, version: 1 }),
  findTemplateChoices: (as, { serviceId }) => findTemplateChoices(as, { serviceId, text: "e" }),
  listSegments: (as, { serviceId }) => listSegments(as, { serviceId }),
  samplesOfRule: (as, { serviceId }) => samplesOfRule(as, { serviceId, rule: planned }),
  listUsers: (as, { serviceId }) => listUsers(as, { serviceId }),
  listAttributes: (as, { serviceId }) => listAttributes(as, { serviceId }),
  readRuleWords: (as, { serviceId, mark: value }) =>
    readRuleWords(as, { serviceId, rule: { field: "attribute.plan", op: "is", value } }),
  readUser: (as, { serviceId, userid }) => readUser(as, { serviceId, userid }),
  readSegmentUsers: async (as, { serviceId, segmentId: id, mark }) => {
    const order = { state: "scheduled", segment_id: id };
    await storeCampaign(database(), { serviceId, name: `${mark} campaign`, order });
    return readSegmentUsers(as, { id });
  },
  listRuleChoices: (as, { serviceId }) => listRuleChoices(as, { serviceId }),
  findRuleChoices: (as, { serviceId, mark }) =>
    findRuleChoices(as, { serviceId, kind: "list", text: mark }),
  listSuppressions: (as, { serviceId }) => listSuppressions(as, { serviceId }),
  readOwnApp: (as, { serviceId }) => readOwnApp(as, { serviceId }),
  listUpdates: (as, { serviceId }) => listUpdates(as, { serviceId, state: "parked" }),
  updateEndpoints: (as, { serviceId }) => updateEndpoints(as, { serviceId }),
  listNotifyAuths: (as, { serviceId }) => listNotifyAuths(as, { serviceId }),
  listInbox: (as, { serviceId }) => listInbox(as, { serviceId }),
  listWebhooks: (as, { serviceId }) => listWebhooks(as, { serviceId }),
  readNotifyAuthUsers: (as, { serviceId, notifyAuthId: id }) =>
    readNotifyAuthUsers(as, { serviceId, id }),
  listMedia: (as, { serviceId }) => listMedia(as, { serviceId }),
  listMembers: (as, { serviceId }) => listMembers(as, { serviceId }),
  listInvitations: (as, { serviceId }) => listInvitations(as, { serviceId }),
  listCampaigns: (as, { serviceId }) => listCampaigns(as, { serviceId }),
  listUpcoming: async (as, { serviceId, mark }) => {
    const order = { state: "scheduled", starts_at: new Date(Date.now() + 3_600_000) };
    await storeCampaign(database(), { serviceId, name: `${mark} campaign`, order });
    return listUpcoming(as, { serviceId, limit: 5 });
  },
  listCalendar: async (as, { serviceId, mark }) => {
    const order = { state: "sent", started_at: new Date() };
    await storeCampaign(database(), { serviceId, name: `${mark} campaign`, order });
    return listCalendar(as, { serviceId, ...thisWeek() });
  },
  findCollisions: async (as, { serviceId, mark }) => {
    const request = JSON.stringify({ destination: [{ userid: [mark] }] });
    const starts_at = new Date(Date.now() + 3_600_000);
    for (const name of [`${mark} campaign`, `${mark} again`])
      await storeCampaign(database(), {
        serviceId,
        name,
        order: { state: "scheduled", starts_at, request },
      });
    return findCollisions(as, { serviceId, ...thisWeek() });
  },
  listUndoableSends: async (as, { serviceId, mark }) => {
    const until = new Date(Date.now() + 60_000);
    const order = { state: "sending", due_at: until, undo_until: until };
    await storeCampaign(database(), { serviceId, name: `${mark} campaign`, order });
    return listUndoableSends(as, { serviceId });
  },
  goneWebhooks: (as, { serviceId }) => goneWebhooks(as, { serviceId }),
  listAppPage: (as, { serviceId }) => listAppPage(as, { serviceId }),
  overview: (as, { serviceId }) => overview(as, { serviceId }),
  listFailures: (as, { serviceId }) => listFailures(as, { serviceId }),
  needsAttention: (as, { serviceId }) => needsAttention(as, { serviceId }),
  openApprovals: (as, { serviceId }) => openApprovals(as, { serviceId }),
  listMessages: (as, { serviceId }) => listMessages(as, { serviceId }),
  findByName: (as, { serviceId, mark }) => findByName(as, { serviceId, text: mark }),
  openService: (as, { serviceId }) => openService(as, { serviceId }),
  listServiceKeys: (as, { serviceId }) => listServiceKeys(as, { serviceId }),
  listJwtSecrets: (as, { serviceId }) => listJwtSecrets(as, { serviceId }),
};
/** What is asked of one thing of a service. */
export const ofThings: Record<string, Call> = {
  readAppDetail: (as, { appId }) => readAppDetail(as, { appId }),
  openAudience: (as, { audienceId }) => openAudience(as, { id: audienceId }),
  findAudience: (as, { audienceId }) => findAudience(as, { id: audienceId }),
  listRecipientsOf: (as, { audienceId }) => listRecipientsOf(as, { id: audienceId }),
  findTestTargets: (as, { appid, deviceId }) =>
    findTestTargets(as, { appid, text: "", chosen: [deviceId] }),
  openSegment: (as, { segmentId }) => openSegment(as, { id: segmentId }),
  drawSegment: (as, { segmentId: id }) => drawSegment(as, { id, parameters: ["plan"] }),
  openUser: (as, { userRowId }) => openUser(as, { id: userRowId }),
  openDevice: (as, { deviceId }) => openDevice(as, { id: deviceId }),
  findTemplateDraft: (as, { templateId }) => findTemplateDraft(as, { id: templateId }),
  openTemplate: (as, { templateId }) => openTemplate(as, { id: templateId }),
  readVersion: (as, { templateId }) => readVersion(as, { id: templateId, version: 1 }),
  readDocument: (as, { appid, mark }) =>
    readDocument(as, { appid, templateId: `${mark}_template` }),
  readTemplateUsers: (as, { templateId }) => readTemplateUsers(as, { id: templateId }),
  listPreviewLinks: (as, { templateId }) => listPreviewLinks(as, { id: templateId }),
  readMediaUsers: (as, { mediaId }) => readMediaUsers(as, { id: mediaId }),
  findCampaign: (as, { campaignId }) => findCampaign(as, { id: campaignId }),
  campaignOrders: (as, { campaignId }) => campaignOrders(as, { id: campaignId }),
  readSendProgress: (as, { campaignId }) => readSendProgress(as, { id: campaignId }),
  listRecipients: (as, { campaignId }) => listRecipients(as, { id: campaignId }),
  listRequests: (as, { campaignId }) => listRequests(as, { campaignId }),
  readApprovals: (as, { campaignId }) => readApprovals(as, { id: campaignId }),
  readCampaign: (as, { campaignId }) => readCampaign(as, { id: campaignId }),
  listDeliveries: (as, { transid }) => listDeliveries(as, { transid }),
  messageStatus: (as, { transid }) => messageStatus(as, { transid }),
  readUpdate: (as, { transid, updateId: id }) => readUpdate(as, { transid, id }),
  readMessage: (as, { transid }) => readMessage(as, { transid }),
  readTestProgress: (as, { transid }) => readTestProgress(as, { transids: [transid] }),
};
/** What answers numbers, in which nothing can be seen of a service. */
export const ofCounts: Record<string, Call> = {
  listTemplateLanguages: (as, { serviceId }) => listTemplateLanguages(as, { serviceId }),
  previewPut: (as, { appid }) => previewPut(as, { appid, templateId: "t", name: "T", blocks: {} }),
  deviceValues: (as, { serviceId }) => deviceValues(as, { serviceId }),
  // In the two services no message went to a device by its own id.
  listDeviceDeliveries: (as, { deviceId }) => listDeviceDeliveries(as, { id: deviceId }),
  // Nor to the user by their own id.
  listUserDeliveries: (as, { userRowId }) => listUserDeliveries(as, { id: userRowId }),
  countRule: (as, { serviceId }) => countRule(as, { serviceId, rule: planned }),
  countSegment: (as, { segmentId }) => countSegment(as, { id: segmentId }),
  cancelCount: (as, { serviceId }) => cancelCount(as, { serviceId, token: randomUUID() }),
  estimateSegment: (as, { segmentId: id }) => estimateSegment(as, { id }),
  estimateRule: (as, { serviceId }) => estimateRule(as, { serviceId, rule: planned }),
  funnelOfRule: (as, { serviceId }) => funnelOfRule(as, { serviceId, rule: planned }),
  lookForPerson: (as, { serviceId }) => lookForPerson(as, { serviceId, userid: "shared-user" }),
  // The two services have no erasures.
  listErasures: (as, { serviceId }) => listErasures(as, { serviceId }),
  countMissingUpdates: (as, { transid }) => countMissingUpdates(as, { transid }),
  countParkedWithin: (as, { serviceId }) =>
    countParkedWithin(as, { serviceId, from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" }),
  countSegmentUses: (as, { serviceId, segmentId }) =>
    countSegmentUses(as, { serviceId, ids: [segmentId] }),
  countParked: (as, { serviceId }) =>
    countParked(as, { serviceId, receiver: "notifyurl", origin: "" }),
  readFrequencyCaps: (as, { serviceId }) => readFrequencyCaps(as, { serviceId }),
  readWebhookWaiting: (as, { webhookId: id }) => readWebhookWaiting(as, { id }),
  compareCampaign: (as, { campaignId }) => compareCampaign(as, { id: campaignId }),
  hasSent: (as, { serviceId }) => hasSent(as, { serviceId }),
  readListUse: (as, { audienceId }) => readListUse(as, { id: audienceId }),
  compareStaged: (as, { audienceId }) => compareStaged(as, { id: audienceId, stagedId: newId() }),
  countCoverage: (as, { appid, audienceId }) =>
    countCoverage(as, { appids: [appid], audienceId, from: 0, named: {} }),
  lookAtImage: (as, { appid }) => lookAtImage(as, { appid, url: "https://127.0.0.1/a.png" }),
};
