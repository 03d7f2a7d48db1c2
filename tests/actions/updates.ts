import type { Calls } from "./call";
import { newName, newNumber, next } from "./parts";
import { uuid } from "./service";

/** Calls about notify URLs, webhooks and updates. */
export const updates: Calls = {
  addNotifyAuth: {
    right: "notifyAuth.add",
    input: ({ serviceId }) => ({
      serviceId,
      name: newName(),
      kind: "bearer",
      fields: { token: "t" },
    }),
    also: { id: "crm", kind: "basic", fields: { username: "clarion", password: "x" } },
  },
  changeNotifyAuth: {
    right: "notifyAuth.change",
    input: ({ serviceId, notifyAuthId: id }) => ({
      serviceId,
      id,
      name: newName(),
      kind: "none",
      fields: {},
    }),
    also: { kind: "bearer", fields: { token: "x" } },
  },
  removeNotifyAuth: {
    right: "notifyAuth.remove",
    input: ({ serviceId, auths }) => ({ serviceId, id: next(auths) }),
  },
  readNotifyAuthUsers: {
    right: "service.view",
    input: ({ serviceId, notifyAuthId: id }) => ({ serviceId, id }),
  },
  addWebhook: {
    right: "webhook.add",
    input: ({ serviceId }) => ({
      serviceId,
      url: `https://127.0.0.1:9/${newNumber()}`,
      kinds: ["read"],
      notifyAuthId: "",
    }),
    also: { notifyAuthId: "crm" },
  },
  changeWebhook: {
    right: "webhook.change",
    input: ({ webhookId: id }) => ({
      id,
      url: `https://127.0.0.1:9/${newNumber()}`,
      kinds: ["read"],
      notifyAuthId: "",
    }),
    also: { notifyAuthId: "crm" },
  },
  switchOffWebhook: { right: "webhook.switchOff", input: ({ webhooks: [id] }) => ({ id }) },
  resumeWebhook: { right: "webhook.resume", input: ({ webhooks: [id] }) => ({ id }) },
  removeWebhook: { right: "webhook.remove", input: ({ webhooks }) => ({ id: next(webhooks) }) },
  readWebhookWaiting: { right: "service.view", input: ({ webhookId: id }) => ({ id }) },
  openInbox: { right: "inbox.open", input: ({ serviceId }) => ({ serviceId }) },
  emptyInbox: { right: "inbox.empty", input: ({ serviceId }) => ({ serviceId }) },
  rerollWebhookSecret: { right: "webhookSecret.reroll", input: ({ webhookId: id }) => ({ id }) },
  sendTestUpdate: {
    right: "testUpdate.send",
    input: ({ serviceId, notifyAuthId }) => ({
      serviceId,
      kind: "read",
      url: "https://127.0.0.1:9/",
      notifyAuthId,
    }),
  },
  countMissingUpdates: {
    right: "update.replay",
    input: ({ serviceId }) => ({ serviceId }),
    or: ({ transid }) => ({ transid }),
  },
  countParkedWithin: {
    right: "update.replay",
    input: ({ serviceId }) => ({
      serviceId,
      from: "2026-01-01T00:00:00Z",
      to: "2026-01-02T00:00:00Z",
    }),
  },
  countParked: {
    right: "update.replay",
    input: ({ serviceId, webhookId }) => ({ serviceId, receiver: webhookId, origin: "" }),
  },
  replayUpdates: {
    right: "update.replay",
    input: ({ serviceId, webhookId }) => ({ serviceId, receiver: webhookId, origin: "" }),
    also: { ids: [uuid] },
    or: ({ transid }) => ({ transid }),
  },
};
