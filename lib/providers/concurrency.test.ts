import { describe, expect, it } from "vitest";
import { Concurrency } from "./concurrency";

/** Runs so many tasks; answers how many were in flight together at most. */
async function most(
  concurrency: Concurrency,
  count: number,
  slow: (n: number) => boolean,
): Promise<number> {
  let now = 0;
  let peak = 0;
  const one = async (n: number) => {
    now += 1;
    peak = Math.max(peak, now);
    await new Promise<void>((resolve) => setImmediate(resolve));
    now -= 1;
    return slow(n);
  };
  await Promise.all(
    Array.from({ length: count }, (_, n) =>
      concurrency.run(
        () => one(n),
        (isSlow) => isSlow,
      ),
    ),
  );
  return peak;
}

describe("requests in flight", () => {
  it("are never more than the limit, and all run", async () => {
    const concurrency = new Concurrency();
    const limit = concurrency.limit;
    expect(await most(concurrency, limit, () => false)).toBe(limit);
    expect(concurrency.limit).toBeGreaterThan(limit);
  });

  it("are halved when the provider asks for it, down to a few, and grow again", async () => {
    const concurrency = new Concurrency();
    const limit = concurrency.limit;
    await most(concurrency, limit, () => true);
    expect(concurrency.limit).toBeLessThanOrEqual(limit / 2);
    await most(concurrency, 5_000, () => true);
    expect(concurrency.limit).toBe(4);
    expect(await most(concurrency, 50, () => false)).toBeLessThan(50);
    await most(concurrency, 5_000, () => false);
    expect(concurrency.limit).toBeGreaterThan(8);
  });

  it("are waited for while the caller goes on, and given up when it stops", async () => {
    const concurrency = new Concurrency(1);
    let free: (answer: boolean) => void = () => undefined;
    const first = concurrency.run(
      () => new Promise<boolean>((resolve) => (free = resolve)),
      () => false,
    );
    // Asked first, since it began first.
    const impatient = concurrency.run<string | boolean>(
      async () => true,
      () => false,
      () => "given up",
    );
    let calls = 0;
    const patient = concurrency.run(
      async () => true,
      () => false,
      () => {
        calls += 1;
        free(true);
        return undefined;
      },
    );
    expect(await impatient).toBe("given up");
    expect(await Promise.all([first, patient])).toEqual([true, true]);
    expect(calls).toBe(1);
  });

  it("are let go when one fails", async () => {
    const concurrency = new Concurrency();
    const failing = Array.from({ length: concurrency.limit * 2 }, () =>
      concurrency.run(
        () => Promise.reject(new Error("x")),
        () => false,
      ),
    );
    expect((await Promise.allSettled(failing)).every(({ status }) => status === "rejected")).toBe(
      true,
    );
    expect(await most(concurrency, 10, () => false)).toBe(10);
  });
});
