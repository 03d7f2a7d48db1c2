/**
 * After a kill the lab may still read, for so long, what the process had sent: the answer got lost
 * (milliseconds).
 */
const afterlifeMs = 1_000;

/**
 * When each delivery reached the lab, which answers at once, and when processes were killed: shows
 * what was sent again although its answer was old.
 */
export class ArrivalLog {
  readonly #arrivals = new Map<string, number[]>();
  readonly #kills: number[] = [];

  note(transid: string, pushId: string): void {
    const name = `${transid} ${pushId}`;
    const times = this.#arrivals.get(name);
    if (times) times.push(performance.now());
    else this.#arrivals.set(name, [performance.now()]);
  }

  /** @param at milliseconds of `performance.now()` */
  kill(at: number | undefined): void {
    if (at !== undefined && !this.#kills.includes(at)) this.#kills.push(at);
  }

  /**
   * How long answers are on their way to processes that are busy or have just started: all but one
   * in a thousand are as quick (milliseconds).
   *
   * @param answers when processes had them, milliseconds since 1970
   */
  wayBack(answers: readonly { name: string; at: number }[]): number {
    const ways = answers
      .flatMap(({ name, at }) => {
        const [arrival, again] = this.#arrivals.get(name) ?? [];
        return arrival === undefined || again !== undefined
          ? []
          : [at - performance.timeOrigin - arrival];
      })
      .toSorted((a, b) => a - b);
    return Math.max(ways[Math.floor(ways.length * 0.999)] ?? 0, 0);
  }

  /**
   * How many came again after a kill before which they had been answered for longer than this
   * (milliseconds).
   */
  forgotten(longerThan: number): number {
    let count = 0;
    for (const times of this.#arrivals.values())
      for (const [n, again] of times.entries()) {
        const before = times[n - 1];
        if (
          before === undefined ||
          this.#kills.some((at) => before >= at && before < at + afterlifeMs)
        )
          continue;
        const kill = this.#kills
          .filter((at) => at > before && at < again)
          .toSorted((a, b) => a - b)[0];
        if (kill !== undefined && kill - before > longerThan) count += 1;
      }
    return count;
  }
}
