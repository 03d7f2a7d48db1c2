import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { lockWaited, openTestDatabase } from "@/lib/database/testing";
import type { Actor } from "@/lib/policy/can";
import { testApp } from "../app/testing";
import { createService } from "../service/create";
import { saveCredential } from "./save";
import { readStoredCredential } from "./stored-credential";
import { idleCredential } from "./testing";

const actor: Actor = { kind: "job", name: "test" };

describe("a stored credential", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  it("is read as the transaction left it that a locking reader waited for", async () => {
    const appId = await database.transaction(async (tx) => {
      const { id: serviceId } = await createService({ actor, tx }, { name: "Shop" });
      return (await testApp(tx, serviceId, "shop")).id;
    });
    let second: ReturnType<typeof readStoredCredential> | undefined;
    await database.transaction(async (tx) => {
      await readStoredCredential(tx, appId, "fcm", "lock");
      second = database.transaction((other) => readStoredCredential(other, appId, "fcm", "lock"));
      await lockWaited(database);
      await saveCredential(
        { actor, tx },
        { appId, provider: "fcm", credential: idleCredential("fcm") },
      );
    });
    expect((await second)?.storedCredential?.revision).toBe(2);
  });
});
