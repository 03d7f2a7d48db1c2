import { describe, expect, it } from "vitest";
import type { Claimed } from "./claim";
import { originBook } from "./origins";

let made = 0;
const update = (origin: string): Claimed => {
  made += 1;
  const common = { serviceId: "s", receiver: "r", url: origin, notifyAuthId: "", body: new Uint8Array(), attempts: 0, leaseToken: "l" };
  return { ...common, messageId: "m", id: String(made), origin };
};

describe("origins", () => {
  const setUp = () => {
    const clock = { now: 0 };
    const book = originBook({ perOrigin: 2, perNewOrigin: 1, perSickOrigin: 1, sickAfter: 2, ahead: 4, held: 1_000 }, () => clock.now);
    const free = () => {
      const { origins, free: each } = book.limits();
      return Object.fromEntries(origins.map((origin, index) => [origin, each[index]]));
    };
    const add = (origin: string, count: number) => {
      for (let n = 0; n < count; n += 1) book.add(update(origin));
    };
    const begun = () => {
      const list: string[] = [];
      for (let next = book.next(); next; next = book.next()) list.push(next.origin);
      return list;
    };
    return { clock, book, free, add, begun };
  };

  /** An origin that took something before. */
  const known = ({ book, add, begun }: ReturnType<typeof setUp>, origin: string) => {
    add(origin, 1);
    begun();
    book.end(origin, { succeeded: true });
  };

  it("begins so many calls to each, by turns, and holds more ahead", () => {
    const all = setUp();
    const { clock, book, free, add, begun } = all;
    known(all, "a");
    known(all, "b");
    add("a", 5);
    add("b", 1);
    expect(begun()).toEqual(["a", "b", "a"]);
    // Of eight places more than half are taken: a claim would be for few.
    expect(free()).toEqual({ a: 0, b: 7 });
    expect(book.end("a", { succeeded: true })).toEqual([]);
    expect(free()).toEqual({ a: 4, b: 7 });
    expect(begun()).toEqual(["a"]);
    expect(book.drain()).toHaveLength(2);
    for (const origin of ["a", "a", "b"]) book.end(origin, { succeeded: true });
    expect(free()).toEqual({ a: 8, b: 8 });
    clock.now += 60_001;
    expect(free()).toEqual({});
  });

  it("gives one that took nothing yet a single call and holds nothing ahead for it", () => {
    const { book, free, add, begun } = setUp();
    add("new", 3);
    expect(begun()).toEqual(["new"]);
    expect(free()).toEqual({ new: 0 });
    book.end("new", { succeeded: false });
    expect(begun()).toEqual(["new"]);
    book.end("new", { succeeded: true });
    expect(begun()).toEqual(["new"]);
    expect(free()).toEqual({ new: 7 });
  });

  it("gives back what waits for an origin that keeps failing, and goes on with few", () => {
    const all = setUp();
    const { book, free, add, begun } = all;
    known(all, "a");
    add("a", 8);
    expect(begun()).toEqual(["a", "a"]);
    expect(book.end("a", { succeeded: false })).toEqual([]);
    expect(book.end("a", { succeeded: false })).toHaveLength(6);
    expect(free()).toEqual({ a: 1 });
    add("a", 2);
    expect(begun()).toEqual(["a"]);
    book.end("a", { succeeded: true });
    expect(begun()).toEqual(["a"]);
  });

  it("leaves alone what asked for it, and what is gone", () => {
    const { clock, book, free, add, begun } = setUp();
    add("a", 4);
    begun();
    expect(book.end("a", { succeeded: true, restMs: 1_000 })).toHaveLength(3);
    expect(free()).toEqual({ a: 0 });
    add("a", 1);
    expect(begun()).toEqual([]);
    clock.now = 1_001;
    expect(begun()).toEqual(["a"]);
    add("a", 3);
    expect(book.end("a", { succeeded: true, gone: true })).toHaveLength(3);
    add("a", 1);
    expect(begun()).toEqual([]);
    expect(free()).toEqual({ a: 0 });
    book.reopen("a");
    expect(begun()).toEqual(["a"]);
  });
});
