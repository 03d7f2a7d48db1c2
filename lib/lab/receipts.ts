import { Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent as TlsAgent, request as tlsRequest } from "node:https";

/** Where devices send their receipts (contract 8): the endpoint and the app's client key. */
export interface ReceiptTarget {
  url: string;
  clientKey: string;
}

/** What a device says about a message. Exactly one of `deviceid` and `pushid`. */
export interface Receipt {
  transid: string;
  deviceid?: string;
  pushid?: string;
  event: "delivered" | "read" | "dismissed";
  button?: string;
  reply?: string;
  /** ISO 8601, UTC. */
  at: string;
}

/** `lost`: the queue was full, the target refused them for good, or the attempts ran out. */
export interface ReceiptCounts {
  queued: number;
  sent: number;
  posts: number;
  lost: number;
}

const batchSize = 500;
const gatherMs = 5;
const postsAtOnce = 4;
const maxQueued = 200_000;
const maxAttempts = 12;
const timeoutMs = 10_000;

/**
 * Sends receipts as an SDK would: gathered for some 5 ms, up to 500 in one POST, up to four POSTs
 * at once. A POST that fails, or is answered by 408, 429 or 5xx, is repeated with growing, jittered
 * pauses (100 ms to 10 s, twelve attempts); other refusals are final.
 */
export class Receipts {
  #target: ReceiptTarget | undefined;
  #queue: Receipt[] = [];
  #gathering: NodeJS.Timeout | undefined;
  readonly #pauses = new Set<NodeJS.Timeout>();
  #posting = 0;
  #stopped = false;
  readonly #agents = {
    plain: new PlainAgent({ keepAlive: true, maxSockets: postsAtOnce }),
    tls: new TlsAgent({ keepAlive: true, maxSockets: postsAtOnce }),
  };
  readonly counts: ReceiptCounts = { queued: 0, sent: 0, posts: 0, lost: 0 };

  /** Sets or removes the target. Without one, devices send no receipts. */
  set(target: ReceiptTarget | undefined): void {
    this.#target = target;
  }

  /** Whether receipts are sent at all. */
  get hasTarget(): boolean {
    return this.#target !== undefined;
  }

  add(receipt: Receipt): void {
    if (!this.#target || this.#stopped) return;
    if (this.#queue.length >= maxQueued) {
      this.counts.lost += 1;
      return;
    }
    this.counts.queued += 1;
    this.#queue.push(receipt);
    if (this.#queue.length >= batchSize) this.#flush();
    else this.#gathering ??= setTimeout(() => this.#flush(), gatherMs);
  }

  /** Gives up what has not been sent and closes all connections. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#gathering);
    for (const pause of this.#pauses) clearTimeout(pause);
    this.#agents.plain.destroy();
    this.#agents.tls.destroy();
  }

  #flush(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    while (
      this.#queue.length > 0 &&
      this.#posting < postsAtOnce &&
      this.#target &&
      !this.#stopped
    ) {
      this.#posting += 1;
      this.#attempt(this.#queue.splice(0, batchSize), this.#target, 1);
    }
  }

  #attempt(batch: Receipt[], target: ReceiptTarget, attempt: number): void {
    this.counts.posts += 1;
    void this.#post(target, JSON.stringify(batch)).then((status) => {
      if (this.#stopped) return;
      const again = status === undefined || status === 408 || status === 429 || status >= 500;
      if (again && attempt < maxAttempts) {
        const pause = setTimeout(
          () => {
            this.#pauses.delete(pause);
            this.#attempt(batch, target, attempt + 1);
          },
          Math.min(10_000, 100 * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2),
        );
        this.#pauses.add(pause);
        return;
      }
      if (status !== undefined && status < 300) this.counts.sent += batch.length;
      else this.counts.lost += batch.length;
      this.#posting -= 1;
      this.#flush();
    });
  }

  /** The status answered, or undefined when there was none. */
  #post(target: ReceiptTarget, body: string): Promise<number | undefined> {
    const tls = target.url.startsWith("https:");
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      key: target.clientKey,
    };
    const options = {
      method: "POST",
      headers,
      agent: tls ? this.#agents.tls : this.#agents.plain,
      timeout: timeoutMs,
    };
    return new Promise((resolve) => {
      const request = (tls ? tlsRequest : plainRequest)(target.url, options, (response) => {
        response.on("error", () => resolve(undefined));
        response.on("end", () => resolve(response.statusCode));
        response.resume();
      });
      request.on("timeout", () => request.destroy());
      request.on("error", () => resolve(undefined));
      request.on("close", () => resolve(undefined));
      request.end(body);
    });
  }
}
