import type { ProviderRequest } from "./provider-request";

const fcmMark = '"token":""';
const hmsMark = '"token":[]';

/**
 * The body for one device token: the bytes that would come out if the payload had been built with
 * it. For FCM.
 */
export function spliceToken(request: Pick<ProviderRequest, "body">, pushid: string): string {
  // The first one is ours: `token` is the first member of `message`, before anything that a caller
  // wrote.
  const at = request.body.indexOf(fcmMark);
  return `${request.body.slice(0, at)}"token":${JSON.stringify(pushid)}${request.body.slice(at + fcmMark.length)}`;
}

/** The body for up to 1,000 device tokens at once. For HMS. */
export function spliceTokens(
  request: Pick<ProviderRequest, "body">,
  pushids: readonly string[],
): string {
  // The last one is ours: `token` is the last member of `message`, after everything that a caller
  // wrote.
  const at = request.body.lastIndexOf(hmsMark);
  return `${request.body.slice(0, at)}"token":${JSON.stringify(pushids)}${request.body.slice(at + hmsMark.length)}`;
}
