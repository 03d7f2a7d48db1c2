import { describe, expect, it } from "vitest";
import { inGroups, type GroupLimits } from "./in-groups";

/** A run that is let go by hand, so that what waits for it can be looked at. */
function gate() {
  const groups: number[][] = [];
  const open: (() => void)[] = [];
  const run = (items: number[]) =>
    new Promise<string[]>((resolve) => {
      groups.push(items);
      open.push(() => resolve(items.map((item) => `done ${item}`)));
    });
  return { groups, release: () => open.shift()?.(), run };
}

/** As {@link inGroups} does, waiting an hour for others. */
const patient = (more: Pick<GroupLimits<number>, "items" | "quietMs" | "expected">) => {
  const { groups, release, run } = gate();
  const limits = { workClass: "interactive", parallel: 1, gatherMs: () => 3_600_000 } as const;
  return { groups, release, call: inGroups<number, string>({ ...limits, ...more }, run) };
};

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("inGroups", () => {
  it("hands on together what arrived in one turn, and answers each its own", async () => {
    const { groups, release, run } = gate();
    const call = inGroups<number, string>(
      { workClass: "interactive", items: 10, parallel: 1 },
      run,
    );
    const answers = Promise.all([call(1), call(2), call(3)]);
    await turn();
    expect(groups).toEqual([[1, 2, 3]]);
    release();
    expect(await answers).toEqual(["done 1", "done 2", "done 3"]);
  });

  it("does not wait for others once none is to come", async () => {
    const { groups, release, call } = patient({ items: 10, expected: () => 2 });
    const first = call(1);
    await turn();
    expect(groups).toEqual([]);
    const second = call(2);
    await turn();
    expect(groups).toEqual([[1, 2]]);
    release();
    expect(await Promise.all([first, second])).toEqual(["done 1", "done 2"]);
  });

  it("waits no longer for those that are to come once none has come for a while", async () => {
    const { groups, release, call } = patient({ items: 10, quietMs: () => 20, expected: () => 5 });
    const answers = Promise.all([call(1), call(2)]);
    await turn();
    expect(groups).toEqual([]);
    await expect.poll(() => groups).toEqual([[1, 2]]);
    release();
    expect(await answers).toEqual(["done 1", "done 2"]);
  });

  it("goes at once when it is full", async () => {
    const { groups, release, call } = patient({ items: 2 });
    const first = call(1);
    await turn();
    expect(groups).toEqual([]);
    const second = call(2);
    await turn();
    expect(groups).toEqual([[1, 2]]);
    release();
    await Promise.all([first, second]);
  });

  it("gathers while a group is under way", async () => {
    const { groups, release, run } = gate();
    const call = inGroups<number, string>(
      { workClass: "interactive", items: 10, parallel: 1 },
      run,
    );
    const first = call(1);
    await turn();
    const rest = [call(2), call(3)];
    await turn();
    expect(groups).toEqual([[1]]);
    release();
    await first;
    await turn();
    expect(groups).toEqual([[1], [2, 3]]);
    release();
    expect(await Promise.all(rest)).toEqual(["done 2", "done 3"]);
  });

  it("keeps to the number and the weight of a group; what is too heavy goes alone", async () => {
    const groups: number[][] = [];
    const call = inGroups<number, number>(
      { workClass: "interactive", items: 3, parallel: 1, weight: { of: (item) => item, most: 10 } },
      async (items) => {
        groups.push(items);
        return items;
      },
    );
    await Promise.all([1, 1, 1, 1, 8, 50, 2].map(call));
    expect(groups).toEqual([[1, 1, 1], [1, 8], [50], [2]]);
  });

  it("runs as many groups at once as it may", async () => {
    const { groups, release, run } = gate();
    const call = inGroups<number, string>({ workClass: "interactive", items: 1, parallel: 2 }, run);
    const all = Promise.all([call(1), call(2), call(3)]);
    await turn();
    expect(groups).toEqual([[1], [2]]);
    release();
    release();
    await turn();
    await turn();
    expect(groups).toHaveLength(3);
    release();
    await all;
  });

  it("passes a failure to the calls of that group alone", async () => {
    const call = inGroups<number, number>(
      { workClass: "interactive", items: 1, parallel: 1 },
      async (items) => {
        if (items[0] === 2) throw new Error("full disk");
        return items;
      },
    );
    const settled = await Promise.allSettled([call(1), call(2), call(3)]);
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("reports a run that forgets an item", async () => {
    const call = inGroups<number, number>(
      { workClass: "interactive", items: 5, parallel: 1 },
      async () => [],
    );
    await expect(call(1)).rejects.toThrow("without an answer");
  });
});
