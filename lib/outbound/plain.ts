import { Pool } from "undici";
import { once } from "@/lib/runtime/once";
import { answerTo, type Answer } from "./answer";
import { checkedConnector } from "./connector";
import type { AllowList } from "./guard";

const connections = 16;

/** Options of a call to a provider. */
export interface PlainCall {
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  maxBytes?: number;
  /** PEM; for a private certificate authority. */
  ca?: string | undefined;
  allowed: AllowList;
}

/**
 * POSTs to an address of a credential (a provider's token endpoint, HMS), over persistent
 * connections that the address guard checks when they are opened. Redirects are not followed.
 * Throws `ForbiddenAddressError`, `NotSentError` (safe to send again) or `OutcomeUnknownError`.
 */
export function post(url: string, call: PlainCall): Promise<Answer> {
  return plain(url, "POST", call);
}

/**
 * As {@link post}, by the method that a library calls with; `body` is left out where there is none.
 */
export async function plain(
  url: string,
  method: "GET" | "POST",
  call: Omit<PlainCall, "body"> & { body?: string | undefined },
): Promise<Answer> {
  const { origin, pathname, search } = new URL(url);
  const { headers, body = null, timeoutMs, maxBytes = 65_536 } = call;
  const request = { method, path: pathname + search, headers, body };
  return answerTo(pool(origin, call), request, { timeoutMs, maxBytes });
}

const pools = () => once("plain-pools", () => new Map<string, Pool>());

/** Ends all plain calls and their connections. */
export async function closePlainCalls(): Promise<void> {
  const open = [...pools().values()];
  pools().clear();
  await Promise.all(open.map((one) => one.destroy()));
}

function pool(origin: string, { ca, allowed }: Pick<PlainCall, "ca" | "allowed">): Pool {
  const isLab = allowed.lab?.includes(new URL(origin).host) ?? false;
  const name = JSON.stringify([origin, ca, allowed.by, isLab]);
  const existingPool = pools().get(name);
  if (existingPool) return existingPool;
  const opened = new Pool(origin, {
    connections,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    connect: checkedConnector(allowed, ca),
  });
  pools().set(name, opened);
  return opened;
}
