import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "@/lib/database/id";
import { setDatabase, type Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { expectLogged } from "@/lib/log/testing";
import { attend } from "@/lib/runtime/attended";
import { LeaseLostError } from "@/lib/work/jobs";
import type { Change, NewDelivery } from "./change";
import { startDelivering } from "./deliver";
import { expand } from "./expand";
import { recordReceipts } from "./receive";
import { record } from "./record";
import { recordOutcome } from "./recorder";
import { openSandbox, type TestSandbox } from "./testing";
import { startWorker } from "./worker";

interface Row {
  pushid: string;
  state: string;
  code: string;
  attempts: number;
  isLeased: boolean;
}

describe("deliveries that are sent before they are stored", () => {
  let sandbox: TestSandbox;
  let sql: Database;
  let stop: () => Promise<void> = async () => undefined;

  beforeAll(async () => {
    sql = await openTestDatabase();
    sandbox = await openSandbox(sql);
    await sql.script(`
      CREATE TABLE rewritten (state text);
      CREATE FUNCTION note_rewritten() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO rewritten VALUES (OLD.state); RETURN NULL; END $$;
      CREATE TRIGGER delivery_rewritten AFTER UPDATE OR DELETE ON delivery FOR EACH ROW EXECUTE FUNCTION note_rewritten();`);
  }, 120_000);
  afterEach(async () => {
    sandbox.lab.faults.set({});
    await stop();
    stop = async () => undefined;
    setDatabase(sql);
    await sql.query("DELETE FROM rewritten");
    await sql.query("UPDATE delivery SET state = 'failed', next_at = NULL WHERE state = 'queued'");
    await sql.query("DELETE FROM rewritten");
  });
  afterAll(() => sandbox.close(), 120_000);

  const phones = (count: number) =>
    sandbox.lab.addDevices("android", count).map(({ pushId }) => pushId);
  const accept = async (...destination: object[]) => {
    const { transid, ok } = await sandbox.accept({
      deliverychannel: "push",
      appid: "sandbox",
      destination,
      channels: { push: { android: { text: "Hi" } } },
    });
    expect(ok).toBe(true);
    return transid;
  };
  const rows = (transid: string) =>
    sql.query<Row>(
      `SELECT pushid, state, code, attempts, lease_token IS NOT NULL AS "isLeased" FROM delivery WHERE message_id = $1 ORDER BY id`,
      [transid],
    );
  const stateOf = async (transid: string) =>
    (await sql.query<{ state: string }>("SELECT state FROM message WHERE id = $1", [transid]))[0]
      ?.state;
  const countOf = async (table: string) =>
    (await sql.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n;
  const timesSent = (transid: string, pushId: string) =>
    sandbox.lab.notifications({ transid }).filter((one) => one.pushId === pushId).length;
  const appId = async () =>
    (await sql.query<{ id: string }>("SELECT id FROM app WHERE appid = 'sandbox'"))[0]?.id ?? "";

  it("are stored once, with their outcome, and end their message", async () => {
    stop = startDelivering();
    const transids = [];
    for (let n = 0; n < 8; n += 1)
      transids.push(await accept({ android_pushid: phones(10) }, { userid: ["nobody-here"] }));
    await expand(transids, Infinity, 25);
    for (const transid of transids) {
      const stored = await rows(transid);
      expect(stored.filter(({ state }) => state === "submitted")).toHaveLength(10);
      expect(stored.filter(({ code }) => code === "7105")).toHaveLength(1);
      expect(await stateOf(transid)).toBe("done");
    }
    expect(await countOf("rewritten")).toBe(0);
  });

  it("of more messages than there are slots wait with their message, not in rows", async () => {
    // So many ids do not fit into the limit of a body.
    sandbox.service.sizeRule = "message";
    const ids = phones(250);
    sandbox.lab.faults.set({ fcm: { latencyMs: 500 } });
    const transids: string[] = [];
    for (let n = 0; n < 8; n += 1) transids.push(await accept({ android_pushid: ids }));
    // Fewer are sent at once while a program waits for answers.
    attend();
    const attending = setInterval(attend, 500);
    const stopWorker = await startWorker();
    stop = async () => {
      clearInterval(attending);
      await stopWorker();
    };
    await vi.waitFor(async () => {
      const states = await Promise.all(transids.map(stateOf));
      expect(states).toEqual(transids.map(() => "done"));
    }, 60_000);
    // On a busy machine the lab may be silent for a second, which stores what is in flight.
    expect(await countOf("rewritten")).toBeLessThan(1_000);
    const counted = await sql.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM delivery WHERE message_id = ANY($1::uuid[]) AND state = 'submitted' GROUP BY message_id",
      [transids],
    );
    expect(counted).toEqual(transids.map(() => ({ n: 250 })));
    expect(sandbox.lab.notifications({ transid: transids[7] ?? "" })).toHaveLength(250);
  }, 90_000);

  it("go to a device once that two of their slices name", async () => {
    stop = startDelivering();
    const [id = "", ...others] = phones(12);
    await accept({ android_pushid: [id] }).then((first) => expand([first]));
    await sql.query(
      "INSERT INTO device_user (app_id, userid, device_id) SELECT app_id, 'its user', id FROM device WHERE pushid = $1",
      [id],
    );
    const transid = await accept({ userid: ["its user"] }, { android_pushid: [...others, id] });
    await expand([transid], Infinity, 4);
    expect(timesSent(transid, id)).toBe(1);
    expect(await rows(transid)).toHaveLength(12);
  });

  it("that hang are stored as leased, and hold up neither the others nor their message", async () => {
    stop = startDelivering();
    const ids = phones(10);
    sandbox.lab.faults.set({ fcm: { latencyMs: 8_000 } });
    const transid = await accept({ android_pushid: ids });
    await expand([transid]);
    expect(await stateOf(transid)).toBe("sending");
    expect((await rows(transid)).filter(({ isLeased }) => isLeased).length).toBeGreaterThan(0);
    await vi.waitFor(async () => expect(await stateOf(transid)).toBe("done"), 40_000);
    expect((await rows(transid)).map(({ state }) => state)).toEqual(ids.map(() => "submitted"));
    for (const id of ids) expect(timesSent(transid, id)).toBe(1);
  });

  it("wait in their rows where the provider refuses, and are tried again from there", async () => {
    stop = startDelivering();
    sandbox.lab.faults.set({ fcm: { status: 503 } });
    const [id = ""] = phones(1);
    const transid = await accept({ android_pushid: [id] });
    await expand([transid]);
    expect(await rows(transid)).toMatchObject([{ state: "queued", attempts: 1, isLeased: false }]);
    expect(await stateOf(transid)).toBe("sending");
    sandbox.lab.faults.set({});
    await vi.waitFor(async () => expect(await stateOf(transid)).toBe("done"), 20_000);
    expect(timesSent(transid, id)).toBe(1);
  });

  it("of a worker that died are sent again, those that it stored are not", async () => {
    stop = startDelivering();
    const ids = phones(10);
    const transid = await accept({ userid: ["late"] }, { android_pushid: ids });
    let ends = 0;
    setDatabase({
      ...sql,
      transaction: (run) =>
        sql.transaction(async (tx) => {
          const result = await run({
            ...tx,
            query: (text, values) => {
              if (text.startsWith("UPDATE message m SET expanded") && (ends += 1) === 1)
                throw new Error("killed");
              return tx.query(text, values);
            },
          });
          return result;
        }),
    });
    await expect(expand([transid], Infinity, 100)).rejects.toThrow("killed");
    expect(await stateOf(transid)).toBe("accepted");
    // Its user gets a device meanwhile: the status stands.
    await sql.query(
      "INSERT INTO device_user (app_id, userid, device_id) SELECT app_id, 'late', id FROM device WHERE pushid = $1",
      [ids[0]],
    );
    setDatabase(sql);
    await expand([transid], Infinity, 100);
    expect(await stateOf(transid)).toBe("done");
    expect(await rows(transid)).toHaveLength(11);
    for (const id of ids) expect(timesSent(transid, id)).toBe(1);
  });

  it("are not begun once another worker may have their job", async () => {
    stop = startDelivering();
    const [id = ""] = phones(1);
    const transid = await accept({ android_pushid: [id] });
    const lost = { lock: () => Promise.reject(new LeaseLostError()), leaveSlot: () => undefined };
    await expect(expand([transid], Infinity, 100, lost)).rejects.toBeInstanceOf(LeaseLostError);
    expect(timesSent(transid, id)).toBe(0);
    expect(await rows(transid)).toEqual([]);
    expect(await stateOf(transid)).toBe("accepted");
  });

  it("to a user whose only device went out of use by them are not found again", async () => {
    stop = startDelivering();
    const [id = ""] = phones(1);
    await accept({ android_pushid: [id] }).then((first) => expand([first]));
    await sql.query(
      "INSERT INTO device_user (app_id, userid, device_id) SELECT app_id, 'lost phone', id FROM device WHERE pushid = $1",
      [id],
    );
    sandbox.lab.retire(id);
    const transid = await accept({ userid: ["lost phone"] });
    await expand([transid]);
    expect(await rows(transid)).toMatchObject([{ state: "failed", code: "7571" }]);
    await sql.query("UPDATE message SET state = 'accepted', expanded = 0 WHERE id = $1", [transid]);
    await expand([transid]);
    expect(await rows(transid)).toMatchObject([{ state: "failed", code: "7571" }]);
    expect(await stateOf(transid)).toBe("done");
  });

  it("are stored with any id that a request names, and one that cannot be keeps no other out", async () => {
    expectLogged(/^an outcome cannot be stored/);
    stop = startDelivering();
    const long = randomBytes(2_000).toString("base64");
    const [id = ""] = phones(1);
    const transid = await accept({ android_pushid: [long, id] });
    await expand([transid]);
    expect((await rows(transid)).map(({ state }) => state)).toEqual(["failed", "submitted"]);
    const other = await accept({ android_pushid: [id] });
    const delivery = (target: string, deviceId: string | null): NewDelivery => ({
      messageId: other,
      id: newId(),
      serviceId: sandbox.service.id,
      appId: newId(),
      target,
      deviceId,
      kind: "android",
      destination: target,
      destinationWritten: null,
      destinationType: "android_pushid",
      pushid: target,
      deviceid: "",
      language: "",
      correlationid: "",
      priority: 0,
      queuedAt: new Date(),
    });
    await Promise.all(
      [delivery("good", null), delivery("bad", "no id"), delivery("well", null)].map((one) =>
        recordOutcome({
          messageId: other,
          deliveryId: one.id,
          delivery: one,
          ...({ to: "submitted", code: "7501", description: "", attempted: true } as const),
          at: new Date(),
        }),
      ),
    );
    expect((await rows(other)).map(({ pushid }) => pushid)).toEqual(["good", "well"]);
  });

  it("get the receipts that were quicker than their rows", async () => {
    stop = startDelivering();
    const [quick = "", slow = ""] = phones(2);
    sandbox.lab.faults.set({ fcm: { latencyMs: 900 } });
    const transid = await accept({ android_pushid: [quick, slow] });
    const expanded = expand([transid]);
    const app = { id: await appId(), serviceId: newId() };
    const at = new Date();
    for (const pushid of [quick, slow])
      await recordReceipts(app, [{ transid, pushid, event: "read", at, button: "open" }]);
    expect(await countOf("early_receipt")).toBe(2);
    await expanded;
    expect((await rows(transid)).map(({ state }) => state)).toEqual(["read", "read"]);
    expect(await countOf("early_receipt")).toBe(0);
  });

  it("leave receipts of what the message never went to behind", async () => {
    const [id = ""] = phones(1);
    const transid = await accept({ android_pushid: [id] });
    const at = new Date();
    await recordReceipts({ id: await appId(), serviceId: newId() }, [
      { transid, pushid: "a stranger", event: "read", at },
      { transid: newId(), pushid: id, event: "read", at },
    ]);
    expect(await countOf("early_receipt")).toBe(1);
    await expand([transid]);
    expect(await countOf("early_receipt")).toBe(0);
    expect(await rows(transid)).toMatchObject([{ state: "queued" }]);
  });

  it("move the row that a worker without its lease left waiting, and no other", async () => {
    const [id = ""] = phones(1);
    const transid = await accept({ android_pushid: [id] });
    await expand([transid]);
    const [row] = await sql.query<NewDelivery>(
      `SELECT message_id AS "messageId", service_id AS "serviceId", app_id AS "appId", target, device_id AS "deviceId", kind, destination,
         destination_written AS "destinationWritten", destination_type AS "destinationType", pushid, deviceid, language, correlationid, priority, queued_at AS "queuedAt"
       FROM delivery WHERE message_id = $1`,
      [transid],
    );
    if (!row) throw new Error("no row");
    const outcome = (to: "submitted" | "failed"): Change => {
      const delivery = { ...row, id: newId() };
      const common = { messageId: transid, deliveryId: delivery.id, delivery, at: new Date() };
      return to === "submitted"
        ? { ...common, to, code: "7501", description: "", attempted: true }
        : { ...common, to, code: "7404", description: "no", attempted: true };
    };
    await sql.transaction((tx) => record(tx, [outcome("submitted")]));
    expect(await rows(transid)).toMatchObject([{ state: "submitted", attempts: 1 }]);
    await sql.transaction((tx) => record(tx, [outcome("failed")]));
    expect(await rows(transid)).toMatchObject([{ state: "submitted", attempts: 1 }]);
  });
});
