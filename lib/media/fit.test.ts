import { describe, expect, it } from "vitest";
import type { PictureFacts } from "./accepted";
import { drawingFor, fitsFor } from "./fit";

const good: PictureFacts = {
  type: "jpg",
  bytes: 200_000,
  width: 1_200,
  height: 600,
  animated: false,
};

describe("what should be done about a picture", () => {
  it.each([
    [{}, []],
    [{ bytes: 1_048_577 }, ["resize"]],
    [{ type: "webp" as const }, ["resize"]],
    [{ width: 8_000, height: 4_000 }, ["resize"]],
    [{ width: 600 }, ["crop"]],
    [{ width: 600, bytes: 2_000_000 }, ["resize", "crop"]],
    [{ width: 600, bytes: 2_000_000, animated: true }, []],
  ])("as a large one with %j: %j", (facts, fits) => {
    expect(fitsFor({ ...good, ...facts }, "picture")).toEqual(fits);
  });

  it("as an icon, which is square", () => {
    expect(fitsFor(good, "icon")).toEqual(["crop"]);
    expect(fitsFor({ ...good, width: 600 }, "icon")).toEqual([]);
  });
});

describe("how it is redrawn", () => {
  it("is never larger than it was, and no larger than plenty", () => {
    expect(drawingFor({ width: 4_000, height: 3_000 }, "resize", "picture")).toEqual({
      from: { x: 0, y: 0, width: 4_000, height: 3_000 },
      to: { width: 1_440, height: 1_080 },
    });
    expect(drawingFor({ width: 300, height: 200 }, "resize", "picture").to).toEqual({
      width: 300,
      height: 200,
    });
  });

  it("is the middle of it when it is cut", () => {
    expect(drawingFor({ width: 600, height: 900 }, "crop", "picture")).toEqual({
      from: { x: 0, y: 300, width: 600, height: 300 },
      to: { width: 600, height: 300 },
    });
    expect(drawingFor({ width: 3_000, height: 1_000 }, "crop", "picture")).toEqual({
      from: { x: 500, y: 0, width: 2_000, height: 1_000 },
      to: { width: 1_440, height: 720 },
    });
    expect(drawingFor({ width: 3_000, height: 1_000 }, "crop", "icon").to).toEqual({
      width: 512,
      height: 512,
    });
    expect(drawingFor({ width: 10_000, height: 1 }, "resize", "picture").to).toEqual({
      width: 1_440,
      height: 1,
    });
  });
});
