import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { changeContinuation } from "@/lib/campaign/change-continuation";
import { startCampaigns } from "@/lib/campaign/run";
import { releaseSend, sendCampaign } from "@/lib/campaign/send";
import { pauseCampaign, resumeCampaign, stopCampaign } from "@/lib/campaign/steer";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { addRecipients, beginAudience, createAudience } from "@/lib/directory/audience/fill";
import { heldAtMost } from "@/lib/dispatch/places";
import { stoppedText } from "@/lib/dispatch/rest";
import { openSandbox, type TestSandbox } from "@/lib/dispatch/testing";
import type { Actor } from "@/lib/policy/can";
import { readCampaign } from "@/lib/results/read-campaign";

const actor: Actor = { kind: "job", name: "test" };
const request = JSON.stringify({
  deliverychannel: "push",
  appid: "sandbox",
  destination: [],
  channels: { push: { android: { text: "Hello" } } },
});
/** Each look reads all arrivals, in the thread that delivers: it is not to look all the time. */
const patient = { timeout: 200_000, interval: 250 };
const quick = { ...patient, interval: 20 };

describe("a campaign that is being delivered", { timeout: 300_000 }, () => {
  let sql: Database;
  let sandbox: TestSandbox;
  let stopCampaigns: () => Promise<void>;

  beforeAll(async () => {
    sql = await openTestDatabase();
    sandbox = await openSandbox(sql, { lean: true, working: true });
    stopCampaigns = startCampaigns();
  }, 120_000);
  afterAll(async () => {
    await stopCampaigns();
    await sandbox.close();
  }, 60_000);

  /** Sends a campaign to so many new devices. Returns its id, and how often each was reached. */
  const sendTo = async (recipients: number) => {
    const devices = sandbox.lab.addDevices("android", recipients);
    const id = await beginAudience({ actor }, { appid: "sandbox", name: `To ${recipients}` });
    for (let at = 0; at < recipients; at += 2_000)
      await addRecipients(
        { actor },
        {
          id,
          recipients: devices.slice(at, at + 2_000).map(({ pushId }) => ({
            type: "android_pushid" as const,
            id: pushId,
          })),
        },
      );
    await createAudience({ actor }, { id });
    const { campaignId } = await sendCampaign(
      { actor },
      { request, nonce: `to ${recipients}`, reach: { audienceId: id, moreAppids: [] } },
    );
    await releaseSend({ actor }, { id: campaignId });
    const own = new Set(devices.map(({ pushId }) => pushId));
    const times = () => {
      const counts = new Map<string, number>();
      for (const reached of sandbox.lab.arrivals.values())
        for (const [pushId, count] of reached)
          if (own.has(pushId)) counts.set(pushId, (counts.get(pushId) ?? 0) + count);
      return counts;
    };
    const sum = () => [...times().values()].reduce((all, count) => all + count, 0);
    return { id: campaignId, times, sum };
  };
  const campaignOf = (id: string) => readCampaign({ actor }, { id, breakdown: true });
  /** Resolves once no worker has anything of it in flight. */
  const settled = (id: string) =>
    vi.waitFor(async () => {
      const rows = await sql.query(
        `SELECT 1 FROM delivery d JOIN message m ON m.id = d.message_id WHERE m.campaign_id = $1 AND d.lease_token IS NOT NULL
         UNION ALL SELECT 1 FROM job WHERE kind = 'expand' AND (lease_token IS NOT NULL OR next_at <= now())`,
        [id],
      );
      expect(rows).toEqual([]);
    }, patient);
  /** A message of a program is delivered: the workers do not rest. */
  const sendAnother = async () => {
    const [device] = sandbox.lab.addDevices("android", 1);
    const { transid } = await sandbox.accept({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ android_pushid: [device?.pushId] }],
      channels: { push: { android: { text: "Another" } } },
    });
    await sandbox.settled(transid, ({ counts }) => counts["submitted"] === 1);
  };

  it("goes out no further than what was in flight when it is paused, and whole once it is resumed", async () => {
    const recipients = 20_000;
    const { id, times, sum } = await sendTo(recipients);
    await vi.waitFor(() => expect(sum()).toBeGreaterThan(1_000), quick);
    await pauseCampaign({ actor }, { id });
    const clicked = sum();
    await settled(id);
    const rested = sum();
    expect(rested).toBeLessThan(recipients);
    expect(rested - clicked).toBeLessThanOrEqual(heldAtMost);
    await sendAnother();
    expect(sum()).toBe(rested);
    expect(await campaignOf(id)).toMatchObject({ state: "paused" });
    await resumeCampaign({ actor }, { id });
    await vi.waitFor(() => expect(times().size).toBe(recipients), patient);
    await settled(id);
    expect(sum()).toBe(recipients);
    await vi.waitFor(
      async () =>
        expect(await campaignOf(id)).toMatchObject({
          state: "sent",
          counts: { submitted: recipients, queued: 0, failed: 0 },
          answeredRecipients: recipients,
        }),
      patient,
    );
  });

  it("adds up to its plan when it is stopped: sent, left out while it waited, and never accepted", async () => {
    const recipients = 15_000;
    const { id, sum } = await sendTo(recipients);
    await vi.waitFor(() => expect(sum()).toBeGreaterThan(500), quick);
    await stopCampaign({ actor }, { id });
    const stopped = await vi.waitFor(async () => {
      const campaign = await campaignOf(id);
      const { counts } = campaign;
      expect(counts.queued).toBe(0);
      expect(counts.submitted + counts.failed).toBe(campaign.answeredRecipients);
      return campaign;
    }, patient);
    const { counts, breakdown, plannedRecipients, answeredRecipients } = stopped;
    expect(stopped.state).toBe("stopped");
    expect(counts.submitted).toBe(sum());
    const leftOut = plannedRecipients - answeredRecipients;
    expect(counts.submitted + counts.failed + leftOut).toBe(recipients);
    expect(counts.failed + leftOut).toBeGreaterThan(0);
    const reasons =
      counts.failed === 0 ? [] : [{ code: "7404", description: stoppedText, count: counts.failed }];
    expect(breakdown?.reasons).toEqual(reasons);
  });

  it("pauses while a provider refuses the credential, and goes on by itself once it takes it", async () => {
    sandbox.lab.faults.set({ fcm: { status: 401 } });
    const recipients = 3_000;
    const { id, times, sum } = await sendTo(recipients);
    const paused = await vi.waitFor(async () => {
      const campaign = await campaignOf(id);
      expect(campaign.state).toBe("paused");
      return campaign;
    }, patient);
    expect(paused.pauseReason).toMatch(/^Firebase refuses the credential of the app “Sandbox”/);
    sandbox.lab.faults.set({});
    await vi.waitFor(() => expect(times().size).toBe(recipients), patient);
    expect(sum()).toBe(recipients);
    await vi.waitFor(
      async () => expect(await campaignOf(id)).toMatchObject({ state: "sent", pauseReason: null }),
      patient,
    );
  });

  it("waits to be resumed by hand after a provider’s refusal, if it is set to", async () => {
    sandbox.lab.faults.set({ fcm: { status: 401 } });
    const recipients = 2_500;
    const { id, times } = await sendTo(recipients);
    await changeContinuation({ actor }, { id, continues: "by hand" });
    await vi.waitFor(async () => expect((await campaignOf(id)).state).toBe("paused"), patient);
    sandbox.lab.faults.set({});
    // It shows that the provider takes messages again.
    await sendAnother();
    await settled(id);
    expect(times().size).toBe(0);
    expect((await campaignOf(id)).state).toBe("paused");
    await resumeCampaign({ actor }, { id });
    await vi.waitFor(() => expect(times().size).toBe(recipients), patient);
  });
});
