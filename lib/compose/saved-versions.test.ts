import { expect, it } from "vitest";
import { SavedVersions } from "./saved-versions";

const version = (id: string, revision: number) => ({
  id,
  revision,
  name: `n${revision}`,
  draft: `d${revision}`,
});

it("returns the newer of the saved version and the page's", () => {
  const saved = new SavedVersions();
  saved.keep(version("a", 3));
  expect(saved.newest({ ...version("a", 1), more: true })).toEqual({
    ...version("a", 3),
    more: true,
  });
  expect(saved.newest(version("a", 4))).toEqual(version("a", 4));
  expect(saved.newest(version("b", 1))).toEqual(version("b", 1));
});

it("knows what was saved here", () => {
  const saved = new SavedVersions();
  saved.keep(version("here", 2));
  expect(saved.of("here")).toEqual(version("here", 2));
  expect(saved.of("there")).toBeUndefined();
  expect(saved.of(null)).toBeUndefined();
  expect(new SavedVersions().of("here")).toBeUndefined();
});

it("keeps the last twenty", () => {
  const saved = new SavedVersions();
  for (let n = 0; n < 21; n += 1) saved.keep(version(`c${n}`, 2));
  expect(saved.newest(version("c0", 1)).revision).toBe(1);
  expect(saved.newest(version("c1", 1)).revision).toBe(2);
});
