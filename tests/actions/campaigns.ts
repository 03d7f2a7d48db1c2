import type { Calls } from "./call";
import { choice, draft, everyChoice, filledIn, newName, next, reach, request, savedDraft, wideReach } from "./parts";
import { uuid } from "./service";

/** Added to a list, given other values, and removed. */
const edited = { type: "userid", id: "by-roles" };

/** Calls about composing, campaigns and recipient lists. */
export const campaigns: Calls = {
  openList: { right: "service.view", input: ({ audienceId: id }) => ({ id }) },
  findTemplate: { right: "service.view", input: ({ serviceId }) => ({ serviceId, text: "a" }) },
  readFate: { right: "service.view", input: ({ campaignId: id }) => ({ id }) },
  findDraft: { right: "service.view", input: ({ campaignId: id }) => ({ id }) },
  readTestFate: { right: "service.view", input: ({ transid }) => ({ transids: [transid] }) },
  plan: {
    right: "campaign.save",
    input: (service) => ({ request: request(service), reach }),
    also: { request: filledIn, reach: wideReach },
  },
  countDevices: {
    right: "campaign.save",
    input: ({ appid, audienceId }) => ({ appids: [appid], audienceId, from: 0, named: {} }),
    also: { named: { userid: ["user-1"] } },
  },
  lookAt: { right: "campaign.save", input: ({ appid }) => ({ appid, url: "https://127.0.0.1:9/a.png" }) },
  saveDraft: { right: "campaign.save", input: (service) => ({ campaign: draft(service, null) }), also: { campaign: savedDraft } },
  duplicate: { right: "campaign.save", input: ({ campaignId: id }) => ({ id }) },
  change: { right: "campaign.change", input: ({ campaignId: id }) => ({ id, change: { kind: "rename", name: newName() } }) },
  changeEach: { right: "campaign.change", input: ({ campaignId: id }) => [{ id, change: { kind: "rename", name: newName() } }] },
  findTestTargets: { right: "campaign.test", input: ({ appid }) => ({ appid, text: "", chosen: [] }), also: { chosen: [uuid] } },
  sendTestMessage: {
    right: "campaign.test",
    input: (service) => ({ request: request(service), nonce: newName(), choice: choice(service) }),
    also: { request: filledIn, choice: everyChoice },
  },
  findNamed: { right: "service.view", input: ({ serviceId }) => ({ serviceId, text: "mark" }) },
  beginList: { right: "audience.fill", input: ({ appid }) => ({ appid, name: newName(), test: false }) },
  finishList: { right: "audience.create", input: ({ filling: [id] }) => ({ id }), also: { name: "Another name" } },
  keepTestGroup: {
    right: "audience.create",
    input: (service) => ({ appid: service.appid, name: newName(), choice: choice(service) }),
    also: { choice: everyChoice },
  },
  changeList: { right: "audience.change", input: ({ audienceId: id }) => ({ id, name: newName() }), also: { test: true } },
  stageList: { right: "audience.fill", input: ({ audienceId: id }) => ({ id }) },
  compareList: { right: "audience.edit", input: ({ audienceId: id, filling: [stagedId = ""] }) => ({ id, stagedId }) },
  applyList: {
    right: "audience.edit",
    input: ({ audienceId: id, filling }) => ({ id, stagedId: next(filling), how: "add" }),
    also: { how: "replace", revision: 1 },
  },
  addRecipient: {
    right: "audience.edit",
    input: ({ audienceId: id }) => ({ id, recipients: [edited] }),
    also: { recipients: [{ ...edited, parameters: { name: "Maya" } }] },
  },
  editRecipient: {
    right: "audience.edit",
    input: ({ audienceId: id }) => ({ id, recipient: { ...edited, parameters: { name: newName() } } }),
    first: "addRecipient",
    also: { revision: 1, was: { parameters: { name: "May" } } },
  },
  removeRecipients: { right: "audience.edit", input: ({ audienceId: id }) => ({ id, recipients: [edited] }) },
  removeList: { right: "audience.remove", input: ({ lists }) => ({ id: next(lists) }) },
  removeEachList: { right: "audience.remove", input: ({ lists }) => [{ id: next(lists) }] },
  callNotifyurl: {
    right: "notifyurl.check",
    input: ({ appid }) => ({ appid, notifyurl: "https://127.0.0.1:9/" }),
    also: { notifyurlAuthId: "x", callbackData: "x", correlationid: "x" },
  },
  send: {
    right: "campaign.send",
    input: (service) => ({ request: request(service), nonce: newName(), campaign: draft(service, next(service.drafts)) }),
    also: { request: filledIn, campaign: savedDraft, reach: wideReach },
  },
  scheduleDraft: {
    right: "campaign.schedule",
    input: (service) => ({
      id: next(service.drafts),
      revision: 1,
      startsAt: new Date(Date.now() + 86_400_000).toISOString(),
      timezone: "UTC",
      request: request(service),
      reach,
    }),
    also: { request: filledIn, reach: wideReach },
  },
  // Nothing needs approval there: who may ask reads that.
  askForApproval: {
    right: "campaign.ask",
    input: (service) => ({ request: request(service), campaign: draft(service, null) }),
    also: {
      request: filledIn,
      campaign: savedDraft,
      reach: wideReach,
      at: { startsAt: "2027-01-01T00:00:00Z", timezone: "Europe/Berlin" },
      note: "A note",
    },
  },
  withdraw: { right: "campaign.ask", input: ({ asked }) => ({ id: next(asked) }) },
  decide: {
    right: "campaign.approve",
    input: ({ questions }) => ({ id: next(questions), sha256: "0".repeat(64), approve: false }),
    also: { reason: "A reason" },
  },
  sendWhatWasApproved: { right: "campaign.send", input: ({ approved }) => ({ id: next(approved) }) },
  undo: { right: "campaign.undo", input: ({ held }) => ({ id: next(held) }) },
  release: { right: "campaign.release", input: ({ held: [id] }) => ({ id }) },
  unschedule: { right: "campaign.unschedule", input: ({ scheduled }) => ({ id: next(scheduled) }) },
  stop: { right: "campaign.stop", input: ({ sending }) => ({ id: next(sending) }) },
};
