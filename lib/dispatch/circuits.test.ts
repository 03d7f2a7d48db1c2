import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { testApp } from "@/lib/directory/app/testing";
import { openCircuits } from "@/lib/directory/credential/circuits";
import { createService } from "@/lib/directory/service/create";
import { watchCredential, writeCircuits } from "./circuits";

let database: Database;
let appId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  const actor = { kind: "job" as const, name: "test" };
  await database.transaction(async (tx) => {
    const { id } = await createService(
      { actor, tx },
      { name: "Test", sandbox: true, httpsOnly: false },
    );
    ({ id: appId } = await testApp(tx, id, "shop", ["fcm", "webpush"]));
  });
}, 120_000);
afterAll(() => database.close(), 60_000);

const opened = (reason = "FCM 500") => ({
  openedAt: performance.now(),
  probeAt: performance.now() + 1_000,
  reason,
});
const reasons = async () => (await openCircuits(database, appId)).map(({ reason }) => reason);

it("writes a transition at once although a renewal is due later", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { watch, end } = watchCredential(appId, "fcm");
  watch("", opened());
  await writeCircuits();
  expect(await reasons()).toEqual(["FCM 500"]);
  // The renewal waits for its ten seconds; what follows does not.
  watch("", undefined);
  vi.advanceTimersByTime(300);
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await reasons()).toEqual([]), 30_000);
  end();
});

it("stores twenty push services of a credential, and none once it is in use no more", async () => {
  const { watch, end } = watchCredential(appId, "webpush");
  for (let n = 0; n < 30; n++) watch(`https://push-${n}.example`, opened("x".repeat(600)));
  await writeCircuits();
  expect(await reasons()).toEqual(Array.from({ length: 20 }, () => "x".repeat(500)));
  end();
  watch("https://push-0.example", opened());
  await writeCircuits();
  expect(await reasons()).toEqual([]);
});
