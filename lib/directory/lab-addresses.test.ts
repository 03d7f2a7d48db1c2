import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { config } from "@/lib/config/config";
import { forgetCached } from "@/lib/database/cached";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import type { Actor } from "@/lib/policy/can";
import { testApp } from "./app/testing";
import { loadCredential } from "./credential/load";
import { keepLabAddresses } from "./lab-addresses";
import { createService } from "./service/create";

const actor: Actor = { kind: "job", name: "test" };

describe("the lab's addresses", () => {
  let database: Database;
  let appId: string;

  beforeAll(async () => {
    database = await openTestDatabase();
    await database.transaction(async (tx) => {
      const service = await createService(
        { actor, tx },
        { name: "Test", sandbox: true, httpsOnly: false },
      );
      ({ id: appId } = await testApp(tx, service.id, "shop"));
    });
  });
  afterEach(() => {
    config().SANDBOX = true;
  });
  afterAll(() => database.close());

  const loaded = async () => {
    forgetCached("credential");
    return loadCredential(appId, "fcm");
  };

  it("come with a credential in every process that has the sandbox on, and open it again when they change", async () => {
    const before = await loaded();
    expect(before?.lab).toEqual([]);
    await keepLabAddresses(database, ["127.0.0.1:3900", "127.0.0.1:3901"]);
    const first = await loaded();
    expect(first?.lab).toEqual(["127.0.0.1:3900", "127.0.0.1:3901"]);
    await keepLabAddresses(database, ["127.0.0.1:40001"]);
    const second = await loaded();
    expect(second?.lab).toEqual(["127.0.0.1:40001"]);
    expect(new Set([before?.version, first?.version, second?.version]).size).toBe(3);
    config().SANDBOX = false;
    expect((await loaded())?.lab).toEqual([]);
  });

  it("are ports of loopback and nothing else, for any stored text", async () => {
    await keepLabAddresses(database, [
      "169.254.169.254:80",
      "10.0.0.1:3900",
      "127.0.0.1",
      "127.0.0.1:1/x",
      "localhost:1",
      "127.0.0.1:7",
    ]);
    expect((await loaded())?.lab).toEqual(["127.0.0.1:7"]);
  });
});
