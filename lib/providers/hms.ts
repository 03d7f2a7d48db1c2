import type { Credential } from "@/lib/describe/providers";
import { AccessToken, type TokenCall } from "@/lib/outbound/access-token";
import type { Allowed } from "@/lib/outbound/guard";
import { post } from "@/lib/outbound/plain";
import { spliceTokens } from "@/lib/payload/splice";
import { outcomeOfError } from "./answers";
import { Breaker } from "./breaker";
import { hmsOutcomes, wantsNewToken } from "./hms-answers";
import { sparingDevices } from "./mass-refusal";
import type { Outcome, Provider } from "./provider";

const timeoutMs = 15_000;
/** Tokens in one call at most. */
const mostTokens = 1_000;

/** Huawei Push Kit v1: up to a thousand tokens in one call. */
export function openHms(credential: Credential<"hms">, lab: readonly string[]): Provider {
  const allowed: Allowed = { by: "PROVIDER_ALLOW", lab };
  const { ca } = credential;
  const ask: TokenCall = (what) => post(credential.tokenUri, { ...what, ca, allowed });
  const token = new AccessToken(ask, () => ({
    form: { grant_type: "client_credentials", client_id: credential.appId, client_secret: credential.appSecret },
  }));
  const url = `${credential.endpoint}/v1/${encodeURIComponent(credential.appId)}/messages:send`;
  const call = (authorization: string, headers: Record<string, string>, body: string) =>
    post(url, { headers: { ...headers, authorization: `Bearer ${authorization}` }, body, timeoutMs, ca, allowed });
  const breaker = new Breaker("hms");
  const running = new Set<Promise<unknown>>();

  const sendSome = async (request: { headers: Record<string, string>; body: string }, pushids: string[]): Promise<Outcome[]> => {
    try {
      const body = spliceTokens(request, pushids);
      const first = await token.get();
      let answer = await call(first, request.headers, body);
      if (wantsNewToken(answer)) {
        token.forget(first);
        answer = await call(await token.get(), request.headers, body);
      }
      return hmsOutcomes(answer, pushids);
    } catch (error) {
      return pushids.map(() => outcomeOfError(error, { refused: "7544", noToken: "7551" }));
    }
  };
  return {
    send: async ({ request, targets }, tell) => {
      const sendPart = async (from: number) => {
        const pushids = targets.slice(from, from + mostTokens).map(({ pushid }) => pushid);
        const outcomes = await breaker.run(pushids.length, () => sendSome(request, pushids));
        const told = sparingDevices(outcomes.length, (n, outcome) => tell(from + n, outcome));
        for (const [n, outcome] of outcomes.entries()) told(n, outcome);
      };
      const sent = Promise.all(Array.from({ length: Math.ceil(targets.length / mostTokens) }, (_, n) => sendPart(n * mostTokens)));
      running.add(sent);
      await sent.finally(() => running.delete(sent));
    },
    close: async () => {
      await Promise.allSettled(running);
    },
  };
}
