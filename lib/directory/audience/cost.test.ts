import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, rowsIn } from "@/lib/database/testing";
import { createApp } from "../app/create";
import { createService } from "../service/create";
import { applyStaged } from "./apply-staged";
import { addRecipients, beginAudience } from "./fill";
import { openAudience } from "./list";
import { removeRecipients } from "./remove-recipients";
import { stageRecipients } from "./stage";
import { storeAudience } from "./store";

const users = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    type: "userid" as const,
    id: `user ${first + n}`,
    parameters: {},
  }));

describe("what a list costs that is younger than the statistics of its table", () => {
  let database: Database;
  let serviceId: string;
  let maya: { actor: ReturnType<typeof testMember> };
  /** Recipients of the young list, and of each step. */
  const [before, count] = [4_000, 300];

  beforeAll(async () => {
    database = await openTestDatabase();
    ({ id: serviceId } = await createService({ actor: testOwner() }, { name: "Shop" }));
    await createApp({ actor: testOwner() }, { serviceId, appid: "shop", name: "Shop" });
    maya = { actor: testMember({ [serviceId]: { role: "marketer" } }) };
    // All lists that the statistics know are among the most common values: any other seems to have
    // a single row.
    for (const name of ["One", "Two"])
      await fill(
        await storeAudience(maya, { serviceId, name, recipients: users(0, 1) }),
        1,
        before,
      );
    await database.script("ANALYZE");
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  async function fill(id: string, first: number, recipients: number): Promise<void> {
    for (let from = 0; from < recipients; from += 2_000) {
      const staged = await stageRecipients(maya, { id });
      await addRecipients(maya, { id: staged, recipients: users(first + from, 2_000) });
      const { revision } = await openAudience(maya, { id });
      await applyStaged(maya, { id, stagedId: staged, how: "add", revision });
    }
  }

  const young = async (name: string) => {
    const id = await storeAudience(maya, { serviceId, name, recipients: users(0, 1) });
    await fill(id, 1, before);
    return id;
  };

  it("adding a part reads that part", async () => {
    const id = await beginAudience(maya, { appid: "shop", name: "Three", test: false });
    for (let from = 0; from < before; from += 2_000)
      await addRecipients(maya, { id, recipients: users(from, 2_000) });
    const add = (first: number) =>
      rowsIn(database, (tx) =>
        addRecipients({ ...maya, tx }, { id, recipients: users(first, count) }),
      );
    expect(await add(before)).toBeLessThan(count * 10);
    expect(await add(before), "of recipients that are there").toBeLessThan(count * 10);
    expect(await add(before + count / 2), "of which half are there").toBeLessThan(count * 10);
  });

  it("removing some reads the list a few times at most", async () => {
    const id = await young("Four");
    const remove = (tx: Parameters<Parameters<typeof rowsIn>[1]>[0]) =>
      removeRecipients(
        { ...maya, tx },
        { id, recipients: users(100, 200).map(({ type, id: one }) => ({ type, id: one })) },
      );
    expect(await rowsIn(database, remove)).toBeLessThan(before * 20);
  });

  it("adding what is staged reads both lists a few times", async () => {
    const id = await young("Five");
    const stagedId = await stageRecipients(maya, { id });
    await addRecipients(maya, { id: stagedId, recipients: users(before - 500, 2_000) });
    const { revision } = await openAudience(maya, { id });
    const add = rowsIn(database, (tx) =>
      applyStaged({ ...maya, tx }, { id, stagedId, how: "add", revision }),
    );
    expect(await add).toBeLessThan((before + 2_000) * 20);
  });
});
