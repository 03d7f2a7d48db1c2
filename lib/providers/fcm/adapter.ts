import { AccessToken, type TokenCall } from "@/lib/outbound/access-token";
import type { AllowList } from "@/lib/outbound/guard";
import { openPool, type Pool } from "@/lib/outbound/http2-pool";
import { post } from "@/lib/outbound/plain";
import { spliceToken } from "@/lib/payload/splice";
import { now } from "@/lib/runtime/clock";
import { outcomeOfError } from "../answers";
import { Breaker } from "../breaker";
import { Concurrency } from "../concurrency";
import { sendToEach } from "../each-target";
import { signJwt, signingKey } from "../jwt";
import {
  type Batch,
  type OpenProvider,
  type Outcome,
  type Target,
  unwatched,
  type Watch,
} from "../provider";
import { fcmOutcome, quotaCode } from "./answers";
import { fcmCredential } from "./credential";

const timeoutMs = 15_000;
const assertionSeconds = 3_600;

/** Firebase Cloud Messaging HTTP v1: one request for each token, many on one connection. */
export const openFcm: OpenProvider = (input, lab, watch = unwatched) => {
  const credential = fcmCredential.schema.parse(input);
  const allowed: AllowList = { by: "PROVIDER_ALLOW", lab };
  const key = signingKey("RS256", credential.privateKey);
  const ca = credential.ca;
  const ask: TokenCall = (call) => post(credential.tokenUri, { ...call, ca, allowed });
  const token = new AccessToken(ask, () => {
    const iat = Math.floor(now() / 1_000);
    const claims = {
      iss: credential.clientEmail,
      scope: "https://www.googleapis.com/auth/firebase.messaging",
      aud: credential.tokenUri,
      iat,
      exp: iat + assertionSeconds,
    };
    return {
      form: {
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        assertion: signJwt("RS256", {}, claims, key),
      },
    };
  });
  const pool = openPool({
    origin: credential.endpoint,
    allowed,
    maxSessions: 8,
    ...(ca === undefined ? {} : { ca }),
  });
  const path = `/v1/projects/${encodeURIComponent(credential.projectId)}/messages:send`;
  const concurrency = new Concurrency();
  const breaker = new Breaker("fcm", (open) => watch.circuit("", open));
  return {
    send: (batch, tell) =>
      sendToEach(batch, tell, concurrency, (target) =>
        breaker.one(() => sendOne({ pool, path, token, watch }, batch, target)),
      ),
    close: () => pool.close(),
  };
};

interface OpenChannel {
  pool: Pool;
  path: string;
  token: AccessToken;
  watch: Watch;
}

async function sendOne(
  { pool, path, token, watch }: OpenChannel,
  { request }: Batch,
  target: Target,
): Promise<Outcome> {
  try {
    const body = spliceToken(request, target.pushid);
    const ask = async (bearer: string): Promise<Outcome> => {
      const headers = { ...request.headers, authorization: `Bearer ${bearer}` };
      const answer = await pool.request({ method: "POST", path, headers, body, timeoutMs });
      const outcome = fcmOutcome({ ...answer, secrets: [target.pushid, bearer] });
      watch.answered(outcome.kind === "deferred" && outcome.code === quotaCode);
      return outcome;
    };
    return await token.use(ask, (outcome) => outcome.kind === "stopped" && outcome.code === "7569");
  } catch (error) {
    return outcomeOfError(error, { refused: "7569", noToken: "7564" });
  }
}
