import { describe, expect, it } from "vitest";
import { restBook } from "./rests";

const setUp = () => {
  const clock = { now: 0 };
  return { clock, book: restBook(() => clock.now) };
};
const called = (url: string, serviceId = "s", origin = "https://host.example") => ({
  serviceId,
  origin,
  url: `${origin}/${url}`,
});

describe("rests of URLs", () => {
  it("end when they are over, and a shorter one ends none", () => {
    const { clock, book } = setUp();
    book.rest(called("a"), 500);
    book.rest(called("a"), 100);
    expect(book.left(called("a"))).toBe(500);
    clock.now = 500;
    expect(book.left(called("a"))).toBe(0);
  });

  it("are those of a host once three of its URLs asked one service, until the first of them ends", () => {
    const { clock, book } = setUp();
    book.rest(called("a"), 900);
    book.rest(called("b"), 500);
    expect(book.left(called("d"))).toBe(0);
    book.rest(called("c", "other"), 900);
    expect(book.left(called("d"))).toBe(0);
    book.rest(called("c"), 700);
    expect(book.left(called("d"))).toBe(500);
    expect(book.left(called("d", "other"))).toBe(0);
    clock.now = 500;
    expect(book.left(called("d"))).toBe(0);
    expect(book.left(called("a"))).toBe(400);
  });

  it("are ten thousand at most: those that asked first are called again", () => {
    const { book } = setUp();
    for (let n = 0; n < 10_005; n += 1)
      book.rest(called("a", "s", `https://host-${n}.example`), 1_000);
    const resting = Array.from({ length: 10_005 }, (_, n) =>
      book.left(called("a", "s", `https://host-${n}.example`)),
    );
    expect(resting.slice(0, 6)).toEqual([0, 0, 0, 0, 0, 1_000]);
    expect(resting.filter((left) => left > 0)).toHaveLength(10_000);
  });
});
