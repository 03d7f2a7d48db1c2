import { Pool } from "undici";
import { once } from "@/lib/runtime/once";
import { onStop } from "@/lib/runtime/stop";
import { sorted } from "./errors";
import { plainHeaders, readUpTo, type Answer } from "./guarded";

const connections = 16;

/**
 * POSTs to an address of the configuration (a provider's token endpoint, HMS), over kept connections. Redirects are not followed. Throws `NotSentError`
 * (safe to send again) or `OutcomeUnknownError`.
 */
export async function post(
  url: string,
  call: { headers: Record<string, string>; body: string; timeoutMs: number; maxBytes?: number; ca?: string },
): Promise<Answer> {
  const { origin, pathname, search } = new URL(url);
  try {
    const { timeoutMs } = call;
    const answer = await pool(origin, call.ca).request({
      method: "POST",
      path: pathname + search,
      headers: call.headers,
      body: call.body,
      signal: AbortSignal.timeout(timeoutMs),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    return { status: answer.statusCode, headers: plainHeaders(answer.headers), body: await readUpTo(answer.body, call.maxBytes ?? 65_536) };
  } catch (error) {
    throw sorted(error);
  }
}

function pool(origin: string, ca: string | undefined): Pool {
  const pools = once("plain-pools", () => {
    const made = new Map<string, Pool>();
    onStop("plain calls", async () => {
      await Promise.all([...made.values()].map((one) => one.destroy()));
      made.clear();
    });
    return made;
  });
  const name = `${origin} ${ca ?? ""}`;
  const known = pools.get(name);
  if (known) return known;
  const opened = new Pool(origin, {
    connections,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    connect: { timeout: 10_000, ...(ca === undefined ? {} : { ca }) },
  });
  pools.set(name, opened);
  return opened;
}
