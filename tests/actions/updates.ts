import type { Calls } from "./call";
import { newName, newNumber, next } from "./parts";
import { uuid } from "./service";

/** Calls about notify URLs, webhooks and updates. */
export const updates: Calls = {
  addAuth: {
    right: "notifyAuth.save",
    input: ({ serviceId }) => ({ serviceId, name: newName(), kind: "bearer", fields: { token: "t" } }),
    also: { id: "crm", kind: "basic", fields: { username: "clarion", password: "x" } },
  },
  changeAuth: {
    right: "notifyAuth.save",
    input: ({ serviceId, notifyAuthId: id }) => ({ serviceId, id, name: newName(), kind: "none", fields: {} }),
    also: { kind: "bearer", fields: { token: "x" } },
  },
  removeAuth: { right: "notifyAuth.remove", input: ({ serviceId, auths }) => ({ serviceId, id: next(auths) }) },
  findAuthUsers: { right: "service.view", input: ({ serviceId, notifyAuthId: id }) => ({ serviceId, id }) },
  makeWebhook: {
    right: "webhook.save",
    input: ({ serviceId }) => ({ serviceId, url: `https://127.0.0.1:9/${newNumber()}`, kinds: ["read"], notifyAuthId: "" }),
    also: { notifyAuthId: "crm" },
  },
  editWebhook: {
    right: "webhook.save",
    input: ({ webhookId: id }) => ({ id, url: `https://127.0.0.1:9/${newNumber()}`, kinds: ["read"], notifyAuthId: "" }),
    also: { notifyAuthId: "crm" },
  },
  stopWebhook: { right: "webhook.save", input: ({ webhooks: [id] }) => ({ id }) },
  resumeWebhook: { right: "webhook.resume", input: ({ webhooks: [id] }) => ({ id }) },
  dropWebhook: { right: "webhook.remove", input: ({ webhooks }) => ({ id: next(webhooks) }) },
  findWebhookWaiting: { right: "service.view", input: ({ webhookId: id }) => ({ id }) },
  startInbox: { right: "inbox.open", input: ({ serviceId }) => ({ serviceId }) },
  clearInbox: { right: "inbox.empty", input: ({ serviceId }) => ({ serviceId }) },
  rerollWebhook: { right: "secret.reroll", input: ({ webhookId: id }) => ({ id }) },
  sendTestUpdate: {
    right: "update.test",
    input: ({ serviceId, notifyAuthId }) => ({ serviceId, kind: "read", url: "https://127.0.0.1:9/", notifyAuthId }),
  },
  findMissing: { right: "update.replay", input: ({ serviceId }) => ({ serviceId }), or: ({ transid }) => ({ transid }) },
  findParkedWithin: {
    right: "update.replay",
    input: ({ serviceId }) => ({ serviceId, from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" }),
  },
  findParked: { right: "update.replay", input: ({ serviceId, webhookId }) => ({ serviceId, receiver: webhookId, origin: "" }) },
  replayUpdates: {
    right: "update.replay",
    input: ({ serviceId, webhookId }) => ({ serviceId, receiver: webhookId, origin: "" }),
    also: { ids: [uuid] },
    or: ({ transid }) => ({ transid }),
  },
};
