import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { migrationDiff } from "./migration-diff";

describe("the migrations", () => {
  it("make exactly the schema (npm run db:migration NAME writes the next one)", async () => {
    expect((await migrationDiff(join(import.meta.dirname, ".."))).trim()).toBe("");
  });
});
