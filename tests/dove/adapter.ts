import { post } from "@/lib/outbound/plain";
import { outcomeOfError } from "@/lib/providers/answers";
import { Concurrency } from "@/lib/providers/concurrency";
import { sendToEach } from "@/lib/providers/each-target";
import type { OpenProvider } from "@/lib/providers/provider";
import { doveOutcome } from "./answers";
import { doveCredential } from "./credential";

/** Sends one dove to each device. */
export const openDove: OpenProvider = (input, lab) => {
  const { endpoint, key } = doveCredential.schema.parse(input);
  const concurrency = new Concurrency();
  return {
    send: (batch, tell) =>
      sendToEach(batch, tell, concurrency, async ({ pushid }) => {
        const { headers, body } = batch.request;
        try {
          const answer = await post(`${endpoint}/fly/${encodeURIComponent(pushid)}`, {
            headers: { ...headers, authorization: `Bearer ${key}` },
            body,
            timeoutMs: 5_000,
            allowed: { by: "PROVIDER_ALLOW", lab },
          });
          return doveOutcome({ ...answer, secrets: [pushid, key] });
        } catch (error) {
          return outcomeOfError(error, { refused: "7404", noToken: "7404" });
        }
      }),
    close: () => Promise.resolve(),
  };
};
