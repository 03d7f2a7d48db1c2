import { EnvHttpProxyAgent } from "undici";

let agent: EnvHttpProxyAgent | undefined;

/**
 * Returns what `fetch` calls an origin through in a command, which has an environment and no
 * settings: the proxy of HTTPS_PROXY or HTTP_PROXY, in either case of letters, but for this machine
 * and what NO_PROXY lists.
 */
export function throughProxy(origin: string): { dispatcher?: EnvHttpProxyAgent } {
  if (/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(origin).hostname)) return {};
  agent ??= new EnvHttpProxyAgent();
  return { dispatcher: agent };
}
