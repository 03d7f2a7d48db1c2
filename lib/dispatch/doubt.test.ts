import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase } from "@/lib/database/testing";
import { loadCredential } from "@/lib/directory/credential/load";
import { saveCredential } from "@/lib/directory/credential/save";
import { openSandbox, type TestSandbox } from "./testing";

const refusal = { status: 400, reason: "BadDeviceToken" };

/** What a provider says that is perhaps the credential's fault: against the lab's APNs. */
describe("a refusal that may be the credential's fault", () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await openSandbox(await openTestDatabase(), { working: true });
  }, 120_000);
  afterAll(() => sandbox.close());

  const request = (pushid: string) => ({
    deliverychannel: "push",
    appid: "sandbox",
    destination: [{ ios_pushid: [pushid] }],
    channels: { push: { ios: { text: "Hi" } } },
  });
  const send = async (pushid: string) => {
    const { transid } = await sandbox.accept(request(pushid));
    const { deliveries } = await sandbox.settled(
      transid,
      ({ counts: { submitted, failed } }) => submitted + failed === 1,
    );
    return deliveries[0];
  };
  const device = async (pushid: string) => {
    const [row] = await sandbox.database.query<{ state: string; reason: string | null }>(
      "SELECT state, state_reason AS reason FROM device WHERE pushid = $1",
      [pushid],
    );
    return row;
  };
  const ios = () => {
    const [added] = sandbox.lab.addDevices("ios", 1);
    return added?.pushId ?? "";
  };
  /** Saves the same credential once more. */
  const save = async () => {
    const [app] = await sandbox.database.query<{ id: string }>(
      "SELECT id FROM app WHERE appid = 'sandbox'",
    );
    const loaded = await loadCredential(app?.id ?? "", "apns");
    const actor = { kind: "job" as const, name: "test" };
    await saveCredential({ actor }, {
      appId: app?.id ?? "",
      provider: "apns",
      credential: loaded?.credential,
    } as Parameters<typeof saveCredential>[1]);
  };

  it("retires no device, one alone included: the same push id is sent to once it was mended", async () => {
    const phone = ios();
    sandbox.lab.faults.set({ apns: refusal });
    const refused = await send(phone);
    expect(refused).toMatchObject({
      status: "failed",
      code: "7512",
      description: expect.stringContaining("other environment") as unknown,
    });
    expect(await device(phone)).toEqual({ state: "active", reason: null });
    sandbox.lab.faults.set({});
    expect(await send(phone)).toMatchObject({ status: "submitted" });
  });

  it("retires a device that is refused after others were accepted, until a change", async () => {
    const [dead, living] = [ios(), ios()];
    sandbox.lab.faults.set({ apns: refusal });
    await send(dead);
    await send(dead);
    expect((await device(dead))?.state).toBe("active");
    sandbox.lab.faults.set({});
    // To the minute: as if a minute had passed.
    await sandbox.database.query("UPDATE credential SET worked_at = NULL");
    await expect
      .poll(async () => {
        await send(living);
        return (
          await sandbox.database.query(
            "SELECT 1 FROM credential WHERE provider = 'apns' AND worked_at IS NOT NULL",
          )
        ).length;
      })
      .toBe(1);
    sandbox.lab.faults.set({ apns: refusal });
    await send(dead);
    expect(await device(dead)).toEqual({
      state: "invalid",
      reason: expect.stringContaining("APNs 400 BadDeviceToken") as unknown,
    });
    expect(await send(dead)).toMatchObject({ status: "failed", code: "7513" });
    await save();
    expect(await device(dead)).toEqual({ state: "active", reason: null });
    sandbox.lab.faults.set({});
    expect(await send(dead)).toMatchObject({ status: "submitted" });
  });

  it("says what it says of the registration that it was about: a newer one stands", async () => {
    const phone = ios();
    await send(phone);
    await sandbox.database.query(
      "UPDATE device SET last_seen_at = now() + interval '1 minute' WHERE pushid = $1",
      [phone],
    );
    sandbox.lab.faults.set({ apns: { status: 410, reason: "Unregistered" } });
    expect(await send(phone)).toMatchObject({ status: "failed", code: "7513" });
    expect((await device(phone))?.state).toBe("active");
    await sandbox.database.query("UPDATE device SET last_seen_at = now() WHERE pushid = $1", [
      phone,
    ]);
    expect(await send(phone)).toMatchObject({ status: "failed", code: "7513" });
    expect((await device(phone))?.state).toBe("invalid");
    sandbox.lab.faults.set({});
  });

  it("is reported as it is to a user's delivery, with any other devices of the user", async () => {
    const user = "has both";
    await sandbox.database.query(
      "INSERT INTO device_user (app_id, userid, device_id) SELECT DISTINCT ON (kind) app_id, $1, id FROM device WHERE kind IN ('ios', 'android') AND state = 'active' ORDER BY kind, id",
      [user],
    );
    await sandbox.database.query(
      "UPDATE device SET state = 'invalid' WHERE kind = 'ios' AND id IN (SELECT device_id FROM device_user WHERE userid = $1)",
      [user],
    );
    const { transid } = await sandbox.accept({ ...request(""), destination: [{ userid: [user] }] });
    const { deliveries } = await sandbox.settled(transid, ({ counts }) => counts.failed === 1);
    expect(deliveries[0]?.description).toBe(
      "The devices of this user that the message has content for are unregistered",
    );
  });
});
