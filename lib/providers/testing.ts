import { randomUUID } from "node:crypto";
import type { DeviceKind } from "@/lib/interface/device-kinds";
import { checkEffective } from "@/lib/interface/effective";
import { parseRequest } from "@/lib/interface/parse";
import type { Lab } from "@/lib/lab/lab";
import { build } from "@/lib/payload/build";
import type { ProviderRequest } from "@/lib/payload/provider-request";
import type { Batch, Outcome, Provider, Target } from "./provider";

/**
 * For tests and benchmarks: sends, and answers one outcome for each target, in their order. Throws
 * when a target was reported twice.
 */
export async function outcomesOf(provider: Provider, batch: Batch): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  await provider.send(batch, (n, outcome) => {
    if (outcomes[n]) throw new Error(`target ${n} was told of twice`);
    outcomes[n] = outcome;
  });
  return outcomes;
}

/** Returns what a device is sent of a short message, by the accounts of a lab. For tests. */
export function requestOf({ accounts }: Lab, kind: DeviceKind, transid: string): ProviderRequest {
  const text = "Grüße";
  const push = {
    android: { text, title: "T" },
    ios: { text, title: "T" },
    web: {
      platform_types: ["chrome", "firefox", "safari"],
      text,
      title: "T",
      url: "https://example.com/",
    },
  };
  const raw = {
    deliverychannel: "push",
    appid: "app",
    destination: [{ userid: ["u"] }],
    channels: { push },
  };
  const now = Date.now();
  const parsed = parseRequest(Buffer.from(JSON.stringify(raw)), {
    sizeRule: "message",
    httpsOnly: false,
    now,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const result = checkEffective(parsed.request);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const app = {
    name: "Conformance",
    siteUrl: "https://example.com/",
    bundleId: accounts.apns.bundleId,
  };
  const request = build(result.effective, kind, { transid, acceptedAt: now, now, app });
  if (!request) throw new Error("no content");
  return request;
}

/** Returns a target for a device of the lab. For tests. */
export function targetOf({
  pushId,
  subscription,
}: {
  pushId: string;
  subscription?: Target["subscription"];
}): Target {
  return { deliveryId: randomUUID(), pushid: pushId, ...(subscription && { subscription }) };
}
