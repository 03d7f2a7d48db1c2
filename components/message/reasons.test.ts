import { describe, expect, it } from "vitest";
import { reasonsOf } from "./reasons";

describe("reasonsOf", () => {
  it("groups by code and wording, most frequent first", () => {
    const gone = { code: "7513", description: "Unregistered device" };
    const late = { code: "7503", description: "Expired" };
    expect(reasonsOf([late, gone, gone])).toEqual([
      { ...gone, count: 2 },
      { ...late, count: 1 },
    ]);
  });
});
