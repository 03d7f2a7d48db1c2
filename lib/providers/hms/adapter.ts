import { AccessToken, type TokenCall } from "@/lib/outbound/access-token";
import type { AllowList } from "@/lib/outbound/guard";
import { post } from "@/lib/outbound/plain";
import { spliceTokens } from "@/lib/payload/splice";
import { outcomeOfError, type ProviderAnswer } from "../answers";
import { Breaker } from "../breaker";
import { sparingDevices } from "../mass-refusal";
import { type OpenProvider, type Outcome, unwatched } from "../provider";
import { hmsOutcomes, wantsNewToken, wantsNormalUrgency } from "./answers";
import { hmsCredential, type HmsCredential } from "./credential";
import { withNormalUrgency } from "./payload";

const timeoutMs = 15_000;
/** Tokens in one call at most. */
const mostTokens = 1_000;

/**
 * An app without the right to urgent messages is tried with one again after so long (milliseconds).
 */
const withoutRightMs = 3_600_000;

function asNormal(outcome: Outcome): Outcome {
  const note = "sent with normal urgency: Huawei gives this app no right to HIGH (80300011)";
  return outcome.kind === "submitted" ? { ...outcome, note } : outcome;
}

/** Makes a send call with the headers and the body. */
type SendCall = (headers: Record<string, string>, body: string) => Promise<ProviderAnswer>;

/** Opens the send calls of a credential, each with an access token that is renewed when refused. */
function openCalls(credential: HmsCredential, lab: readonly string[]): SendCall {
  const allowed: AllowList = { by: "PROVIDER_ALLOW", lab };
  const { ca } = credential;
  const askToken: TokenCall = (what) => post(credential.tokenUri, { ...what, ca, allowed });
  const token = new AccessToken(askToken, () => ({
    form: {
      grant_type: "client_credentials",
      client_id: credential.appId,
      client_secret: credential.appSecret,
    },
  }));
  const url = `${credential.endpoint}/v1/${encodeURIComponent(credential.appId)}/messages:send`;
  const call = async (
    bearer: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<ProviderAnswer> => ({
    ...(await post(url, {
      headers: { ...headers, authorization: `Bearer ${bearer}` },
      body,
      timeoutMs,
      ca,
      allowed,
    })),
    secrets: [bearer, credential.appSecret],
  });
  return (headers, body) => token.use((bearer) => call(bearer, headers, body), wantsNewToken);
}

/** Huawei Push Kit v1: up to a thousand tokens in one call. */
export const openHms: OpenProvider = (input, lab, watch = unwatched) => {
  const credential = hmsCredential.schema.parse(input);
  const ask = openCalls(credential, lab);
  const breaker = new Breaker("hms", (open) => watch.circuit("", open));
  const running = new Set<Promise<unknown>>();
  /** Until when the app may send nothing urgent, as HMS said, by `performance.now()`. */
  let normalUntil = 0;

  const sendSome = async (
    request: { headers: Record<string, string>; body: string },
    pushids: string[],
  ): Promise<Outcome[]> => {
    try {
      const normalBody = withNormalUrgency(request.body);
      const askWith = (normal: boolean) =>
        ask(request.headers, spliceTokens({ body: normal ? normalBody : request.body }, pushids));
      let isNormal = performance.now() < normalUntil;
      let answer = await askWith(isNormal);
      if (!isNormal && normalBody !== request.body && wantsNormalUrgency(answer)) {
        answer = await askWith(true);
        isNormal = !wantsNormalUrgency(answer);
        if (isNormal) normalUntil = performance.now() + withoutRightMs;
      }
      const outcomes = hmsOutcomes(answer, pushids);
      return isNormal && normalBody !== request.body ? outcomes.map(asNormal) : outcomes;
    } catch (error) {
      return pushids.map(() => outcomeOfError(error, { refused: "7544", noToken: "7551" }));
    }
  };
  return {
    send: async ({ request, targets }, tell) => {
      const sendPart = async (from: number) => {
        const pushids = targets.slice(from, from + mostTokens).map(({ pushid }) => pushid);
        const outcomes = await breaker.run(pushids.length, () => sendSome(request, pushids));
        const report = sparingDevices(outcomes.length, (n, outcome) => tell(from + n, outcome));
        for (const [n, outcome] of outcomes.entries()) report(n, outcome);
      };
      const sent = Promise.all(
        Array.from({ length: Math.ceil(targets.length / mostTokens) }, (_, n) =>
          sendPart(n * mostTokens),
        ),
      );
      running.add(sent);
      await sent.finally(() => running.delete(sent));
    },
    close: async () => {
      await Promise.allSettled(running);
    },
  };
};
