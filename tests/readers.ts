import { lookAtImage } from "@/lib/check/image";
import { newId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { listAppPage, listApps } from "@/lib/directory/app/list";
import { readAppDetail } from "@/lib/directory/app/read";
import { webPushApps } from "@/lib/directory/app/web-push";
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
import { listWebhooks } from "@/lib/directory/webhook/list";
import { readWebhookWaiting } from "@/lib/directory/webhook/waiting";
import type { Actor } from "@/lib/policy/can";
import { findCampaign, listCampaigns } from "@/lib/results/campaign-list";
import { listRecipients } from "@/lib/results/campaign-recipients";
import { compareCampaign } from "@/lib/results/compare-campaign";
import { listDeviceDeliveries } from "@/lib/results/device-deliveries";
import { listFailures } from "@/lib/results/failures";
import { findByName } from "@/lib/results/find-by-name";
import { goneWebhooks } from "@/lib/results/gone-webhooks";
import { hasSent } from "@/lib/results/has-sent";
import { listHeld } from "@/lib/results/held-campaigns";
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
import { readSendFate } from "@/lib/results/send-fate";
import { messageStatus } from "@/lib/results/status";
import { readTestFate } from "@/lib/results/test-fate";
import { listUpcoming } from "@/lib/results/upcoming";
import { updateEndpoints } from "@/lib/results/update-endpoints";
import { countMissingUpdates } from "@/lib/updates/replay";
import { type FullService } from "./two-services";

// What `services-apart.test.ts` asks.

export interface As {
  actor: Extract<Actor, { kind: "member" }>;
}
export type Call = (as: As, of: FullService) => Promise<unknown>;

/** What is asked of a whole service. */
export const ofServices: Record<string, Call> = {
  listApps: (as, { serviceId }) => listApps(as, { serviceId }),
  webPushApps: (as, { serviceId }) => webPushApps(as, { serviceId }),
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
  listUpcoming: async (as, { serviceId, campaignId }) => {
    await database().query(
      `INSERT INTO campaign (id, service_id, app_id, name, draft, state, starts_at, updated_at)
       SELECT $1, service_id, app_id, name, '{}', 'scheduled', now() + interval '1 hour', now() FROM campaign WHERE id = $2`,
      [newId(), campaignId],
    );
    return listUpcoming(as, { serviceId, limit: 5 });
  },
  listHeld: async (as, { serviceId, campaignId }) => {
    await database().query(
      `INSERT INTO campaign (id, service_id, app_id, name, draft, state, due_at, held_until, updated_at)
       SELECT $1, service_id, app_id, name, '{}', 'sending', now() + interval '1 minute', now() + interval '1 minute', now() FROM campaign WHERE id = $2`,
      [newId(), campaignId],
    );
    return listHeld(as, { serviceId });
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
  readSendFate: (as, { campaignId }) => readSendFate(as, { id: campaignId }),
  listRecipients: (as, { campaignId }) => listRecipients(as, { id: campaignId }),
  listRequests: (as, { campaignId }) => listRequests(as, { campaignId }),
  readApprovals: (as, { campaignId }) => readApprovals(as, { id: campaignId }),
  readCampaign: (as, { campaignId }) => readCampaign(as, { id: campaignId }),
  listDeliveries: (as, { transid }) => listDeliveries(as, { transid }),
  messageStatus: (as, { transid }) => messageStatus(as, { transid }),
  readUpdate: (as, { transid, updateId: id }) => readUpdate(as, { transid, id }),
  readMessage: (as, { transid }) => readMessage(as, { transid }),
  readTestFate: (as, { transid }) => readTestFate(as, { transids: [transid] }),
};
/** What answers numbers, in which nothing can be seen of a service. */
export const ofCounts: Record<string, Call> = {
  listTemplateLanguages: (as, { serviceId }) => listTemplateLanguages(as, { serviceId }),
  previewPut: (as, { appid }) => previewPut(as, { appid, templateId: "t", name: "T", blocks: {} }),
  deviceValues: (as, { serviceId }) => deviceValues(as, { serviceId }),
  // In the two services no message went to a device by its own id.
  listDeviceDeliveries: (as, { deviceId }) => listDeviceDeliveries(as, { id: deviceId }),
  lookForPerson: (as, { serviceId }) => lookForPerson(as, { serviceId, userid: "shared-user" }),
  // In the two services nobody was removed.
  listErasures: (as, { serviceId }) => listErasures(as, { serviceId }),
  countMissingUpdates: (as, { transid }) => countMissingUpdates(as, { transid }),
  countParkedWithin: (as, { serviceId }) =>
    countParkedWithin(as, { serviceId, from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" }),
  countParked: (as, { serviceId }) =>
    countParked(as, { serviceId, receiver: "notifyurl", origin: "" }),
  readWebhookWaiting: (as, { webhookId: id }) => readWebhookWaiting(as, { id }),
  compareCampaign: (as, { campaignId }) => compareCampaign(as, { id: campaignId }),
  hasSent: (as, { serviceId }) => hasSent(as, { serviceId }),
  readListUse: (as, { audienceId }) => readListUse(as, { id: audienceId }),
  compareStaged: (as, { audienceId }) => compareStaged(as, { id: audienceId, stagedId: newId() }),
  countCoverage: (as, { appid, audienceId }) =>
    countCoverage(as, { appids: [appid], audienceId, from: 0, named: {} }),
  lookAtImage: (as, { appid }) => lookAtImage(as, { appid, url: "https://127.0.0.1/a.png" }),
};
/** Readers that no member calls, with who sees to it that nothing crosses. */
export const exempt: Record<string, string> = {
  readEvents: "part of the views and the export of the audit log, given what these found",
  isCut: "part of the view of the audit log: it answers whether there is more",
  appOfDevice:
    "part of the verbs of devices: the app that signs the call, whose own devices alone they touch",
  appUse: "given an app that a view has found, and answers numbers",
  approvalRules: "part of the verbs and views of tests, given the service that they found",
  assertLimitedChoice:
    "part of the verb of tests: it asks whether devices are of the service that this found, and answers nothing",
  assertMayChangeTestGroups: "part of the verbs of lists: a right in the service that these found",
  assertStaged:
    "asks whether something is of the service that a view or a verb has found, and answers nothing",
  countStaged: "given a list and what a view or a verb has found beside it, and answers numbers",
  filterValues: "given what a view or a verb has found, and reads nothing",
  inScope: "words, and reads nothing",
  fitting: "words, and reads nothing",
  scopeOf: "it says which service is asked for",
  whoOf: "words, and reads nothing",
  keptIn: "given what was found, and reads nothing",
  sentenceOfRow: "given what was found, and reads nothing",
  verifyAuditLog:
    "asked by who has the database, from the command line: it answers hashes and numbers",
  readHead: "it answers a number and a hash, to the log and the command line",
  readErasure: "asked in its own test: a receipt says nothing of what it was about",
  personOf: "given a service that a view or a verb has found",
  pseudonymOf: "words, and reads nothing",
  tokenHashes: "words, and reads nothing",
  needlesOf: "words, and reads nothing",
  waitingFor: "given a person of a service that a view or a verb has found",
  narrowed: "words, and reads nothing",
  listNotices:
    "asked in its own test: it answers of all services in which whoever asks may mend what it tells",
  countNotices: "as listNotices",
  isFor: "who may be told, and reads nothing",
  recipientOf: "given a member, by who tells them",
  tellBy: "given a member and what they are told",
  findNotices: "given services by listNotices, and who may be told each of them",
  servicesAfter: "ids of services, by who finds notices in them",
  readNoticeSettings: "it answers of whoever asks",
  removeUnused: "part of the verbs that remove a picture, and of the sweep: it answers nothing",
  tryNotice: "it tells whoever asks",
  listServices: "asked below: it answers of all services one is in",
  listServicePage: "asked below, as listServices",
  serviceOfKey: "the key is the right",
  findService: "given a service, by the interface and the pipeline",
  sandboxServiceId: "answers of the lab's own service, to the lab",
  lockKeys: "reads nothing",
  assertRoomForKey: "part of the verbs that make keys, given their service",
  listAccounts: "asked in its own test: it is for owners of the installation alone",
  readOwnFactors: "it answers of whoever asks",
  askOwnPasskey: "it answers of whoever asks",
  listOwnSessions: "asked in its own test: it answers of whoever asks",
  listConnections: "asked in its own test: it is for owners of the installation alone",
  openConnection: "as listConnections",
  listBreakGlass: "as listConnections",
  readTried: "as listConnections, of the asker's own test run",
  connectionNamed: "which right it takes the verbs and views ask that are given its id",
  redirectUriOf: "words, and reads nothing",
  newConnectionId: "words, and reads nothing",
  listDoors: "it answers everybody: names of providers, on the page to sign in at",
  withUpdates: "given deliveries that a view has found",
  breakdownOf: "given a campaign that a view has found",
  hoursOf: "given a campaign that a view has found",
  countsOf: "given messages that a view has found",
  countsOfCampaigns: "given campaigns that a view has found",
  updateTally: "given a message that a view has found",
  readRecipients: "given a list that a view or a verb has found",
  countLacking: "given a list that a view or a verb has found",
  readLacking: "given a list that a view or a verb has found",
  readRuns: "given a list that a view or a verb has found",
  readValues: "given a list that a view or a verb has found",
  findNamed: "part of views and verbs that ask for the right in the service of its app",
  templateNamed: "which service it belongs to the verbs ask that are given its id",
  draftConflict: "part of the verbs that write a template, which a verb has found",
  assertPublished: "part of the verbs that publish a template, which a verb has found",
  assertOffered: "part of the verb that writes a document of a template, which it has found",
  publishedVersion: "given a template that a view or a verb has found",
  readableVersion: "given a template that a view or a verb has found",
  versionText: "given a template that a view or a verb has found",
  unreadableError: "given an error, and reads nothing",
  campaignsUsing: "given a template that a view or a verb has found",
  usesByPrograms: "given a template that a verb has found",
  followersOf: "given a template that a view has found",
  readFollower: "asked in the test of proofs: it answers of campaigns that follow a template alone",
  refusalOf: "reads nothing",
  readApp: "given an app's appid by verbs that ask for its service",
  countUses: "given the service that a view asks of",
  factsOfFile: "a file is for everybody who has its address",
  lockFile: "reads nothing",
  proveTemplate:
    "asked in its own test: what was really sent has a right of its own, and who is of another service finds no such template",
  exportTemplates:
    "asked in its own test: it answers files, of the readers listTemplates and readDocument",
  countUnfit: "given a list that a view or a verb has found",
  coverageOfList: "part of countCoverage, given its apps and list",
  coverageOfNamed: "part of countCoverage, given its apps",
  stateOf: "words, and reads nothing",
  asDraft: "given parameters, and reads nothing",
  nameTaken: "words, and reads nothing",
  refuseTaken: "part of the verbs that fill lists, given their service",
  testRecipients: "part of the verbs of testing, which ask for the right in the app's service",
  devicesOfUsers: "given an app, by the pipeline",
  loadCredential: "given an app, by the pipeline",
  loadCredentials: "given apps, by the pipeline",
  keptCredential:
    "given an app, by the verbs that ask its provider, after they have asked for the right",
  openCircuits: "given an app, by readAppDetail, which asks for the right in its service",
  quotaUseOf:
    "of a Firebase project, which apps of several services may share: readAppDetail shows it for credentials that Firebase has accepted for the project",
  placesIn: "words, and reads nothing",
  secretsIn: "words, and reads nothing",
  assertOwn: "given an app, by the registration of devices",
  holdDevices: "given an app, by the registration of devices",
  subscriptionsOf: "given devices, by the pipeline",
  appOfAppid: "who may do what with the app its callers ask",
  findApp: "given an app's id, by the pipeline",
  appOfClientKey: "the key is the right",
  findVersion: "given an app, by the pipeline",
  unreadableVersion: "given an app, by the pipeline",
  versionById: "given what an accepted message keeps",
  suppressedAmong: "given a service, by the pipeline",
  hasSuppressions: "given a service, by the pipeline",
  hashSuppressed: "reads nothing",
  suppressionHash: "reads nothing",
  keptPushId: "reads nothing",
  keptIosPushId: "reads nothing",
  assertFreeServiceName: "given a name by verbs, which say no more than that it is taken",
  callsWith: "given keys that a view has found",
  jwtSecretsOf: "given a service, by who checks a token of it",
  shownUpdate: "given an update that a view has found",
  usersOf: "given a service that a view or a verb has found",
  assertCallable: "given a service that a verb has found",
  serviceOfWebhook: "which service it belongs to the verbs ask that are given its id",
};
