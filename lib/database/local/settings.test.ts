import { expect, it } from "vitest";
import { settingsFor } from "./settings";

const gb = 1_024 ** 3;

it.each([
  [0.25 * gb, "32MB"],
  [1 * gb, "64MB"],
  [4 * gb, "256MB"],
  [64 * gb, "512MB"],
])("shares buffers by the memory of the machine: %i bytes", (memory, shared) => {
  expect(settingsFor({ memory, cores: 2 })["shared_buffers"]).toBe(shared);
});

it("turns nothing off that keeps what was committed", () => {
  const settings = settingsFor({ memory: gb, cores: 1 });
  for (const name of ["fsync", "synchronous_commit", "full_page_writes", "autovacuum"])
    expect(settings).not.toHaveProperty(name);
});
