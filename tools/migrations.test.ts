import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { migrationDiff, schemaTexts } from "./migration-diff";

const root = join(import.meta.dirname, "..");

describe("the migrations", () => {
  it("make exactly the schema (npm run db:migration NAME writes the next one)", async () => {
    expect((await migrationDiff(root)).trim()).toBe("");
  });

  it("let the database set the time of a row: with now() Prisma would use the clock of the process", () => {
    const all = schemaTexts(root).map(({ content }) => content);
    expect(all.join("\n")).toContain("@default(dbgenerated())");
    expect(all.filter((content) => content.includes("@default(now())"))).toEqual([]);
  });
});
