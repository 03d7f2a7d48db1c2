import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { readFrequencyCaps } from "./caps";
import { changeService } from "./change";
import { createService } from "./create";

const as = { actor: testOwner() };

describe("frequency caps of a service", () => {
  let database: Database;
  let serviceId: string;
  beforeAll(async () => {
    database = await openTestDatabase();
    ({ id: serviceId } = await createService(as, { name: "Shop" }));
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const problem = async (refused: Promise<unknown>) => {
    const error = await refused.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RefusedError);
    return (error as RefusedError).problems[0];
  };
  const changes = async () =>
    (await eventsOf(database, serviceId, "service.change")).map(({ snapshot }) => snapshot);

  it("are at most five, each of at least one message, and are in the audit log", async () => {
    const caps = { part: "caps" as const, serviceId };
    const cap = { messages: 3, span: 24, unit: "hours" as const };
    for (const [wrong, pointer] of [
      [{ ...cap, messages: 0 }, "/frequencyCaps/0/messages"],
      [{ ...cap, span: 721 }, "/frequencyCaps/0/span"],
      [{ ...cap, span: 31, unit: "days" as const }, "/frequencyCaps/0/span"],
    ] as const)
      expect(await problem(changeService(as, { ...caps, frequencyCaps: [wrong] }))).toMatchObject({
        pointer,
      });
    expect(
      await problem(
        changeService(as, { ...caps, frequencyCaps: Array.from({ length: 6 }, () => cap) }),
      ),
    ).toMatchObject({ pointer: "/frequencyCaps", message: "frequencyCaps: takes at most 5 caps." });
    const frequencyCaps = [cap, { messages: 1, span: 1, unit: "days" as const }];
    await changeService(as, { ...caps, frequencyCaps });
    expect(await readFrequencyCaps(as, { serviceId })).toEqual(frequencyCaps);
    await changeService(as, { ...caps, frequencyCaps });
    await changeService(as, { ...caps, frequencyCaps: [] });
    const words = "at most 3 messages in 24 hours; at most 1 message a calendar day";
    expect((await changes()).slice(-2)).toEqual([
      { before: { frequencyCaps: "" }, after: { frequencyCaps: words } },
      { before: { frequencyCaps: words }, after: { frequencyCaps: "" } },
    ]);
  });
});
