import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { testMember } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { countCoverage } from "@/lib/directory/audience/count-coverage";
import { storeAudience } from "@/lib/directory/audience/store";
import { NotFoundError } from "@/lib/verb/errors";
import { testShop, type TestShop } from "./testing";

const job = { actor: { kind: "job" as const, name: "test" } };

describe("what a message reaches", () => {
  let sql: Database;
  let shop: TestShop;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());

  it("is asked by those who may write messages, of their own apps and lists", async () => {
    const list = await storeAudience(job, {
      serviceId: shop.serviceId,
      name: "Ours",
      recipients: [{ type: "userid", id: "a" }],
    });
    const ask = (
      as: Parameters<typeof countCoverage>[0],
      appids: string[],
      audienceId: string | null = list,
    ) => countCoverage(as, { appids, audienceId, from: 0, named: {} });
    await expect(ask(shop.maya, ["shop"])).resolves.toMatchObject({ next: null, of: 1 });
    await expect(ask(shop.maya, ["shop", "not there"])).rejects.toThrow(NotFoundError);
    await expect(ask(shop.maya, ["shop"], newId())).rejects.toThrow(NotFoundError);
    await expect(ask(shop.viewer, ["shop"])).rejects.toThrow(ForbiddenError);
    await expect(ask({ actor: testMember({}) }, ["shop"])).rejects.toThrow(ForbiddenError);
  });
});
