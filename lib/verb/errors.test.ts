import { expect, it, vi } from "vitest";
import type { StatementError } from "@/lib/database/statement-error";
import { RefusedError, unlessTaken } from "./errors";

/** As another copy of the module makes it: the server's, met by a page. */
async function failed(code: string): Promise<StatementError> {
  vi.resetModules();
  const { StatementError: OtherCopy } = await import("@/lib/database/statement-error");
  return new OtherCopy("it failed", code);
}

it("refuses what a unique index forbids, and nothing else", async () => {
  const refused = await unlessTaken(
    Promise.reject(await failed("23505")),
    "It is taken.",
    "/name",
  ).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RefusedError);
  expect((refused as RefusedError).problems).toEqual([
    { pointer: "/name", message: "It is taken." },
  ]);
  await expect(unlessTaken(Promise.reject(await failed("23503")), "It is taken.")).rejects.toThrow(
    "it failed",
  );
  expect(await unlessTaken(Promise.resolve("done"), "It is taken.")).toBe("done");
});
