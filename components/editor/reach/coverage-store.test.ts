import { describe, expect, it, vi } from "vitest";
import type { CoverageGroups } from "@/lib/compose/coverage";
import { coverageStore, type CountDevices, type CoverageQuestion } from "./coverage-store";

const groups = (recipients: number): CoverageGroups => ({
  recipients,
  reachable: { "100000": recipients },
  retired: 0,
  suppressed: 0,
  devices: [recipients, 0, 0, 0, 0, 0],
});
const listOf = (audienceId: string) =>
  JSON.stringify({ appids: ["shop"], audienceId, named: [] } satisfies CoverageQuestion);
const inParts = (parts: number): CountDevices =>
  vi.fn<CountDevices>(async ({ from }) => ({
    ok: true,
    value: { groups: groups(10), next: from / 10 + 1 < parts ? from + 10 : null, of: parts * 10 },
  }));
const untilCounted = (store: ReturnType<typeof coverageStore>, name: string) =>
  vi.waitFor(() => expect(store.read(name).kind).toBe("counted"), 30_000);

describe("coverageStore", () => {
  it("counts part by part, reports progress, and counts nothing twice", async () => {
    const count = inParts(3);
    const store = coverageStore(count);
    const seen: number[] = [];
    const stop = store.watch(listOf("a"), () => {
      const state = store.read(listOf("a"));
      if (state.kind !== "failed") seen.push(state.groups.recipients);
    });
    await untilCounted(store, listOf("a"));
    expect(seen).toEqual([10, 20, 30]);
    stop();
    store.watch(listOf("a"), () => undefined);
    expect(store.read(listOf("a"))).toMatchObject({ kind: "counted", groups: groups(30) });
    expect(count).toHaveBeenCalledTimes(3);
  });

  it("stops asking without a watcher, and goes on from there", async () => {
    const count = inParts(4);
    const store = coverageStore(count);
    const stop = store.watch(listOf("a"), () => stop());
    await vi.waitFor(
      () => expect(store.read(listOf("a"))).toMatchObject({ kind: "counting", of: 40 }),
      30_000,
    );
    expect(count).toHaveBeenCalledTimes(1);
    store.watch(listOf("a"), () => undefined);
    await untilCounted(store, listOf("a"));
    expect(count).toHaveBeenCalledTimes(4);
    expect(store.read(listOf("a"))).toMatchObject({ groups: groups(40) });
  });

  it("asks nothing for what is left at once, as while the user types", async () => {
    const count = inParts(1);
    const store = coverageStore(count);
    for (const id of ["a", "b", "c"]) store.watch(listOf(id), () => undefined)();
    store.watch(listOf("d"), () => undefined);
    await untilCounted(store, listOf("d"));
    expect(count).toHaveBeenCalledTimes(1);
  });

  it("names recipients in several calls when they are many", async () => {
    const sizes: number[] = [];
    const store = coverageStore(async ({ named }) => {
      sizes.push(named.userid?.length ?? 0);
      return { ok: true, value: { groups: groups(named.userid?.length ?? 0), next: null, of: 0 } };
    });
    const named = Array.from({ length: 5_001 }, (_, n) => ["userid", `u${n}`] as const);
    const name = JSON.stringify({
      appids: ["shop"],
      audienceId: null,
      named,
    } satisfies CoverageQuestion);
    store.watch(name, () => undefined);
    await untilCounted(store, name);
    expect(sizes).toEqual([5_000, 1]);
    expect(store.read(name)).toMatchObject({ groups: groups(5_001) });
  });

  it("reports a failed count, and counts when asked again", async () => {
    const count = vi.fn<CountDevices>(inParts(1)).mockRejectedValueOnce(new Error("no line"));
    const store = coverageStore(count);
    store.watch(listOf("a"), () => undefined);
    await vi.waitFor(() => expect(store.read(listOf("a")).kind).toBe("failed"), 30_000);
    const state = store.read(listOf("a"));
    if (state.kind === "failed") state.again();
    await untilCounted(store, listOf("a"));
  });
});
