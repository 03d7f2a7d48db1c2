import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { removeRecipients } from "@/lib/directory/audience/remove-recipients";
import { findCampaign } from "@/lib/results/campaign-list";
import { NotFoundError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { changeCampaign, unscheduleCampaign } from "./change";
import { changeContinuation } from "./change-continuation";
import { sendDue } from "./run";
import { sendCampaign, undoSend } from "./send";
import { pauseCampaign, resumeCampaign, stopCampaign } from "./steer";
import {
  body,
  draft,
  fillList,
  messagesOfCampaign,
  newDraft,
  orderCampaign,
  orderOf,
  people,
  reach,
  testShop,
  usersOf,
  type TestShop,
} from "./testing";

describe("a campaign under way", () => {
  let sql: Database;
  let shop: TestShop;
  let number = 0;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());

  const campaignOf = (id: string) => findCampaign(shop.maya, { id });
  const usersReached = async (id: string) => usersOf(await messagesOfCampaign(sql, id));
  const order = async (recipients: number) => {
    number += 1;
    const audienceId = await fillList(shop, `List ${number}`, people(recipients));
    return orderCampaign(shop, { ...orderOf(), audienceId }, `steer ${number}`, draft);
  };
  /** Has one slice of it accepted, as a worker that dies after that does. */
  const sendOneSlice = async () => {
    let groups = 0;
    await sendDue(() => (groups += 1) === 1);
  };

  it("is paused where its cursor stands, and resumed with exactly what is left", async () => {
    const { campaignId: id, requests } = await order(6_000);
    await sendOneSlice();
    const before = await campaignOf(id);
    expect(before.answered).toBeGreaterThan(0);
    expect(before.answeredRecipients).toBe((await usersReached(id)).length);
    expect(await pauseCampaign(shop.maya, { id })).toEqual({ state: "paused" });
    const paused = await campaignOf(id);
    expect(paused).toMatchObject({ state: "paused", answered: before.answered, pauseReason: null });
    expect(paused.pausedAt).not.toBeNull();
    await sendDue();
    expect((await campaignOf(id)).answered).toBe(before.answered);
    expect(await resumeCampaign(shop.maya, { id })).toEqual({ state: "sending" });
    await sendDue();
    expect(await campaignOf(id)).toMatchObject({
      state: "sent",
      answered: requests,
      answeredRecipients: 6_000,
      plannedRecipients: 6_000,
      pausedAt: null,
    });
    const users = await usersReached(id);
    expect([users.length, new Set(users).size]).toEqual([6_000, 6_000]);
    const events = await eventsOf(sql, shop.serviceId);
    expect(
      events
        .filter(({ entityId }) => entityId === id)
        .map(({ action, snapshot }) => [action, snapshot]),
    ).toEqual([
      ["campaign.send", expect.anything()],
      ["campaign.pause", { name: "Spring", requests, answered: before.answered }],
      ["campaign.resume", { name: "Spring", requests, answered: before.answered }],
    ]);
  });

  it("accepts nothing of a slice that is under way when the pause is committed", async () => {
    const { campaignId: id } = await order(40_000);
    const sending = sendDue();
    await vi.waitFor(async () => expect((await usersReached(id)).length).toBeGreaterThan(0), {
      timeout: 30_000,
      interval: 5,
    });
    await pauseCampaign(shop.maya, { id });
    const { answeredRecipients } = await campaignOf(id);
    await sending;
    expect((await campaignOf(id)).answeredRecipients).toBe(answeredRecipients);
    expect((await usersReached(id)).length).toBe(answeredRecipients);
    await resumeCampaign(shop.maya, { id });
    await sendDue();
    expect(new Set(await usersReached(id)).size).toBe(40_000);
  });

  it("is paused, resumed or stopped by one of several members at once", async () => {
    const { campaignId: id } = await order(10);
    const oneOf = async (verb: typeof pauseCampaign) => {
      const results = await Promise.allSettled(
        Array.from({ length: 4 }, () => verb(shop.maya, { id })),
      );
      return results.filter(({ status }) => status === "fulfilled").length;
    };
    expect(await oneOf(pauseCampaign)).toBe(1);
    expect(await oneOf(resumeCampaign)).toBe(1);
    expect(await oneOf(stopCampaign)).toBe(1);
  });

  it("leaves out the rest when it is stopped, and says how many", async () => {
    const { campaignId: id } = await order(6_000);
    await sendOneSlice();
    await pauseCampaign(shop.maya, { id });
    expect(await stopCampaign(shop.maya, { id })).toEqual({ state: "stopped" });
    await sendDue();
    const stopped = await campaignOf(id);
    const accepted = (await usersReached(id)).length;
    expect(stopped).toMatchObject({ state: "stopped", answeredRecipients: accepted });
    expect(accepted).toBeGreaterThan(0);
    expect(stopped.plannedRecipients - stopped.answeredRecipients).toBe(6_000 - accepted);
    await expect(resumeCampaign(shop.maya, { id })).rejects.toMatchObject({
      status: 409,
      problems: [
        {
          rule: "campaign.resume",
          message: "the campaign is stopped already; only one that is paused can be resumed",
        },
      ],
    });
    await changeCampaign(shop.maya, { id, change: { kind: "archive" } });
    expect((await campaignOf(id)).state).toBe("archived");
  });

  it("cannot be steered before it is sent, nor after", async () => {
    const id = await newDraft(shop);
    for (const verb of [pauseCampaign, resumeCampaign, stopCampaign])
      await expect(verb(shop.maya, { id })).rejects.toMatchObject({ status: 409 });
    const { campaignId } = await order(1);
    await sendDue();
    await expect(pauseCampaign(shop.maya, { id: campaignId })).rejects.toThrow("sent already");
    await expect(stopCampaign(shop.maya, { id: campaignId })).rejects.toThrow("sent already");
  });

  it("is steered by members of its service who may send, and by no one else", async () => {
    const { campaignId: id } = await order(1);
    for (const verb of [pauseCampaign, resumeCampaign, stopCampaign]) {
      await expect(verb(shop.writer, { id })).rejects.toThrow(ForbiddenError);
      await expect(verb(shop.viewer, { id })).rejects.toThrow(ForbiddenError);
      await expect(verb(shop.stranger, { id })).rejects.toThrow(NotFoundError);
    }
    await stopCampaign(shop.maya, { id });
  });

  it("is paused in its undo window, which ends it", async () => {
    const { campaignId: id } = await sendCampaign(shop.maya, {
      request: body,
      reach,
      nonce: "paused in its undo window",
      campaign: draft,
    });
    await pauseCampaign(shop.maya, { id });
    await expect(undoSend(shop.maya, { id })).rejects.toThrow("too late");
    await expect(changeCampaign(shop.maya, { id, change: { kind: "archive" } })).rejects.toThrow(
      "The campaign is paused.",
    );
    await expect(unscheduleCampaign(shop.maya, { id })).rejects.toThrow("Load the page again");
    await sendDue();
    expect(await usersReached(id)).toEqual([]);
    await resumeCampaign(shop.maya, { id });
    await sendDue();
    expect(await usersReached(id)).toEqual(["u"]);
  });

  it("goes on after a provider’s failure as it is set to", async () => {
    const { campaignId: id } = await order(1);
    expect((await campaignOf(id)).continues).toBe("itself");
    await changeContinuation(shop.maya, { id, continues: "by hand" });
    expect((await campaignOf(id)).continues).toBe("by hand");
    await expect(changeContinuation(shop.writer, { id, continues: "itself" })).rejects.toThrow(
      ForbiddenError,
    );
    await sendDue();
    await expect(changeContinuation(shop.maya, { id, continues: "itself" })).rejects.toThrow(
      "Only a campaign that is scheduled, being sent or paused",
    );
  });

  it("has its list unchanged while it is paused", async () => {
    const audienceId = await fillList(shop, "Unchanged", people(3));
    const { campaignId: id } = await orderCampaign(
      shop,
      { ...orderOf(), audienceId },
      "unchanged",
      draft,
    );
    await pauseCampaign(shop.maya, { id });
    await expect(
      removeRecipients(shop.maya, {
        id: audienceId,
        recipients: [{ type: "userid", id: "customer-0" }],
      }),
    ).rejects.toThrow("is paused on its way to this list");
    await stopCampaign(shop.maya, { id });
  });
});
