import { config } from "@/lib/config/config";
import { inboxTokenOf } from "@/lib/interface/inbox";
import { parseHttpUrl } from "@/lib/interface/url";
import { guardedPost } from "@/lib/outbound/guarded";
import { putInInbox, serviceOfInbox } from "./inbox";

/** A POST to an address that somebody else chose; {@link postUpdate}, or what a test puts in its place. */
export type Post = (
  url: string,
  options: { headers: Record<string, string>; body: string | Uint8Array; timeoutMs: number; maxBytes: number },
) => Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: string }>;

/** Answers of an inbox, the same to this process and over the network. */
export const inboxAnswers = {
  taken: { status: 200, json: { received: true } },
  unknown: { status: 404, json: { error: "There is no such inbox." } },
} as const;

/**
 * POSTs an update through the guard of outgoing calls. An update for an inbox of this installation is handed over in this process, as the network would have
 * brought it: the guard refuses loopback, and a machine may not reach its own public name.
 */
export const postUpdate: Post = async (url, call) => {
  const token = inboxTokenOf(url, config().ORIGIN);
  if (token === undefined) return guardedPost(url, call);
  const body = typeof call.body === "string" ? Buffer.from(call.body) : call.body;
  const headers = { host: parseHttpUrl(url)?.host ?? "", ...call.headers, "content-length": String(body.byteLength) };
  const serviceId = await serviceOfInbox(token);
  if (serviceId !== undefined) await putInInbox(serviceId, { headers, body, outside: false });
  const { status, json } = serviceId === undefined ? inboxAnswers.unknown : inboxAnswers.taken;
  return { status, headers: { "content-type": "application/json; charset=utf-8" }, body: JSON.stringify(json) };
};
