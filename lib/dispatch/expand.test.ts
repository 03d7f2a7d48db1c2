import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { setDatabase, type Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { unfinished } from "@/lib/work/jobs";
import { expand } from "./expand";
import { finishMessages } from "./record";
import { openSandbox, type TestSandbox } from "./testing";

const slice = 7;

describe("a message that is expanded in several transactions", () => {
  let sandbox: TestSandbox;
  let sql: Database;

  beforeAll(async () => {
    sql = await openTestDatabase();
    sandbox = await openSandbox(sql, { lean: true });
  }, 120_000);
  afterEach(() => setDatabase(sql));
  afterAll(() => sandbox.close(), 120_000);

  /**
   * Transactions of seven recipients, of which the ones from `failing` on are rolled back, as those
   * of a process that is killed.
   */
  const use = (failing = Infinity) => {
    let begun = 0;
    const failingDatabase: Database = {
      ...sql,
      transaction: (run) =>
        sql.transaction(async (tx) => {
          const result = await run(tx);
          begun += 1;
          if (begun >= failing) throw new Error("killed");
          return result;
        }),
    };
    setDatabase(failingDatabase);
  };
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
  let devices = 0;
  const pushIds = (count: number) =>
    Array.from({ length: count }, () => `push-id-${(devices += 1)}`);
  const stateOf = async (transid: string) =>
    (
      await sql.query<{ state: string; expanded: number }>(
        "SELECT state, expanded FROM message WHERE id = $1",
        [transid],
      )
    )[0];
  const destinations = async (transid: string) =>
    (
      await sql.query<{ destination: string }>(
        "SELECT destination FROM delivery WHERE message_id = $1 ORDER BY destination",
        [transid],
      )
    ).map(({ destination }) => destination);

  it("has each recipient once, in the end", async () => {
    use();
    const ids = pushIds(30);
    const transid = await accept({ android_pushid: ids });
    const small = await Promise.all([
      accept({ android_pushid: ids.slice(0, 1) }),
      accept({ android_pushid: ids.slice(0, 10) }),
    ]);
    await expand([transid, ...small], Infinity, slice);
    expect(await destinations(transid)).toEqual(ids.toSorted());
    expect(await stateOf(transid)).toEqual({ state: "sending", expanded: 30 });
    for (const one of small) expect((await stateOf(one))?.state).toBe("sending");
    expect(await destinations(small[1])).toHaveLength(10);
  });

  it("stays accepted when its process dies on the way, and is gone on with where that one ended", async () => {
    const users = ["late-1", "late-2"];
    const ids = pushIds(28);
    const transid = await accept({ userid: users }, { android_pushid: ids });
    use(3);
    await expect(expand([transid], Infinity, slice)).rejects.toThrow("killed");
    expect(await stateOf(transid)).toEqual({ state: "accepted", expanded: 2 * slice });
    expect(await destinations(transid)).toHaveLength(2 * slice);
    await finishMessages(sql, [transid]);
    expect((await stateOf(transid))?.state).toBe("accepted");
    // The first deliveries keep their status, even when their user gets a device meanwhile.
    const [device] = await sql.query<{ id: string; appId: string }>(
      'SELECT id, app_id AS "appId" FROM device WHERE pushid = $1',
      [ids[0]],
    );
    await sql.query("INSERT INTO device_user (app_id, userid, device_id) VALUES ($1, $2, $3)", [
      device?.appId,
      users[0],
      device?.id,
    ]);
    use();
    await expand([transid], Infinity, slice);
    expect(await destinations(transid)).toEqual([...users, ...ids].toSorted());
    expect(await stateOf(transid)).toEqual({ state: "sending", expanded: 30 });
    const codes = await sql.query(
      "SELECT code FROM delivery WHERE message_id = $1 AND destination_type = 'userid'",
      [transid],
    );
    expect(codes).toEqual([{ code: "7105" }, { code: "7105" }]);
  });

  it("is expanded once when two have it", async () => {
    use();
    const ids = pushIds(40);
    const transid = await accept({ android_pushid: ids });
    await Promise.all([
      expand([transid], Infinity, slice),
      expand([transid], Infinity, slice),
      expand([transid], Infinity, slice),
    ]);
    expect(await destinations(transid)).toEqual(ids.toSorted());
    await expand([transid], Infinity, slice);
    expect(await destinations(transid)).toHaveLength(40);
  });

  it("goes on at the next turn where the last one ended, with those that were accepted with it, too", async () => {
    use();
    const transids = [];
    for (let count = 0; count < 10; count += 1)
      transids.push(await accept({ android_pushid: pushIds(slice) }));
    // A turn ends early on a slow machine.
    let turns = 1;
    for (; turns < 20 && (await expand(transids, 4, slice)) === unfinished;) turns += 1;
    expect(turns).toBeGreaterThanOrEqual(3);
    for (const transid of transids) expect(await destinations(transid)).toHaveLength(slice);
  });

  it("that cannot be read any more is ended, as it is in one", async () => {
    use();
    const transid = await accept({ android_pushid: pushIds(10) });
    await sql.query("UPDATE message SET request = 'x'::bytea WHERE id = $1", [transid]);
    await expand([transid], Infinity, slice);
    expect((await stateOf(transid))?.state).toBe("done");
  });
});
