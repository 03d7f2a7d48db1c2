import type { Allowed } from "@/lib/outbound/guard";
import { openPool, type Pool } from "@/lib/outbound/http2-pool";
import { Breaker } from "./breaker";
import { Concurrency } from "./concurrency";

/** Push services connected to at once, as far as the others have nothing to do. */
const mostOrigins = 50;

/** One push service: its connections, how much it bears, and whether it is well. One that is sick holds up no other. */
interface PushService {
  pool: Pool;
  concurrency: Concurrency;
  breaker: Breaker;
  /** It took a message with this credential. */
  taken: boolean;
  /** Messages that are being sent to it, or wait for their turn. */
  busy: number;
}

/** The push services that subscriptions name: anybody who may register a browser chooses one. */
export class PushServices {
  readonly #allowed: Allowed;
  readonly #services = new Map<string, PushService>();

  /** @param allowed hosts that may be called although they are private */
  constructor(allowed: Allowed) {
    this.#allowed = allowed;
  }

  /** Runs something with the push service of an origin, which stays open meanwhile. */
  async with<T>(origin: string, run: (service: PushService) => Promise<T>): Promise<T> {
    const service = this.#of(origin);
    service.busy += 1;
    this.#closeIdle();
    try {
      return await run(service);
    } finally {
      service.busy -= 1;
    }
  }

  /** Whether another push service takes what is signed with this credential. */
  takenElsewhere(origin: string): boolean {
    for (const [other, { taken }] of this.#services) if (taken && other !== origin) return true;
    return false;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#services.values()].map(({ pool }) => pool.close()));
    this.#services.clear();
  }

  #of(origin: string): PushService {
    const known = this.#services.get(origin);
    this.#services.delete(origin);
    const service = known ?? {
      pool: openPool({ origin, allowed: this.#allowed, maxSessions: 4 }),
      concurrency: new Concurrency(),
      breaker: new Breaker(origin),
      taken: false,
      busy: 0,
    };
    // The one used last stands last.
    this.#services.set(origin, service);
    return service;
  }

  #closeIdle(): void {
    for (const [origin, { pool, busy }] of this.#services) {
      if (this.#services.size <= mostOrigins) return;
      if (busy > 0) continue;
      this.#services.delete(origin);
      void pool.close();
    }
  }
}
