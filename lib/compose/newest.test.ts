import { expect, it } from "vitest";
import { keepVersion, newestOf, versionOf } from "./newest";

const version = (id: string, revision: number) => ({ id, revision, name: `n${revision}`, draft: `d${revision}` });

it("gives back what was saved here when the page brings an older version, and the page's own when that is newer", () => {
  keepVersion(version("a", 3));
  expect(newestOf({ ...version("a", 1), more: true })).toEqual({ ...version("a", 3), more: true });
  expect(newestOf(version("a", 4))).toEqual(version("a", 4));
  expect(newestOf(version("b", 1))).toEqual(version("b", 1));
});

it("knows what was saved here", () => {
  keepVersion(version("here", 2));
  expect(versionOf("here")).toEqual(version("here", 2));
  expect(versionOf("there")).toBeUndefined();
  expect(versionOf(null)).toBeUndefined();
});

it("keeps the last twenty", () => {
  for (let n = 0; n < 21; n += 1) keepVersion(version(`c${n}`, 2));
  expect(newestOf(version("c0", 1)).revision).toBe(1);
  expect(newestOf(version("c1", 1)).revision).toBe(2);
});
