import { describe, expect, it } from "vitest";
import { newId } from "@/lib/database/id";
import { pageOf, type SortKey, type Step } from "./page-of";

interface Row {
  id: string;
  size: number;
}

const bySize: SortKey<Row> = { of: ({ size }) => String(size), fits: /^\d+$/ };
const sorted = (rows: Row[]) =>
  rows.toSorted((one, other) => one.size - other.size || (one.id < other.id ? -1 : 1));

/** What a statement that sorts by size and id answers. */
function readFrom(rows: Row[]) {
  return ({ place, back, limit }: Step): Promise<Row[]> => {
    const order = back ? sorted(rows).toReversed() : sorted(rows);
    const beyond = ({ size, id }: Row) => {
      if (!place) return true;
      const up = size === Number(place.key) ? id > place.id : size > Number(place.key);
      return size === Number(place.key) && id === place.id ? false : up !== back;
    };
    return Promise.resolve(order.filter(beyond).slice(0, limit));
  };
}

describe("a page of a list", () => {
  const rows = Array.from({ length: 25 }, (_, n) => ({ id: newId(), size: n % 4 }));
  const page = (place: { after?: string | null; before?: string | null }, of = rows, limit = 10) =>
    pageOf(
      { after: place.after ?? undefined, before: place.before ?? undefined, limit },
      bySize,
      readFrom(of),
      () => Promise.resolve([{ n: of.length }]),
    );

  it("leads through the whole list and all the way back", async () => {
    const one = await page({});
    const two = await page({ after: one.next });
    const three = await page({ after: two.next });
    expect([...one.rows, ...two.rows, ...three.rows]).toEqual(sorted(rows));
    expect([one.previous, three.next]).toEqual([null, null]);
    expect(await page({ before: three.previous })).toEqual(two);
    expect(await page({ before: two.previous })).toEqual(one);
    expect([one.total, two.total, three.total]).toEqual([25, 25, 25]);
  });

  it("is a whole first page where less than one lies before", async () => {
    const two = await page({ after: (await page({})).next });
    const fewer = sorted(rows).slice(4);
    expect(await page({ before: two.previous }, fewer)).toMatchObject({
      rows: fewer.slice(0, 10),
      previous: null,
    });
  });

  it("starts from the first page for a place that no page has given", async () => {
    const first = await page({});
    for (const place of ["", "x", `x_${newId()}`, newId(), `\0_${newId()}`]) {
      expect(await page({ after: place })).toEqual(first);
      expect(await page({ before: place })).toEqual(first);
    }
  });

  it("counts nothing where the page is all there is", async () => {
    const counted = pageOf({ limit: 25 }, bySize, readFrom(rows), () =>
      Promise.reject(new Error("counted")),
    );
    expect(await counted).toMatchObject({ total: 25, next: null, previous: null });
    expect((await page({ after: `9_${newId()}` })).rows).toEqual([]);
  });
});
