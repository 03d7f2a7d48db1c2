import { describe, expect, it } from "vitest";
import type { ClaimedUpdate } from "./claim";
import { originBook } from "./origins";
import { OpenSlice } from "./slice";

let lastId = 0;
const update = (origin: string, { serviceId = "s", url = origin } = {}): ClaimedUpdate => {
  lastId += 1;
  const common = {
    serviceId,
    receiver: "r",
    url,
    notifyAuthId: "",
    body: new Uint8Array(),
    attempts: 0,
    leaseToken: "l",
  };
  return { ...common, messageId: "m", id: String(lastId), origin };
};

describe("origins", () => {
  const setUp = () => {
    const clock = { now: 0 };
    const book = originBook(
      {
        perOrigin: 2,
        perNewOrigin: 1,
        perSickOrigin: 1,
        sickAfter: 2,
        ahead: 4,
        mostLeased: 1_000,
        mostUnstored: 1_000,
      },
      () => clock.now,
    );
    const free = () => {
      const { origins } = book.limits();
      return Object.fromEntries(
        origins.origins.map((origin, index) => [origin, origins.free[index]]),
      );
    };
    const add = (origin: string, count: number) => {
      for (let n = 0; n < count; n += 1) book.add([update(origin)]);
    };
    const begun = () => {
      const list: string[] = [];
      for (let next = book.next(() => true); next; next = book.next(() => true))
        list.push(next.origin);
      return list;
    };
    return { clock, book, free, add, begun };
  };

  /** An origin that took something before. */
  const proveOrigin = ({ book, add, begun }: ReturnType<typeof setUp>, origin: string) => {
    add(origin, 1);
    begun();
    book.end(update(origin), { succeeded: true });
  };

  it("has room for a claim as soon as half of what may be leased is left, and says so once", () => {
    const setup = setUp();
    proveOrigin(setup, "a");
    const { book, free, add } = setup;
    // Before the first claim it is not shown that there is anything to claim.
    expect(book.isHalf(update("a"))).toBe(false);
    expect(free()).toEqual({ a: 8 });
    add("a", 8);
    expect(free()).toEqual({ a: 0 });
    const halves = Array.from({ length: 8 }, () => {
      const next = book.next(() => true);
      if (!next) throw new Error("nothing to send");
      book.end(next, { succeeded: true });
      return book.isHalf(next);
    });
    expect(halves).toEqual([false, false, false, true, false, false, false, false]);
    expect(free()).toEqual({ a: 8 });
  });

  it("begins so many calls to each, by turns, and holds more ahead", () => {
    const all = setUp();
    const { clock, book, free, add, begun } = all;
    proveOrigin(all, "a");
    proveOrigin(all, "b");
    add("a", 5);
    add("b", 1);
    expect(begun()).toEqual(["a", "b", "a"]);
    // Of eight places more than half are in use: a claim would be for few.
    expect(free()).toEqual({ a: 0, b: 7 });
    expect(book.end(update("a"), { succeeded: true })).toEqual([]);
    expect(free()).toEqual({ a: 4, b: 7 });
    expect(begun()).toEqual(["a"]);
    expect(book.drain()).toHaveLength(2);
    for (const origin of ["a", "a", "b"]) book.end(update(origin), { succeeded: true });
    expect(free()).toEqual({ a: 8, b: 8 });
    clock.now += 60_001;
    expect(free()).toEqual({});
  });

  it("gives one that took nothing yet a single call and holds nothing ahead for it", () => {
    const { book, free, add, begun } = setUp();
    add("new", 3);
    expect(begun()).toEqual(["new"]);
    expect(free()).toEqual({ new: 0 });
    book.end(update("new"), { succeeded: false });
    expect(begun()).toEqual(["new"]);
    book.end(update("new"), { succeeded: true });
    expect(begun()).toEqual(["new"]);
    expect(free()).toEqual({ new: 7 });
  });

  it("gives back what waits for an origin that keeps failing, and goes on with few", () => {
    const all = setUp();
    const { book, free, add, begun } = all;
    proveOrigin(all, "a");
    add("a", 8);
    expect(begun()).toEqual(["a", "a"]);
    expect(book.end(update("a"), { succeeded: false })).toEqual([]);
    expect(book.end(update("a"), { succeeded: false })).toHaveLength(6);
    expect(free()).toEqual({ a: 1 });
    add("a", 2);
    expect(begun()).toEqual(["a"]);
    book.end(update("a"), { succeeded: true });
    expect(begun()).toEqual(["a"]);
  });

  it("leaves a URL alone that asked for it, for the service that it asked", () => {
    const { clock, book, add, begun } = setUp();
    add("a", 4);
    begun();
    expect(
      book.end(update("a"), { succeeded: true, restMs: 1_000 }).map(({ afterMs }) => afterMs),
    ).toEqual([1_000, 1_000, 1_000]);
    clock.now = 400;
    const resting = update("a");
    expect(book.add([resting])).toEqual([{ update: resting, afterMs: 600 }]);
    expect(
      book.add([update("a", { url: "a/other" }), update("a", { serviceId: "other" })]),
    ).toEqual([]);
    expect(begun()).toEqual(["a", "a"]);
    clock.now = 1_000;
    book.end(update("a"), { succeeded: true });
    expect(book.add([update("a")])).toEqual([]);
    expect(begun()).toEqual(["a"]);
  });

  it("leaves a receiver alone that is gone, and no other service's at its host", () => {
    const { book, free, add, begun } = setUp();
    add("a", 4);
    begun();
    expect(book.end(update("a"), { succeeded: true, gone: true })).toHaveLength(3);
    add("a", 1);
    expect(begun()).toEqual([]);
    expect(free()).toEqual({ a: 0 });
    book.add([update("a", { serviceId: "other" })]);
    expect(begun()).toEqual(["a"]);
    book.reopen(update("a"));
    expect(begun()).toEqual(["a"]);
  });

  it("has room for what is not stored at new origins, and at well ones with nothing before it", () => {
    const all = setUp();
    const { book, add, begun } = all;
    const hasRoom = (origin: string) => book.hasRoomFor({ serviceId: "s", origin, url: origin });
    const slice = new OpenSlice("slice", "l", []);
    const unstored = () => ({ ...update("a"), slice });
    expect(hasRoom("a")).toBe(true);
    book.add([unstored(), unstored()]);
    expect(begun()).toEqual(["a"]);
    expect(hasRoom("a")).toBe(false);
    book.end(update("a"), { succeeded: true });
    expect(hasRoom("a")).toBe(true);
    add("a", 1);
    expect(hasRoom("a")).toBe(false);
    expect(book.drainSlice(slice)).toHaveLength(1);
    expect(book.drain()).toHaveLength(1);
    for (let n = 0; n < 2; n += 1) book.end(update("a"), { succeeded: false });
    expect(hasRoom("a")).toBe(false);
  });

  it("claims for an origin as if what is not stored were not there", () => {
    const all = setUp();
    const { book, free } = all;
    proveOrigin(all, "a");
    const slice = new OpenSlice("slice", "l", []);
    book.add(Array.from({ length: 800 }, () => ({ ...update("a"), slice })));
    expect(free()).toEqual({ a: 8 });
    expect(book.hasRoomFor({ serviceId: "s", origin: "b", url: "b" })).toBe(false);
    expect(book.hasRoomFor({ serviceId: "other", origin: "b", url: "b" })).toBe(true);
  });

  it("takes an update of a service that may have another call, and leaves those of others", () => {
    const { book } = setUp();
    book.add([update("a", { serviceId: "giant" }), update("a", { serviceId: "small" })]);
    expect(book.next((serviceId) => serviceId !== "giant")?.serviceId).toBe("small");
    expect(book.next((serviceId) => serviceId !== "giant")).toBeUndefined();
  });

  it("lets no service lease all that this process may", () => {
    const { book } = setUp();
    for (let n = 0; n < 700; n += 1) book.add([update(`host ${n}`, { serviceId: "giant" })]);
    const { services } = book.limits();
    expect(services.ids).toEqual(["giant"]);
    expect(services.free).toEqual([50]);
    expect(services.newFree).toBe(225);
  });
});
