import { describe, expect, it } from "vitest";
import { readShortcut, waitMs } from "./shortcut";

const known = ["h", "m"];

describe("readShortcut", () => {
  it("goes by g and a known key in time", () => {
    expect(readShortcut("g", undefined, known)).toEqual({ kind: "wait" });
    expect(readShortcut("m", 300, known)).toEqual({ kind: "go", key: "m" });
  });
  it("forgets a g that is too old", () => {
    expect(readShortcut("m", waitMs + 1, known)).toEqual({ kind: "nothing" });
  });
  it("does nothing on a known key alone or an unknown second one", () => {
    expect(readShortcut("m", undefined, known)).toEqual({ kind: "nothing" });
    expect(readShortcut("x", 100, known)).toEqual({ kind: "nothing" });
  });
  it("opens the help", () => {
    expect(readShortcut("?", undefined, known)).toEqual({ kind: "help" });
  });
});
