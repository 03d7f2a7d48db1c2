import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import type { AuditedAction, EventOf } from "@/lib/policy/actions";
import type { Actor } from "@/lib/policy/can";
import { writeEvent } from "@/lib/verb/audit";
import { onBehalfOf } from "@/lib/verb/client";
import { eventsOf, expectRights } from "@/lib/verb/testing";
import { createService } from "../service/create";
import { exportAudit } from "./export";
import { listAuditEvents, listAuditPeople } from "./list";
import { putChain, chainOf } from "./testing";
import { verifyAuditLog } from "./verify";

describe("the list of audit events", () => {
  let database: Database;
  const [shop, bank, ada] = [newId(), newId(), newId()];
  const as = { actor: testMember({ [shop]: { role: "owner" } }) };
  const write = <A extends AuditedAction>(
    actor: Actor,
    action: A,
    entity: string,
    payload: EventOf<A>,
    serviceId: string | null = shop,
  ) =>
    database.transaction((tx) =>
      writeEvent(tx, { actor, action, serviceId, entity, payload, address: "192.0.2.7" }),
    );

  beforeAll(async () => {
    database = await openTestDatabase();
    for (const id of [shop, bank])
      await database.query("INSERT INTO service (id, name) VALUES ($1, 'S')", [id]);
    await database.query(
      "INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'ada@shop.example', 'Ada', '')",
      [ada],
    );
    const before = { name: "Spring", test: false };
    await write(testMember({}, ada), "audience.change", "list-1", {
      before,
      after: { ...before, name: "Summer" },
    });
    await write(
      { kind: "serviceKey", serviceId: shop, scopes: [] },
      "template.publish",
      "template-1",
      { templateId: "sale", version: 2 },
    );
    await write({ kind: "job", name: "seed" }, "app.create", "app-1", {
      appid: "shop",
      name: "Shop",
    });
    await write(testMember({}, newId()), "audience.remove", "list-1", { name: "Summer" });
    await write(testMember({}, ada), "self.signOutEverywhere", ada, {}, null);
    await write(testMember({}, ada), "audience.remove", "list-9", { name: "Theirs" }, bank);
  }, 120_000);
  afterAll(() => database.close());

  const list = async (filter: object) => {
    const { rows } = await listAuditEvents(as, { serviceId: shop, ...filter });
    return rows.map(({ who, sentence }) => `${who} ${sentence}`);
  };

  it("says in words who did what to which, from where, and what it was before", async () => {
    expect(await list({})).toEqual([
      "A former member deleted the list “Summer”",
      "Clarion created the app “Shop”",
      "A program published version 2 of the template “sale”",
      "Ada renamed the list “Spring” to “Summer”",
    ]);
    const { rows } = await listAuditEvents(as, { serviceId: shop, object: "list-1" });
    expect(rows).toMatchObject([
      { seq: 4, object: "list-1" },
      {
        seq: 1,
        email: "ada@shop.example",
        address: "192.0.2.7",
        details: [{ label: "Name", before: "Spring", after: "Summer" }],
      },
    ]);
  });

  it("is narrowed by person, what it is about, object and time", async () => {
    expect(await list({ person: ada })).toEqual(["Ada renamed the list “Spring” to “Summer”"]);
    expect(await list({ group: "apps" })).toEqual(["Clarion created the app “Shop”"]);
    expect(await list({ object: "template-1" })).toHaveLength(1);
    expect(await list({ object: "list-9" })).toEqual([]);
    expect(await list({ object: "\0" })).toEqual([]);
    const people = await listAuditPeople(as, { serviceId: shop });
    expect(people.map(({ name }) => name).toSorted()).toEqual([
      "A former member",
      "A program",
      "Ada",
      "Clarion",
    ]);
    expect(people.find(({ name }) => name === "Ada")).toEqual({ id: ada, name: "Ada" });
  });

  it.each<[string, number]>([
    ["SUMMER", 2],
    ["spring", 1],
    ["ada", 1],
    ["ADA@shop", 1],
    ["template.pub", 1],
    ["list-1", 2],
    ["st-1", 0],
    ["appid", 0],
    ["theirs", 0],
    ['"', 0],
    ["\0", 0],
    ["", 4],
  ])("finds names, people, actions and whole ids: %j", async (text, count) => {
    expect(await list({ text })).toHaveLength(count);
  });

  it("exports what a text finds, and does not keep the text", async () => {
    const { parts } = await exportAudit(as, { serviceId: shop, text: "sale" });
    let file = "";
    for await (const part of parts) file += part;
    expect(file.trimEnd().split("\r\n")).toHaveLength(2);
    const exportEvent = (await eventsOf(database, shop, "audit.export")).at(-1);
    expect(exportEvent).toMatchObject({ snapshot: { searched: true } });
    expect(JSON.stringify(exportEvent)).not.toContain("sale");
  });

  it("shows the installation to its owners alone", async () => {
    const query = { serviceId: shop, installation: true };
    const owner = { actor: testOwner() };
    expect((await listAuditEvents(owner, query)).rows.map(({ sentence }) => sentence)).toEqual([
      "signed out everywhere",
    ]);
    expect(await listAuditPeople(owner, query)).toEqual([{ id: ada, name: "Ada" }]);
    await expect(listAuditEvents(as, query)).rejects.toThrow(
      "Only an owner of this installation can do this.",
    );
    await expect(listAuditPeople(as, query)).rejects.toThrow(
      "Only an owner of this installation can do this.",
    );
    await expect(exportAudit(as, query)).rejects.toThrow(
      "Only an owner of this installation can do this.",
    );
  });

  it("is for owners of the service, and so is its export, which leaves an event itself", async () => {
    for (const role of ["viewer", "marketer", "admin"] as const)
      await expect(
        listAuditEvents({ actor: testMember({ [shop]: { role } }) }, { serviceId: shop }),
      ).rejects.toThrow("Only an owner can do this");
    await expectRights(
      database,
      "audit.export",
      exportAudit,
      { serviceId: shop, group: "lists" },
      { own: shop, foreign: bank },
    );
    const { parts } = await exportAudit(as, { serviceId: shop, object: "list-1", within: "7d" });
    let text = "";
    for await (const part of parts) text += part;
    expect(text.split("\r\n")[0]).toBe(
      "\uFEFFevent,time,who,email,address,what,action,object,details,hash",
    );
    expect(text).toMatch(
      /1,20..-[^,]+,Ada,ada@shop\.example,192\.0\.2\.7,renamed the list “Spring” to “Summer”,audience\.change,list-1,/,
    );
    expect(text).not.toContain("Theirs");
    expect((await eventsOf(database, shop, "audit.export")).at(-1)).toMatchObject({
      entityId: shop,
      snapshot: { within: "7d", person: null, group: null, object: "list-1", searched: false },
    });
  });

  it("keeps from where a verb was asked for", async () => {
    const { id } = await onBehalfOf("192.0.2.99", () =>
      createService(
        { actor: testOwner() },
        { name: "From there", sandbox: false, httpsOnly: true },
      ),
    );
    const { rows } = await listAuditEvents({ actor: testOwner() }, { serviceId: id });
    expect(rows.map(({ action, address }) => [action, address])).toEqual([
      ["service.create", "192.0.2.99"],
      ["serviceKey.create", "192.0.2.99"],
    ]);
    expect(await verifyAuditLog(database)).toMatchObject({ wrong: 0 });
  });

  it("reads no more of a log of 20,000 than it shows and counts", async () => {
    const [serviceId, actorId] = [newId(), newId()];
    await database.query("INSERT INTO service (id, name) VALUES ($1, 'Long')", [serviceId]);
    const now = Date.now();
    // Two at a time at one moment.
    await putChain(
      database,
      chainOf(20_001)
        .slice(1)
        .map((one, n) => ({
          ...one,
          seq: 1_000 + n,
          serviceId,
          actorId,
          at: now - Math.floor(n / 2) * 1_000,
        })),
    );
    await database.script("ANALYZE audit_event");
    const owner = { actor: testOwner() };
    const seen: number[] = [];
    let after: string | undefined;
    for (let n = 0; n < 4; n += 1) {
      const page = await listAuditEvents(owner, { serviceId, after });
      seen.push(...page.rows.map(({ seq }) => seq));
      expect(page.total).toBe(1_001);
      after = page.next ?? "";
    }
    expect(new Set(seen).size).toBe(200);
    const back = await listAuditEvents(owner, { serviceId, before: after });
    expect(back.rows.map(({ seq }) => seq)).toEqual(seen.slice(-51, -1));
    const plans: string[] = [];
    const tx = {
      ...database,
      query: async <Row>(text: string, values?: unknown[]) => {
        const plan = await database.query<{ "QUERY PLAN": string }>(
          `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${text}`,
          values,
        );
        plans.push(plan.map((line) => line["QUERY PLAN"]).join("\n"));
        return database.query<Row>(text, values);
      },
    };
    await listAuditEvents({ ...owner, tx }, { serviceId, after });
    await listAuditEvents({ ...owner, tx }, { serviceId, object: "none" });
    await listAuditEvents({ ...owner, tx }, { serviceId, person: actorId });
    await listAuditPeople({ ...owner, tx }, { serviceId });
    for (const plan of plans.filter((one) => one.includes("audit_event"))) {
      // Rows are shown or counted, or left aside on the way: neither is a whole log.
      const read = [
        ...plan.matchAll(/audit_event e.*actual rows=([\d.]+)|Rows Removed by \w+: (\d+)/g),
      ];
      const rows = read.reduce(
        (sum, [, rowCount = "0", aside = "0"]) => sum + Number(rowCount) + Number(aside),
        0,
      );
      expect(rows).toBeLessThanOrEqual(1_100);
    }
  }, 60_000);
});
