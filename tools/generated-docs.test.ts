import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generated } from "./generated-docs";

const read = (path: string) => readFileSync(join(import.meta.dirname, "..", path), "utf8");

describe("the documentation that is generated from the code", () => {
  it.each(Object.entries(generated(read)))("%s is current (npm run docs)", (path, text) => {
    expect(read(path)).toBe(text);
  });
});
