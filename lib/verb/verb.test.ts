import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { ForbiddenError } from "@/lib/auth/member";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { listen } from "@/lib/runtime/bus";
import { NotFoundError, rejectInput, RefusedError } from "./errors";
import { verb, verbInSteps } from "./verb";
import { view } from "./view";

const schema = z.object({ serviceId: z.string(), name: z.string().min(1, "must not be empty") });
const serviceOf = (_sql: unknown, input: z.output<typeof schema>) =>
  input.serviceId === "" ? undefined : input.serviceId;

describe("a verb", () => {
  let database: Database;
  const [own, foreign] = [newId(), newId()];
  const admin = testMember({ [own]: { role: "admin" } });
  const viewer = testMember({ [own]: { role: "viewer" } });

  beforeAll(async () => {
    database = await openTestDatabase();
    for (const id of [own, foreign])
      await database.query("INSERT INTO service (id, name) VALUES ($1, 'S')", [id]);
  });
  afterAll(() => database.close());

  const rename = verb({
    action: "audience.remove",
    input: schema,
    service: serviceOf,
    run: async ({ tx, serviceId }, { name }) => {
      if (name === "taken") rejectInput("There is one of that name.", "/name");
      if (name === "same") return { unchanged: name };
      await tx.query("UPDATE service SET name = $2 WHERE id = $1", [serviceId, name]);
      if (name === "broken") throw new Error("broken");
      return { row: name, entity: serviceId, event: { name } };
    },
  });
  const state = async (id: string) => ({
    name: (
      await database.query<{ name: string }>("SELECT name FROM service WHERE id = $1", [id])
    )[0]?.name,
    events: await database.query<{ action: string; actorId: string; snapshot: string }>(
      `SELECT action, actor_id AS "actorId", snapshot FROM audit_event WHERE service_id = $1 ORDER BY id`,
      [id],
    ),
  });

  test("writes the row and the event together, and neither when it fails", async () => {
    expect(await rename({ actor: admin }, { serviceId: own, name: "B" })).toBe("B");
    await expect(rename({ actor: admin }, { serviceId: own, name: "broken" })).rejects.toThrow(
      "broken",
    );
    expect(await rename({ actor: admin }, { serviceId: own, name: "same" })).toBe("same");
    expect(await state(own)).toEqual({
      name: "B",
      events: [{ action: "audience.remove", actorId: admin.id, snapshot: '{"name":"B"}' }],
    });
  });

  test("asks for the right before it looks at the input, and names what is wrong with it after", async () => {
    await expect(rename({ actor: viewer }, { serviceId: own, name: "" })).rejects.toThrow(
      ForbiddenError,
    );
    const refused = rename({ actor: admin }, { serviceId: own, name: "" }).catch(
      (error: unknown) => error,
    );
    expect(await refused).toBeInstanceOf(RefusedError);
    expect(((await refused) as RefusedError).problems).toEqual([
      { pointer: "/name", message: "name: must not be empty." },
    ]);
    const refusal = (await rename({ actor: admin }, { serviceId: own, name: "taken" }).catch(
      (error: unknown) => error,
    )) as RefusedError;
    expect(refusal.problems).toEqual([{ pointer: "/name", message: "There is one of that name." }]);
  });

  test("finds nothing in a service that is not the actor's, and nothing where there is none", async () => {
    const before = await state(foreign);
    for (const serviceId of [foreign, ""]) {
      await expect(rename({ actor: admin }, { serviceId, name: "C" })).rejects.toThrow(
        NotFoundError,
      );
      await expect(
        rename(
          { actor: { kind: "serviceKey", serviceId: own, scopes: ["send"] } },
          { serviceId, name: "C" },
        ),
      ).rejects.toThrow(ForbiddenError);
    }
    expect(await state(foreign)).toEqual(before);
    expect(await rename({ actor: testOwner() }, { serviceId: foreign, name: "D" })).toBe("D");
  });

  test("runs inside another's transaction and is undone with it", async () => {
    const before = await state(own);
    const undone = database.transaction(async (tx) => {
      await rename({ actor: admin, tx }, { serviceId: own, name: "E" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await state(own)).toEqual(before);
  });

  describe("inside of another's transaction", () => {
    const ran: string[] = [];
    const notifiedIds: string[] = [];
    const announcing = verb({
      action: "audience.remove",
      input: schema,
      service: serviceOf,
      run: async ({ tx, serviceId }, { name }) => {
        if (name === "same") return { unchanged: name };
        await tx.query("UPDATE service SET name = $2 WHERE id = $1", [serviceId, name]);
        return { row: name, changedId: serviceId, entity: serviceId, event: { name } };
      },
      after: (row, serviceId) => void ran.push(`${row} ${serviceId}`),
    });
    let stop: () => void;
    beforeEach(() => {
      [ran.length, notifiedIds.length] = [0, 0];
      stop = listen("message", ({ transid }) => void notifiedIds.push(transid));
    });
    afterEach(() => stop());

    test("calls `after` and notifies pages once that one is committed", async () => {
      const done = database.transaction(async (tx) => {
        await announcing({ actor: admin, tx }, { serviceId: own, name: "H" });
        await announcing({ actor: admin, tx }, { serviceId: own, name: "same" });
        expect([...ran, ...notifiedIds]).toEqual([]);
      });
      await done;
      expect(ran).toEqual([`H ${own}`, `same ${own}`]);
      expect(notifiedIds).toEqual([own]);
    });

    test("does neither when that one is rolled back", async () => {
      const undone = database.transaction(async (tx) => {
        await announcing({ actor: admin, tx }, { serviceId: own, name: "I" });
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      expect([...ran, ...notifiedIds]).toEqual([]);
    });

    test("does both at once after its own", async () => {
      await announcing({ actor: admin }, { serviceId: own, name: "B" });
      expect([...ran, ...notifiedIds]).toEqual([`B ${own}`, own]);
    });
  });

  test("keeps nothing in its event that the action's schema does not name, and then does nothing at all", async () => {
    const leaking = verb({
      action: "audience.remove",
      input: schema,
      service: serviceOf,
      run: async ({ tx, serviceId }, { name }) => {
        await tx.query("UPDATE service SET name = $2 WHERE id = $1", [serviceId, name]);
        const event = { name, secret: "hunter2" };
        return { row: name, entity: serviceId, event };
      },
    });
    const before = await state(own);
    await expect(leaking({ actor: admin }, { serviceId: own, name: "F" })).rejects.toThrow(
      /secret/,
    );
    expect(await state(own)).toEqual(before);
  });

  test("in steps has to write its event, or say that nothing was done", async () => {
    const silent = verbInSteps({
      action: "audience.remove",
      input: schema,
      service: serviceOf,
      run: async () => ({ row: 1 }),
    });
    await expect(silent({ actor: admin }, { serviceId: own, name: "G" })).rejects.toThrow(
      "audience.remove was done and not audited.",
    );
    const idle = verbInSteps({
      action: "audience.remove",
      input: schema,
      service: serviceOf,
      run: async () => ({ unchanged: 2 }),
    });
    expect(await idle({ actor: admin }, { serviceId: own, name: "G" })).toBe(2);
    const audited = verbInSteps({
      action: "audience.remove",
      input: schema,
      service: serviceOf,
      run: async ({ audit }, { name }) => {
        await database.transaction((tx) => audit(tx, own, { name }));
        return { row: 3 };
      },
    });
    expect(await audited({ actor: admin }, { serviceId: own, name: "G" })).toBe(3);
    expect((await state(own)).events.at(-1)).toMatchObject({ snapshot: '{"name":"G"}' });
  });

  test("a view reads within the service alone", async () => {
    const serviceName = view({
      action: "service.view",
      input: schema,
      service: serviceOf,
      run: async ({ sql, serviceId }) => {
        const [row] = await sql.query<{ name: string }>("SELECT name FROM service WHERE id = $1", [
          serviceId,
        ]);
        return row?.name;
      },
    });
    expect(await serviceName({ actor: viewer }, { serviceId: own, name: "-" })).toBe("B");
    await expect(serviceName({ actor: viewer }, { serviceId: foreign, name: "-" })).rejects.toThrow(
      NotFoundError,
    );
    await expect(
      serviceName({ actor: testMember({}) }, { serviceId: own, name: "-" }),
    ).rejects.toThrow(ForbiddenError);
  });
});

/** What must not compile. The type check of the whole is the test. */
export function typesHold(): void {
  verb({
    action: "audience.remove",
    input: schema,
    service: serviceOf,
    // @ts-expect-error -- an audited action without an event
    run: async () => ({ row: 1, entity: "x" }),
  });
  verb({
    action: "audience.remove",
    input: schema,
    service: serviceOf,
    // @ts-expect-error -- another action's event
    run: async () => ({ row: 1, entity: "x", event: { count: 1 } }),
  });
  verb({
    // @ts-expect-error -- not in the catalogue
    action: "audience.burn",
    input: schema,
    service: serviceOf,
    run: async () => ({ row: 1, entity: "x", event: { name: "x" } }),
  });
  verb({
    // @ts-expect-error -- in the catalogue, but neither audited nor exempt
    action: "service.view",
    input: schema,
    service: serviceOf,
    run: async () => ({ row: 1 }),
  });
  verb({
    action: "audience.remove",
    input: schema,
    service: serviceOf,
    // @ts-expect-error -- the id of the service is a string where one is found
    run: async ({ serviceId }: { serviceId: null }) => ({
      row: serviceId,
      entity: "x",
      event: { name: "x" },
    }),
  });
}
