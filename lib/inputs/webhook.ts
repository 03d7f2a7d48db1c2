import { z } from "zod";
import { updateKinds } from "@/lib/interface/update";
import { hasUserInfo, isNotifyUrl, userInfoRefused } from "@/lib/interface/url";
import { revision } from "./row";
import { idText, text } from "./text";

/** Webhooks that a service may have: each change of each delivery is sent to every one of them. */
export const mostWebhooks = 20;

/** An address that Clarion calls: as a notify URL has to be, without a name or password in it. */
export const calledUrl = text(2_048)
  .min(1, "must not be empty")
  .refine(isNotifyUrl, {
    error: "an address is needed that begins with https:// or http://, without spaces",
    abort: true,
  })
  .refine((url) => !hasUserInfo(url), {
    error: `${userInfoRefused}: store them as an authentication and choose it`,
  });

const kind = z.enum(updateKinds);

const webhook = {
  url: calledUrl,
  kinds: z
    .array(kind)
    .min(1, "choose at least one")
    .transform((chosen) => updateKinds.filter((one) => chosen.includes(one))),
  /** "" for none. */
  notifyAuthId: text(100),
};

/** What a form of a webhook edits. */
export const webhookFormSchema = z.object({ revision, ...webhook });
export type WebhookWritten = z.input<typeof webhookFormSchema>;
/** A new webhook of a service. */
export const addWebhookSchema = z.object({ serviceId: idText, ...webhook });
/** A webhook from now on. */
export const changeWebhookSchema = z.object({ id: idText, revision, ...webhook });

/**
 * A test update for a receiver of the service: `notifyurl`, which is the service's own, or a
 * webhook.
 */
const toReceiver = z.strictObject({ serviceId: idText, kind, receiver: text(100).min(1) });
/** A test update for any address, with an authentication of the service; "" for none. */
const toAddress = z.strictObject({
  serviceId: idText,
  kind,
  url: calledUrl,
  notifyAuthId: text(100),
});
/** What a test update is, and where it goes. */
export const testUpdateSchema = z.union([toReceiver, toAddress], { error: "choose where it goes" });

/** What is asked before an authentication is tried. */
export const tryNotifyAuthSchema = toAddress.pick({ kind: true, url: true });
/** What is asked before a test update is sent to a receiver. */
export const testReceiverSchema = toReceiver.pick({ kind: true, receiver: true });
