import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { twoServices, type FullService } from "@/tests/two-services";
import { findByName, type SearchResult } from "./find-by-name";

describe("what is found by name", () => {
  let database: Database;
  let own: FullService;
  let foreign: FullService;
  beforeAll(async () => {
    database = await openTestDatabase();
    ({ own, foreign } = await twoServices(database));
    await database.query(
      `INSERT INTO sign_on_connection (id, name, issuer, client_id, secret_sealed, domains) VALUES ($1, 'Ownmark sign-on', 'https://id.example', 'c', '', ARRAY['shop.example'])`,
      [newId()],
    );
    await database.query(
      "UPDATE webhook SET url = 'https://ann:hidden@hooks.example/in' WHERE id = $1",
      [own.webhookId],
    );
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const viewer = () => ({ actor: testMember({ [own.serviceId]: { role: "viewer" } }) });
  const find = (text: string, as: Parameters<typeof findByName>[0] = viewer()) =>
    findByName(as, { serviceId: own.serviceId, text });
  const kinds = (matches: SearchResult[]) =>
    [...new Set(matches.map(({ kind }) => kind))].toSorted();

  it("is of every kind that a viewer sees in the service", async () => {
    expect(kinds(await find("OWNMARK"))).toEqual(
      [
        "app",
        "auth",
        "campaign",
        "key",
        "list",
        "media",
        "member",
        "message",
        "notifyurl",
        "segment",
        "service",
        "template",
      ].toSorted(),
    );
    expect(await find("strangemark")).toEqual([]);
  });

  it("is of other services and of the installation for its owners alone", async () => {
    const owner = { actor: testOwner() };
    expect(kinds(await find("ownmark sign-on", owner))).toEqual(["connection"]);
    expect(kinds(await find("shop.example", owner))).toEqual(["connection"]);
    expect(await find("ownmark sign-on")).toEqual([]);
    expect(await find("strangemark service", owner)).toEqual([
      { kind: "service", id: foreign.serviceId, name: "strangemark service", aside: "" },
    ]);
  });

  it.each(["ownmark-user", "ownmark-push", "ownmark device 1"])(
    "are devices by their whole id: %s",
    async (text) => {
      const devices = (await find(text)).filter(({ kind }) => kind === "device");
      expect(devices.map(({ name }) => name)).toContain("ownmark-user, shared-user");
      expect((await find(text.slice(0, -1))).filter(({ kind }) => kind === "device")).toEqual([]);
    },
  );

  it("is a device by its id, and never one of another service", async () => {
    expect((await find(own.deviceId)).map(({ id }) => id)).toEqual([own.deviceId]);
    expect(await find(foreign.deviceId)).toEqual([]);
    expect((await find("shared-push-id")).map(({ id }) => id)).toEqual([own.deviceId]);
  });

  it("neither shows nor looks for what an address holds before its host", async () => {
    expect(await find("hooks.example")).toEqual([
      { kind: "webhook", id: own.webhookId, name: "https://hooks.example/in", aside: "" },
    ]);
    expect(await find("hidden")).toEqual([]);
    expect(await find("ann:")).toEqual([]);
  });

  it("begins with names that begin with the text, five at most of each kind", async () => {
    for (const name of ["Big sale", "Sale", "A sale", "sale 2", "Resale", "Sales", "Wholesale"])
      await database.query(
        "INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1, $2, $4, $3, $4)",
        [newId(), own.serviceId, name, newId()],
      );
    const names = (await find("SALE")).map(({ name }) => name);
    expect(names.slice(0, 3).toSorted()).toEqual(["Sale", "Sales", "sale 2"].toSorted());
    expect(names).toHaveLength(5);
  });

  it("begins with the one whose name is exactly the text, however many begin with it", async () => {
    for (const name of [
      "Market 170",
      "Market 171",
      "Market 172",
      "Market 173",
      "Market 174",
      "Market 175",
      "Market 17",
    ])
      await database.query(
        "INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1, $2, $4, $3, $4)",
        [newId(), own.serviceId, name, newId()],
      );
    const names = (await find("market 17")).map(({ name }) => name);
    expect(names[0]).toBe("Market 17");
    expect(names).toHaveLength(5);
  });

  it("is what waits for an approval, by the words for that", async () => {
    const ids = async (state: string) => {
      const rows = await database.query<{ id: string }>(
        "SELECT campaign_id AS id FROM approval WHERE service_id = $1 AND state = $2 ORDER BY asked_at",
        [own.serviceId, state],
      );
      return rows.map(({ id }) => id);
    };
    const approvalIds = async (text: string) =>
      (await find(text)).filter(({ kind }) => kind === "approval").map(({ id }) => id);
    const waiting = await ids("waiting");
    expect(waiting).not.toEqual([]);
    expect(await ids("used")).not.toEqual([]);
    for (const text of ["appr", "approv", "Approval", "approve", "waiting", "waiting for approval"])
      expect(await approvalIds(text)).toEqual(waiting);
    for (const text of ["app", "apple", "wait a moment"])
      expect(await approvalIds(text)).toEqual([]);
    const stranger = { actor: testMember({ [foreign.serviceId]: { role: "owner" } }) };
    const theirs = (
      await findByName(stranger, { serviceId: foreign.serviceId, text: "approval" })
    ).map(({ id }) => id);
    for (const id of waiting) expect(theirs).not.toContain(id);
  });

  it("is nothing for no text", async () => {
    expect(await find("   ")).toEqual([]);
  });
});
