import { Pool } from "undici";

/** What a load run measured. */
export interface LoadResult {
  /** Requests answered per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Answers other than 200. */
  errors: number;
}

/**
 * Posts to one URL over so many keep-alive connections, one request at a time on each, for so many
 * milliseconds after a warm-up.
 */
export async function load(
  origin: string,
  options: {
    path: string;
    headers: Record<string, string>;
    body: string;
    connections: number;
    warmUpMs: number;
    forMs: number;
  },
): Promise<LoadResult> {
  const pool = new Pool(origin, { connections: options.connections, pipelining: 1 });
  const times: number[] = [];
  let errors = 0;
  const from = performance.now() + options.warmUpMs;
  const until = from + options.forMs;
  const one = async () => {
    for (;;) {
      const sent = performance.now();
      if (sent >= until) return;
      const { statusCode, body } = await pool.request({
        method: "POST",
        path: options.path,
        headers: options.headers,
        body: options.body,
      });
      await body.dump();
      const done = performance.now();
      if (sent < from || done > until) continue;
      if (statusCode === 200) times.push(done - sent);
      else errors += 1;
    }
  };
  await Promise.all(Array.from({ length: options.connections }, one));
  await pool.close();
  return summary(times, options.forMs, errors);
}

/** Runs something at a fixed concurrency for so many milliseconds after a warm-up. */
export async function repeat(
  run: () => Promise<unknown>,
  options: { concurrency: number; warmUpMs: number; forMs: number },
): Promise<LoadResult> {
  const times: number[] = [];
  const from = performance.now() + options.warmUpMs;
  const until = from + options.forMs;
  const one = async () => {
    for (;;) {
      const started = performance.now();
      if (started >= until) return;
      await run();
      const done = performance.now();
      if (started >= from && done <= until) times.push(done - started);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, one));
  return summary(times, options.forMs, 0);
}

/**
 * Posts each body once over so many keep-alive connections, one request at a time on each: what a
 * client that keeps nothing could do.
 */
export async function postAll(
  url: string,
  bodies: readonly Buffer[],
  connections: number,
): Promise<void> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const queue = bodies.values();
  const one = async () => {
    for (const body of queue) {
      const answer = await pool.request({
        method: "POST",
        path: pathname,
        headers: { "content-type": "application/json; charset=utf-8" },
        body,
      });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  await pool.close();
}

function summary(times: number[], forMs: number, errors: number): LoadResult {
  times.sort((one, other) => one - other);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { rate: (times.length / forMs) * 1_000, p50: at(0.5), p99: at(0.99), errors };
}
