import type { Sql } from "@/lib/database/sql";
import { subscriptionsOf } from "@/lib/directory/device/subscriptions";
import { updateCodes, type UpdateCode } from "@/lib/interface/codes";
import { providerOf, type DeviceKind } from "@/lib/interface/device-kinds";
import { build, type PayloadContext } from "@/lib/payload/build";
import { slowsDown } from "@/lib/providers/answers";
import type { Outcome, Provider, Target } from "@/lib/providers/provider";
import { now } from "@/lib/runtime/clock";
import type { Change } from "./change";
import type { Claimed } from "./lanes";
import { UnreadableMessageError, type LoadedMessage } from "./message";
import { lifeEnd, nextAttempt, withinLife } from "./retry";

/** Deliveries of one message to one kind of device, held by this worker. */
export interface Part {
  message: LoadedMessage | UnreadableMessageError | undefined;
  kind: DeviceKind;
  leaseToken: string;
  claimed: readonly Claimed[];
}

/** What came of a part: how to record it, and what it says about the provider. */
export interface PartResult {
  changes: Change[];
  /** The credential is refused: nothing was burnt. */
  stopped?: string;
  /** The provider took at least one: its credential works. */
  worked: boolean;
  /** The provider asks for a pause, in milliseconds. */
  pauseMs?: number;
}

const stoppedPauseMs = 5_000;
const tooLargeCodes: Record<DeviceKind, UpdateCode> = {
  android: "7505",
  hms: "7548",
  ios: "7510",
  chrome: "7404",
  firefox: "7404",
  safari: "7404",
};

/** Sends one message's payload, built once, to its devices of one kind. Never throws for what a provider does. */
export async function sendPart(part: Part, targets: readonly Target[], provider: Provider): Promise<PartResult> {
  const { message, kind } = part;
  const at = now();
  if (message === undefined || message instanceof UnreadableMessageError)
    return all(part, at, "failed", "7404", message?.message ?? "the message was deleted");
  const request = build(message.effective, kind, payloadContext(message, at));
  if (!request) return all(part, at, "failed", "7404", `The message has no content for ${kind} devices`);
  const end = lifeEnd(message, request.ttlSeconds);
  if (at >= end) return all(part, at, "expired", "7503", updateCodes["7503"]);
  if (request.tooLarge)
    return all(
      part,
      at,
      "failed",
      tooLargeCodes[kind],
      `The payload is ${request.bytes} bytes; ${request.provider} takes ${request.limit}`,
    );
  const outcomes = await provider.send({ request, targets });
  return judge(part, outcomes, end);
}

/** What the builders want to know besides the message. The console's previews pass the same. */
export function payloadContext(message: Pick<LoadedMessage, "transid" | "acceptedAt" | "app">, now: number): PayloadContext {
  const { name, siteUrl, iconUrl, bundleId, androidRendering, defaultChannelId } = message.app;
  return {
    transid: message.transid,
    acceptedAt: message.acceptedAt.getTime(),
    now,
    app: {
      name,
      androidRendering,
      ...(siteUrl === null ? {} : { siteUrl }),
      ...(iconUrl === null ? {} : { iconUrl }),
      ...(bundleId === null ? {} : { bundleId }),
      ...(defaultChannelId === null ? {} : { defaultChannelId }),
    },
  };
}

/** The addresses of a part, in the order of its deliveries: for browsers with the keys of their subscriptions. */
export async function targetsOf(sql: Sql, { kind, claimed }: Pick<Part, "kind" | "claimed">): Promise<Target[]> {
  const plain = claimed.map(({ id, pushid }) => ({ deliveryId: id, pushid }));
  if (providerOf(kind) !== "webpush") return plain;
  const subscriptions = await subscriptionsOf(
    sql,
    claimed.flatMap(({ deviceId }) => (deviceId ? [deviceId] : [])),
  );
  return plain.map((target, n) => {
    const subscription = subscriptions.get(claimed[n]?.deviceId ?? "");
    return subscription ? { ...target, subscription } : target;
  });
}

function judge(part: Part, outcomes: readonly Outcome[], end: number): PartResult {
  const at = now();
  const result: PartResult = { changes: [], worked: false };
  let heldMs = 0;
  // A lane of browsers goes to many push services: what one of them wants is no reason to keep the others waiting.
  const oneService = providerOf(part.kind) !== "webpush";
  for (const [n, delivery] of part.claimed.entries()) {
    const outcome = outcomes[n] ?? { kind: "unknown", code: "7518", reason: "the provider's adapter gave no answer" };
    const common = {
      messageId: delivery.messageId,
      deliveryId: delivery.id,
      leaseToken: part.leaseToken,
      at: new Date(at),
      attempted: true,
    };
    switch (outcome.kind) {
      case "submitted":
        result.worked = true;
        result.changes.push({
          ...common,
          to: "submitted",
          code: "7501",
          description: updateCodes["7501"],
          ...(outcome.providerMessageId === undefined ? {} : { providerMessageId: outcome.providerMessageId }),
        });
        break;
      case "rejected":
        result.changes.push({
          ...common,
          to: "failed",
          code: outcome.code,
          description: outcome.reason,
          retireDevice: outcome.retireDevice,
        });
        break;
      case "stopped":
        result.stopped = outcome.reason;
        result.changes.push({
          ...common,
          attempted: false,
          to: "waiting",
          code: outcome.code,
          description: outcome.reason,
          nextAt: new Date(Math.min(at + stoppedPauseMs, end)),
        });
        break;
      case "held":
        heldMs = Math.max(heldMs, outcome.afterMs);
        result.changes.push({
          ...common,
          attempted: false,
          to: "waiting",
          code: outcome.code,
          description: outcome.reason,
          // The pause is ours and no wish of the provider: a last try shortly before the end may find it well.
          nextAt: withinLife(at + outcome.afterMs, at, end),
        });
        break;
      case "deferred":
      case "unknown": {
        const afterMs = outcome.kind === "deferred" ? outcome.afterMs : undefined;
        if (oneService && slowsDown(outcome) === true) result.pauseMs = Math.max(result.pauseMs ?? 0, afterMs ?? 500);
        const wanted = nextAttempt(at, delivery.attempts + 1, afterMs).getTime();
        if (outcome.kind === "unknown" && wanted >= end)
          result.changes.push({ ...common, to: "failed", code: outcome.code, description: outcome.reason });
        else
          result.changes.push({
            ...common,
            to: "waiting",
            code: outcome.code,
            description: outcome.reason,
            nextAt: withinLife(wanted, at, end, afterMs),
          });
        break;
      }
    }
  }
  // What the lane would claim meanwhile would be held as well.
  if (oneService && heldMs > 0 && !result.worked) result.pauseMs = Math.max(result.pauseMs ?? 0, heldMs);
  return result;
}

function all(part: Part, now: number, to: "failed" | "expired", code: UpdateCode, description: string): PartResult {
  const changes = part.claimed.map(({ messageId, id }): Change => {
    return { messageId, deliveryId: id, leaseToken: part.leaseToken, to, code, description, at: new Date(now), attempted: false };
  });
  return { changes, worked: false };
}
