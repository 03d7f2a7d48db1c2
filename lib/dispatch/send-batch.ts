import { database, type Sql } from "@/lib/database/sql";
import { subscriptionsOf } from "@/lib/directory/device/subscriptions";
import { updateCodes, type UpdateCode } from "@/lib/interface/codes";
import { factsOf, isBrowser, type DeviceKind } from "@/lib/interface/device-kinds";
import type { EffectiveRequest } from "@/lib/interface/effective";
import { log } from "@/lib/log/log";
import { build } from "@/lib/payload/build";
import { slowsDown } from "@/lib/providers/answers";
import type { Outcome, Provider, Target } from "@/lib/providers/provider";
import { now } from "@/lib/runtime/clock";
import { persist } from "@/lib/runtime/persist";
import { byContent, waitFor, type Batch } from "./batch";
import type { Change } from "./change";
import {
  loadMessages,
  UnreadableMessageError,
  type LoadedMessage,
  payloadContext,
} from "./message";
import type { ClaimedDelivery } from "./queues";
import { waitsForHours } from "./quiet";
import { restChange, restsOf } from "./rest";
import { lifeLeft, pauseAfter, pauseWithin } from "./retry";

/** Deliveries of one message in one language to one kind of device, in this worker's hands. */
interface Part {
  message: LoadedMessage | UnreadableMessageError | undefined;
  kind: DeviceKind;
  /** That of the message's template; "" for the default text. */
  language: string;
  claimed: readonly ClaimedDelivery[];
}

/** What became of one delivery: how to record it, and what it says about the provider. */
export interface Verdict {
  change: Change;
  /** The provider took it: its credential works. */
  worked: boolean;
  /** The credential is refused: nothing was burnt. */
  stopped?: string;
  /** The provider asks for a pause of all, in milliseconds. */
  pauseMs?: number;
  /**
   * The provider is left alone for so long, in milliseconds; what else would be claimed for it
   * would wait as well.
   */
  heldMs?: number;
}

const stoppedPauseMs = 5_000;

/** Messages that are begun before others get a turn of the event loop. */
const partsInTurn = 32;
/** When a queue without a provider is looked at again, and when its deliveries are due again. */
const [missingProviderPauseMs, missingPauseMs] = [2_000, 30_000];
/** Retries while the database is away: the leases of claimed rows may outlive a restart. */
const holdOn = {
  forMs: 60_000,
  onFailure: (error: unknown) =>
    log().warn({ err: error }, "the database did not tell what is to be sent; trying again"),
};

/**
 * Sends the deliveries of a batch, and resolves when each has an outcome. `record` gets what a
 * missing provider makes of them, a campaign that is paused or stopped, or the sending times of a
 * service, `report` what a provider answers.
 */
export async function sendBatch(
  batch: Batch,
  { record, report }: { record: (change: Change) => void; report: (verdict: Verdict) => void },
): Promise<void> {
  const { queue, state, claimed, appProvider } = batch;
  const messageIds = claimed.map(({ messageId }) => messageId);
  const messages = await persist(() => loadMessages(database(), messageIds), holdOn);
  const unsent = await unsentOf(claimed, messages);
  for (const change of unsent.values()) record(change);
  const due = claimed.filter(({ id }) => !unsent.has(id));
  if (!("provider" in appProvider)) {
    const description =
      "missing" in appProvider
        ? "The app has no provider for this platform any more"
        : appProvider.broken;
    state.pausedUntil = performance.now() + missingProviderPauseMs;
    for (const delivery of due)
      record(waitFor(delivery, { code: "7504", description, ms: missingPauseMs }));
    return;
  }
  const targets = await persist(
    () => targetsOf(database(), { kind: queue.kind, claimed: due }),
    holdOn,
  );
  const sending: Promise<void>[] = [];
  for (const { messageId, language, places } of byContent(due)) {
    const part = {
      message: messages.get(messageId),
      kind: queue.kind,
      language,
      claimed: places.flatMap((n) => due[n] ?? []),
    };
    const own = places.flatMap((n) => targets[n] ?? []);
    sending.push(
      // One message that cannot be sent keeps no other of its batch from being waited for.
      sendPart(part, own, appProvider.provider, report).catch((error: unknown) =>
        log().error(
          { err: error, queue, transid: messageId },
          "a message could not be sent; it is tried again when its lease ends",
        ),
      ),
    );
    if (sending.length % partsInTurn === 0)
      await new Promise<void>((resolve) => setImmediate(resolve));
  }
  await Promise.all(sending);
}

/**
 * The changes of deliveries that are not sent, by their ids: their campaign is paused or was
 * stopped, or it is outside the sending times of its service.
 */
async function unsentOf(
  claimed: readonly ClaimedDelivery[],
  messages: ReadonlyMap<string, LoadedMessage | UnreadableMessageError>,
): Promise<ReadonlyMap<string, Change>> {
  const rests = await persist(() => restsOf(database(), messages.values()), holdOn);
  const others = claimed.filter(({ messageId }) => !rests.has(messageId));
  const waits = await persist(() => waitsForHours(database(), messages, others), holdOn);
  const unsent = new Map(waits);
  for (const delivery of claimed) {
    const message = messages.get(delivery.messageId);
    const rest = rests.get(delivery.messageId);
    if (rest && message && !(message instanceof UnreadableMessageError))
      unsent.set(delivery.id, restChange(delivery, rest, message));
  }
  return unsent;
}

/**
 * Sends one message's payload, built once, to its devices of one kind, and reports each outcome as
 * soon as it arrives. Never throws for errors of a provider.
 */
export async function sendPart(
  part: Part,
  targets: readonly Target[],
  provider: Provider,
  tell: (verdict: Verdict) => void,
): Promise<void> {
  const { message, kind } = part;
  const at = now();
  const all = (to: "failed" | "expired", code: UpdateCode, description: string) => {
    for (const delivery of part.claimed)
      tell({
        worked: false,
        change: { ...changeOf(delivery, at), attempted: false, to, code, description },
      });
  };
  if (message === undefined || message instanceof UnreadableMessageError)
    return all("failed", "7404", message?.message ?? "the message was deleted");
  const effective = inLanguage(message, part.language);
  if (effective instanceof UnreadableMessageError) return all("failed", "7404", effective.message);
  const request = build(effective, kind, payloadContext(message, at));
  if (!request) return all("failed", "7404", `The message has no content for ${kind} devices`);
  const leftMs = () => lifeLeft(message, request.ttlSeconds, now());
  if (leftMs() <= 0) return all("expired", "7503", updateCodes["7503"]);
  if (request.tooLarge)
    return all(
      "failed",
      factsOf(kind).tooLarge,
      `The payload is ${request.bytes} bytes; ${request.provider} takes ${request.limit}`,
    );
  await provider.send({ request, targets }, (n, outcome) => {
    const delivery = part.claimed[n];
    if (delivery) tell(verdictOf(part, delivery, outcome, { began: at, leftMs: leftMs() }));
  });
}

function inLanguage(
  message: LoadedMessage,
  language: string,
): EffectiveRequest | UnreadableMessageError {
  try {
    return message.effectiveIn(language);
  } catch (error) {
    if (error instanceof UnreadableMessageError) return error;
    throw error;
  }
}

/**
 * The addresses of deliveries to one kind of device, in their order: for browsers with the keys of
 * their subscriptions.
 */
async function targetsOf(
  sql: Sql,
  { kind, claimed }: Pick<Part, "kind" | "claimed">,
): Promise<Target[]> {
  const plain = claimed.map(({ id, pushid }) => ({ deliveryId: id, pushid }));
  if (!isBrowser(kind)) return plain;
  const subscriptions = await subscriptionsOf(
    sql,
    claimed.flatMap(({ deviceId }) => (deviceId ? [deviceId] : [])),
  );
  return plain.map((target, n) => {
    const subscription = subscriptions.get(claimed[n]?.deviceId ?? "");
    return subscription ? { ...target, subscription } : target;
  });
}

function changeOf({ messageId, id }: ClaimedDelivery, at: number) {
  return { messageId, deliveryId: id, at: new Date(at), attempted: true };
}

/**
 * `began`: when its batch was, in milliseconds UTC; `leftMs`: for how long it may still be tried.
 */
function verdictOf(
  part: Part,
  delivery: ClaimedDelivery,
  outcome: Outcome,
  { began, leftMs }: { began: number; leftMs: number },
): Verdict {
  const common = changeOf(delivery, now());
  // A queue of browsers goes to many push services: what one of them wants is no reason to keep the
  // others waiting.
  const oneService = !isBrowser(part.kind);
  switch (outcome.kind) {
    case "submitted": {
      const { providerMessageId, note } = outcome;
      const description =
        note === undefined ? updateCodes["7501"] : `${updateCodes["7501"]}, ${note}`;
      const change: Change = { ...common, to: "submitted", code: "7501", description };
      return {
        worked: true,
        change: providerMessageId === undefined ? change : { ...change, providerMessageId },
      };
    }
    case "rejected":
      return {
        worked: false,
        change: {
          ...common,
          to: "failed",
          code: outcome.code,
          description: outcome.reason,
          ...retirementOf(outcome, began),
        },
      };
    case "stopped":
      return {
        worked: false,
        stopped: outcome.reason,
        change: waits(common, outcome, Math.min(stoppedPauseMs, leftMs), false),
      };
    case "held":
      return {
        worked: false,
        ...(oneService ? { heldMs: outcome.afterMs } : {}),
        // The pause is ours and no wish of the provider: a last try shortly before the end may find
        // it well.
        change: waits(common, outcome, pauseWithin(leftMs, outcome.afterMs), false),
      };
    case "deferred":
    case "unknown": {
      const afterMs = outcome.kind === "deferred" ? outcome.afterMs : undefined;
      const wantedMs = pauseAfter(delivery.attempts + 1, afterMs);
      const over = outcome.kind === "unknown" && wantedMs >= leftMs;
      return {
        worked: false,
        ...(oneService && slowsDown(outcome) === true ? { pauseMs: afterMs ?? 500 } : {}),
        change: over
          ? { ...common, to: "failed", code: outcome.code, description: outcome.reason }
          : waits(common, outcome, pauseWithin(leftMs, wantedMs, afterMs), true),
      };
    }
  }
}

function retirementOf(
  { retireDevice, doubtful, deadSince }: Extract<Outcome, { kind: "rejected" }>,
  began: number,
) {
  if (!retireDevice) return {};
  return {
    retireDevice,
    ...(doubtful && { doubtful }),
    registeredBy: new Date(Math.min(began, deadSince ?? Infinity)),
  };
}

function waits(
  common: ReturnType<typeof changeOf>,
  { code, reason }: { code: UpdateCode; reason: string },
  pauseMs: number,
  attempted: boolean,
): Change {
  return {
    ...common,
    attempted,
    to: "waiting",
    code,
    description: reason,
    dueAt: performance.now() + pauseMs,
  };
}
