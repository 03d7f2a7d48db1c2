import { describe, expect, it } from "vitest";
import { newId } from "@/lib/database/id";
import { ChainVerifier, emptyHead, type ChainReport, type Head } from "./chain";
import { chainOf, eventOf, rehashed, type EventRow } from "./testing";

const rows = chainOf(60);
const headOf = (chain: readonly EventRow[]): Head => chain.at(-1) ?? emptyHead;

/** Looks at rows as they would be read: in the order of their places, then of their ids. */
function look(chain: readonly EventRow[], head: Head | undefined, expected?: Head): ChainReport {
  const verifier = new ChainVerifier(expected);
  for (const row of chain.toSorted(
    (one, other) => one.seq - other.seq || (one.id < other.id ? -1 : 1),
  ))
    verifier.add(eventOf(row));
  return verifier.end(head);
}

/** The same numbers each time. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

type Manipulation = (
  chain: EventRow[],
  at: number,
  roll: (below: number) => number,
) => { chain: EventRow[]; head?: Head; expected?: Head };

const columns = Object.keys(rows[0] ?? {}) as (keyof EventRow)[];
const hex = (length: number, roll: (below: number) => number) =>
  Array.from({ length }, () => roll(16).toString(16)).join("");

/** Another value for one column of a row. */
function flipped(row: EventRow, roll: (below: number) => number): EventRow {
  const column = columns[roll(columns.length)] ?? "id";
  const value = row[column];
  if (column === "seq") return { ...row, seq: row.seq + 1 + roll(100) };
  if (column === "at") return { ...row, at: row.at + 1 + roll(100) };
  if (column === "hash" || column === "prevHash") return { ...row, [column]: hex(64, roll) };
  if (column === "id") return { ...row, id: newId() };
  if (value === null) return { ...row, [column]: "" };
  if (column === "address" || column === "serviceId") return { ...row, [column]: null };
  const text = String(value);
  const place = roll(text.length);
  return {
    ...row,
    [column]: `${text.slice(0, place)}${text[place] === "x" ? "y" : "x"}${text.slice(place + 1)}`,
  };
}

const without = (chain: EventRow[], at: number) => chain.filter((_, n) => n !== at);
const put = (chain: EventRow[], at: number, row: EventRow) =>
  chain.map((old, n) => (n === at ? row : old));

const tamperings: Record<string, Manipulation> = {
  "a column that was changed": (chain, at, roll) => ({
    chain: put(chain, at, flipped(chain[at] as EventRow, roll)),
  }),
  "a column that was changed, with a hash that fits": (chain, at, roll) => {
    const row = chain[at] as EventRow;
    const changed = rehashed(flipped(row, roll));
    // A change of the last event shows by the head.
    return {
      chain: put(
        chain,
        at,
        changed.hash === row.hash ? rehashed({ ...row, action: "x" }) : changed,
      ),
      head: headOf(chain),
    };
  },
  "text that was moved from one column into the next": (chain, at) => {
    const row = chain[at] as EventRow;
    return {
      chain: put(chain, at, {
        ...row,
        actorId: row.actorId + row.action[0],
        action: row.action.slice(1),
      }),
    };
  },
  "an event that was removed": (chain, at) => ({ chain: without(chain, at), head: headOf(chain) }),
  "an event that was removed, with all behind it moved up": (chain, at) => ({
    chain: without(chain, at).map((row, n) => ({ ...row, seq: n + 1 })),
    head: headOf(chain),
  }),
  "an event that was put in": (chain, at) => {
    const row = chain[at] as EventRow;
    const added = rehashed({ ...row, id: newId(), snapshot: "{}" });
    const behind = chain.slice(at).map((one) => rehashed({ ...one, seq: one.seq + 1 }));
    return { chain: [...chain.slice(0, at), added, ...behind], head: headOf(behind) };
  },
  "two events that changed places": (chain, at, roll) => {
    const other = (at + 1 + roll(chain.length - 1)) % chain.length;
    const [one, two] = [chain[at] as EventRow, chain[other] as EventRow];
    return {
      chain: put(put(chain, at, { ...two, seq: one.seq }), other, { ...one, seq: two.seq }),
      head: headOf(chain),
    };
  },
  "two events that changed places, with hashes that fit": (chain, at, roll) => {
    const other = (at + 1 + roll(chain.length - 1)) % chain.length;
    const [one, two] = [chain[at] as EventRow, chain[other] as EventRow];
    const moved = put(
      put(chain, at, rehashed({ ...two, seq: one.seq })),
      other,
      rehashed({ ...one, seq: two.seq }),
    );
    return { chain: moved, head: headOf(moved) };
  },
  "a fork": (chain, at) => {
    const row = chain[at] as EventRow;
    return {
      chain: [...chain, rehashed({ ...row, id: newId(), snapshot: "{}" })],
      head: headOf(chain),
    };
  },
  "an end that was cut off": (chain, at) => ({ chain: chain.slice(0, at), head: headOf(chain) }),
  "an end that was cut off, with a head that fits": (chain, at) => {
    const cut = chain.slice(0, at);
    return { chain: cut, head: headOf(cut), expected: headOf(chain) };
  },
  "a log that was rewritten from some event on": (chain, at) => {
    const rewritten = chain.slice(0, at);
    for (const row of chain.slice(at))
      rewritten.push(
        rehashed({ ...row, prevHash: headOf(rewritten).hash, action: "audience.create" }),
      );
    return { chain: rewritten, head: headOf(rewritten), expected: headOf(chain) };
  },
  "events behind the head": (chain, at) => ({ chain, head: headOf(chain.slice(0, at)) }),
};

describe("the chain of audit events", () => {
  it("holds where nothing was touched, behind any head of it", () => {
    for (const length of [0, 1, 2, 60]) {
      const chain = rows.slice(0, length);
      for (const expected of [undefined, emptyHead, ...chain])
        expect(look(chain, headOf(chain), expected)).toMatchObject({
          events: length,
          wrong: 0,
          findings: [],
          head: { seq: length },
        });
    }
  });

  it("finds each of 10,000 tamperings", () => {
    const kinds = Object.entries(tamperings);
    const missed: string[] = [];
    for (let n = 0; n < 10_000; n += 1) {
      const roll = dice(n);
      const [name, tamper] = kinds[n % kinds.length] ?? ["", tamperings["a fork"] as Manipulation];
      const { chain, head = headOf(rows), expected } = tamper([...rows], roll(rows.length), roll);
      const { wrong, findings } = look(chain, head, expected);
      if (wrong === 0 || findings.length === 0) missed.push(`${n}: ${name}`);
    }
    expect(missed).toEqual([]);
  }, 120_000);

  it("says which event is wrong, and how", () => {
    const saying = (chain: EventRow[], head: Head | undefined = headOf(rows), expected?: Head) =>
      look(chain, head, expected).findings.map(({ text }) => text);
    const third = rows[2] as EventRow;
    const name = "Event 3 (audience.change, 2026-01-01T00:00:02.000Z)";
    expect(saying(put([...rows], 2, { ...third, snapshot: "{}" }))).toEqual([
      `${name} was changed: its hash does not match its content.`,
    ]);
    expect(saying(without([...rows], 2))).toEqual(["Event 3 is missing."]);
    expect(saying(rows.filter((_, n) => n < 2 || n > 5))).toEqual(["Events 3 to 6 are missing."]);
    expect(saying([...rows, { ...third, id: newId() }])).toEqual([
      `${name} duplicates another event 3.`,
    ]);
    expect(saying(put([...rows], 2, rehashed({ ...third, prevHash: hex(64, dice(1)) })))[0]).toBe(
      `${name} does not follow event 2: one of the two was inserted later or moved.`,
    );
    expect(saying(rows.slice(0, 50))).toEqual([
      "The end is cut off: the head is event 60, but the last event is 50.",
    ]);
    expect(saying(rows.slice(0, 50), headOf(rows.slice(0, 50)), headOf(rows))).toEqual([
      "Event 60, the earlier head, is missing: the log was cut off or rewritten.",
    ]);
    expect(look(rows, undefined).findings).toEqual([
      { fault: "head", text: "The head of the log is missing." },
    ]);
  });
});
