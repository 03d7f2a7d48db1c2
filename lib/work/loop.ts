import { log } from "@/lib/log/log";
import { listen, type BusEvents } from "@/lib/runtime/bus";
import { asWork } from "@/lib/runtime/work-class";

/** What a loop looks for, and how. */
export interface Work {
  /** For the log, in the plural: "deliveries". */
  of: string;
  /** The lane of the bus that wakes it. */
  lane: BusEvents["wake"];
  /**
   * Claims what is due and begins it, without waiting for its end.
   *
   * @param woken whether it was woken since the last look began
   * @returns after how many milliseconds to look again by itself: others may have work for it that
   *   they could not announce
   */
  look: (woken: boolean) => Promise<number>;
  /** Milliseconds until the next look after one that failed. */
  failedMs: number;
  /**
   * Says that this process lives and holds what it claimed; called every so many milliseconds until
   * the loop has ended, and before a look when that was not done in time: after the process was
   * stopped, or the database away, its own leases may have ended, and it would claim them again.
   */
  renew?: { every: number; leases: () => Promise<unknown> };
}

/** The loop of one kind of work in this process. */
export interface Loop {
  /** Looks at once, or once more when it is looking. */
  wake: () => void;
  /** Looks no more; resolves when the look under way has ended. Leases are renewed until `end`. */
  stop: () => Promise<void>;
  /** Renews no more: what was claimed has ended. */
  end: () => void;
}

/**
 * Looks for leased work until stopped: at once, when woken, and after each pause. A wake is never
 * lost: one that comes during a look brings another one. A look that fails is logged and tried
 * again. All that it starts is bulk work: people and programs are served first; but for leases,
 * which end unless they are renewed in time.
 */
export function startLoop(work: Work): Loop {
  return asWork("bulk", () => begin(work));
}

function begin({ of, lane, look, failedMs, renew }: Work): Loop {
  let stopped = false;
  let woken = true;
  let rouse: (() => void) | undefined;
  const wake = () => {
    woken = true;
    rouse?.();
  };
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      if (woken || stopped || ms <= 0) return resolve();
      const timer = setTimeout(resolve, ms);
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  /** Milliseconds, monotonic. */
  let renewedAt = performance.now();
  const renewNow = async () => {
    await renew?.leases();
    renewedAt = performance.now();
  };
  const lookOnce = async (called: boolean) => {
    if (renew && performance.now() - renewedAt > renew.every * 1.5) await renewNow();
    return look(called);
  };
  const run = async () => {
    while (!stopped) {
      const called = woken;
      woken = false;
      const pauseMs = await lookOnce(called).catch((error: unknown) => {
        log().warn({ err: error }, `looking for ${of} failed; trying again`);
        return failedMs;
      });
      await sleep(pauseMs);
      rouse = undefined;
    }
  };
  const quiet = listen("wake", (called) => called === lane && wake());
  const beat = renew && setInterval(() => renewed(of, renewNow), renew.every);
  const running = run();
  return {
    wake,
    stop: async () => {
      stopped = true;
      quiet();
      rouse?.();
      await running;
    },
    end: () => clearInterval(beat),
  };
}

function renewed(of: string, leases: () => Promise<unknown>): void {
  asWork("recording", leases).catch((error: unknown) =>
    log().warn({ err: error }, `renewing the leases of ${of} failed`),
  );
}
