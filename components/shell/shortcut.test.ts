import { describe, expect, it } from "vitest";
import { readShortcut, waitMs } from "./shortcut";

const secondKeys = ["h", "m"];

describe("readShortcut", () => {
  it("navigates on g and one of the second keys in time", () => {
    expect(readShortcut("g", undefined, secondKeys)).toEqual({ kind: "wait" });
    expect(readShortcut("m", 300, secondKeys)).toEqual({ kind: "go", key: "m" });
  });
  it("forgets a g that is too old", () => {
    expect(readShortcut("m", waitMs + 1, secondKeys)).toEqual({ kind: "nothing" });
  });
  it("does nothing on a second key alone or on an unknown one", () => {
    expect(readShortcut("m", undefined, secondKeys)).toEqual({ kind: "nothing" });
    expect(readShortcut("x", 100, secondKeys)).toEqual({ kind: "nothing" });
  });
  it("opens the help", () => {
    expect(readShortcut("?", undefined, secondKeys)).toEqual({ kind: "help" });
  });
});
