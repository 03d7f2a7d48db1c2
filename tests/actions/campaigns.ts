import type { Calls } from "./call";
import {
  choice,
  draft,
  everyChoice,
  filledIn,
  newName,
  next,
  reach,
  request,
  savedDraft,
  wideReach,
} from "./parts";
import { uuid } from "./service";

/** A recurrence with all of its members. */
const daily = { every: "day", days: [1], until: "2027-12-31" };

/** Added to a list, given other values, and removed. */
const edited = { type: "userid", id: "by-roles" };

/** Calls about composing, campaigns and recipient lists. */
export const campaigns: Calls = {
  openAudience: { right: "service.view", input: ({ audienceId: id }) => ({ id }) },
  drawSegment: {
    right: "campaign.save",
    input: ({ segmentId: id }) => ({ id, parameters: [] }),
    also: { parameters: ["name"], columns: { name: "plan" } },
  },
  findTemplateChoices: {
    right: "service.view",
    input: ({ serviceId }) => ({ serviceId, text: "a" }),
  },
  readSendProgress: { right: "service.view", input: ({ campaignId: id }) => ({ id }) },
  findCampaign: { right: "service.view", input: ({ campaignId: id }) => ({ id }) },
  readTestProgress: { right: "service.view", input: ({ transid }) => ({ transids: [transid] }) },
  readPlan: {
    right: "campaign.save",
    input: (service) => ({ request: request(service), reach }),
    also: { request: filledIn, reach: wideReach, zoned: true },
  },
  countCoverage: {
    right: "campaign.save",
    input: ({ appid, audienceId }) => ({ appids: [appid], audienceId, from: 0, named: {} }),
    also: { named: { userid: ["user-1"] } },
  },
  lookAtImage: {
    right: "campaign.save",
    input: ({ appid }) => ({ appid, url: "https://127.0.0.1:9/a.png" }),
  },
  saveCampaign: {
    right: "campaign.save",
    input: (service) => ({ campaign: draft(service, null) }),
    also: { campaign: savedDraft },
  },
  duplicateCampaign: { right: "campaign.duplicate", input: ({ campaignId: id }) => ({ id }) },
  changeCampaign: {
    right: "campaign.change",
    input: ({ campaignId: id }) => ({ id, change: { kind: "rename", name: newName() } }),
  },
  changeEachCampaign: {
    right: "campaign.change",
    input: ({ campaignId: id }) => [{ id, change: { kind: "rename", name: newName() } }],
  },
  findTestTargets: {
    right: "testMessage.send",
    input: ({ appid }) => ({ appid, text: "", chosen: [] }),
    also: { chosen: [uuid] },
  },
  sendTestMessage: {
    right: "testMessage.send",
    input: (service) => ({ request: request(service), nonce: newName(), choice: choice(service) }),
    also: { request: filledIn, choice: everyChoice },
  },
  findByName: { right: "service.view", input: ({ serviceId }) => ({ serviceId, text: "mark" }) },
  beginAudience: {
    right: "audience.begin",
    input: ({ appid }) => ({ appid, name: newName(), test: false }),
  },
  createAudience: {
    right: "audience.create",
    input: ({ filling: [id] }) => ({ id }),
    also: { name: "Another name" },
  },
  saveTestGroup: {
    right: "audience.create",
    input: (service) => ({ appid: service.appid, name: newName(), choice: choice(service) }),
    also: { choice: everyChoice },
  },
  changeAudience: {
    right: "audience.change",
    input: ({ audienceId: id }) => ({ id, name: newName() }),
    also: { test: true },
  },
  stageRecipients: { right: "recipient.stage", input: ({ audienceId: id }) => ({ id }) },
  compareStaged: {
    right: "audience.extend",
    input: ({ audienceId: id, filling: [stagedId = ""] }) => ({ id, stagedId }),
  },
  applyStaged: {
    right: "staged.apply",
    input: ({ audienceId: id, filling }) => ({ id, stagedId: next(filling), how: "add" }),
    also: { how: "replace", revision: 1 },
  },
  extendAudience: {
    right: "audience.extend",
    input: ({ audienceId: id }) => ({ id, recipients: [edited] }),
    also: { recipients: [{ ...edited, parameters: { name: "Maya" } }] },
  },
  editRecipient: {
    right: "recipient.edit",
    input: ({ audienceId: id }) => ({
      id,
      recipient: { ...edited, parameters: { name: newName() } },
    }),
    first: "extendAudience",
    also: { revision: 1, was: { parameters: { name: "May" } } },
  },
  renameColumns: {
    right: "column.rename",
    input: ({ audienceId: id }) => ({ id, columns: [{ from: "name", to: "name" }] }),
  },
  removeRecipients: {
    right: "recipient.remove",
    input: ({ audienceId: id }) => ({ id, recipients: [edited] }),
  },
  removeAudience: { right: "audience.remove", input: ({ lists }) => ({ id: next(lists) }) },
  removeEachAudience: { right: "audience.remove", input: ({ lists }) => [{ id: next(lists) }] },
  checkNotifyurl: {
    right: "notifyurl.check",
    input: ({ appid }) => ({ appid, notifyurl: "https://127.0.0.1:9/" }),
    also: { notifyurlAuthId: "x", callbackData: "x", correlationid: "x" },
  },
  sendCampaign: {
    right: "campaign.send",
    input: (service) => ({
      request: request(service),
      nonce: newName(),
      campaign: draft(service, next(service.drafts)),
    }),
    also: { request: filledIn, campaign: savedDraft, reach: wideReach },
  },
  scheduleCampaign: {
    right: "campaign.schedule",
    input: (service) => ({
      id: next(service.drafts),
      revision: 1,
      startsAt: new Date(Date.now() + 86_400_000).toISOString(),
      timezone: "UTC",
      request: request(service),
      reach,
    }),
    also: { request: filledIn, reach: wideReach, lateMinutes: 60, zoned: false, recurrence: daily },
  },
  // Nothing needs approval there: who may ask reads that.
  askApproval: {
    right: "approval.ask",
    input: (service) => ({ request: request(service), campaign: draft(service, null) }),
    also: {
      request: filledIn,
      campaign: savedDraft,
      reach: wideReach,
      at: {
        startsAt: "2027-01-01T00:00:00Z",
        timezone: "Europe/Berlin",
        lateMinutes: 60,
        zoned: false,
      },
      note: "A note",
    },
  },
  withdrawApproval: {
    right: "approval.withdraw",
    input: ({ awaitingApproval }) => ({ id: next(awaitingApproval) }),
  },
  decideApproval: {
    right: "approval.decide",
    input: ({ questions }) => ({ id: next(questions), sha256: "0".repeat(64), approve: false }),
    also: { reason: "A reason" },
  },
  sendApproved: { right: "campaign.send", input: ({ approved }) => ({ id: next(approved) }) },
  undoSend: { right: "send.undo", input: ({ undoable }) => ({ id: next(undoable) }) },
  releaseSend: { right: "send.release", input: ({ undoable: [id] }) => ({ id }) },
  rescheduleCampaign: {
    right: "campaign.reschedule",
    input: ({ upcoming }) => ({
      id: next(upcoming),
      revision: 1,
      startsAt: new Date(Date.now() + 172_800_000).toISOString(),
      timezone: "UTC",
    }),
  },
  unscheduleCampaign: {
    right: "campaign.unschedule",
    input: ({ scheduled }) => ({ id: next(scheduled) }),
  },
  skipRun: { right: "run.skip", input: ({ recurring: [id] }) => ({ id }) },
  endRecurrence: { right: "recurrence.end", input: ({ recurring }) => ({ id: next(recurring) }) },
  startCampaign: { right: "campaign.start", input: ({ overdue }) => ({ id: next(overdue) }) },
  pauseCampaign: { right: "campaign.pause", input: ({ pausable }) => ({ id: next(pausable) }) },
  resumeCampaign: { right: "campaign.resume", input: ({ paused }) => ({ id: next(paused) }) },
  stopCampaign: { right: "campaign.stop", input: ({ sending }) => ({ id: next(sending) }) },
  changeContinuation: {
    right: "continuation.change",
    input: ({ pausable: [id] }) => ({ id, continues: "by hand" }),
  },
};
