import { config } from "@/lib/config/config";
import { inboxTokenOf } from "@/lib/interface/inbox";
import { parseHttpUrl } from "@/lib/interface/url";
import { guardedPost } from "@/lib/outbound/guarded";
import { putInInbox, serviceOfInbox, type InboxCall } from "./inbox";

/**
 * A POST to an address that a third party chose; {@link postUpdate}, or what a test puts in its
 * place.
 */
export type Post = (
  url: string,
  options: {
    headers: Record<string, string>;
    body: string | Uint8Array;
    timeoutMs: number;
    maxBytes: number;
  },
) => Promise<{
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}>;

/** Answers of an inbox, the same to this process and over the network. */
export const inboxAnswers = {
  accepted: { status: 200, json: { received: true } },
  unknown: { status: 404, json: { error: "This inbox does not exist." } },
} as const;

/**
 * The database failed while an update was handed to an inbox of this installation: no receiver
 * refused it.
 */
export class HandOverError extends Error {
  constructor(cause: unknown) {
    super("an update could not be stored in an inbox", { cause });
  }
}

/**
 * POSTs an update through the guard of outgoing calls. An update for an inbox of this installation
 * is handed over in this process, as the network would have brought it: the guard refuses loopback,
 * and a machine may not reach its own public name. Throws `HandOverError` when the database fails
 * meanwhile.
 */
export const postUpdate: Post = async (url, call) => {
  const token = inboxTokenOf(url, config().ORIGIN);
  if (token === undefined) return guardedPost(url, call);
  const body = typeof call.body === "string" ? Buffer.from(call.body) : call.body;
  const headers = {
    host: parseHttpUrl(url)?.host ?? "",
    ...call.headers,
    "content-length": String(body.byteLength),
  };
  const { status, json } = await handOver(token, { headers, body, outside: false });
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify(json),
  };
};

async function handOver(token: string, call: InboxCall) {
  try {
    const serviceId = await serviceOfInbox(token);
    if (serviceId === undefined) return inboxAnswers.unknown;
    await putInInbox(serviceId, call);
    return inboxAnswers.accepted;
  } catch (error) {
    throw new HandOverError(error);
  }
}
