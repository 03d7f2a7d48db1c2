import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { openApprovals } from "@/lib/results/open-approvals";
import { NotFoundError } from "@/lib/verb/errors";
import { testDesk, type TestDesk } from "./approval/testing";
import { withdrawApproval } from "./ask";
import { sendApproved } from "./send-approved";

describe("open approvals", () => {
  let sql: Database;
  let desk: TestDesk;

  beforeAll(async () => {
    sql = await openTestDatabase();
    desk = await testDesk(sql);
  });
  afterAll(() => sql.close());

  const of = async (as: TestDesk["admin"] | TestDesk["shop"]["maya"]) =>
    openApprovals(as, { serviceId: desk.shop.serviceId });

  it("wait for who may decide, and are the asker's own, the oldest first", async () => {
    const [one, two] = [await desk.ask(), await desk.ask()];
    const forAdmin = await of(desk.admin);
    expect(forAdmin.waiting).toMatchObject([
      {
        campaignId: one,
        name: "Spring",
        state: "waiting",
        isRequester: false,
        own: false,
        askedBy: "Maya",
      },
      { campaignId: two, own: false },
    ]);
    expect(forAdmin.decided).toEqual([]);
    expect((await of(desk.shop.maya)).waiting).toMatchObject([
      { campaignId: one, isRequester: true, own: true },
      { campaignId: two, own: true },
    ]);
    await desk.decide(one);
    await desk.decide(two, desk.admin, false);
    expect((await of(desk.admin)).waiting).toEqual([]);
  });

  it("are shown to the asker once they are decided, until they are sent, asked again or withdrawn", async () => {
    const id = await desk.approved();
    const mine = async () =>
      (await of(desk.shop.maya)).decided.find(({ campaignId }) => campaignId === id);
    expect(await mine()).toMatchObject({ state: "approved", decidedBy: "ada@a.example" });
    expect((await of(desk.admin)).decided).toEqual([]);
    expect((await of(desk.shop.maya)).decided[0]?.campaignId).toBe(id);
    await sql.query(
      "UPDATE approval SET expires_at = now() - interval '1 second' WHERE campaign_id = $1",
      [id],
    );
    expect(await mine()).toMatchObject({ state: "expired" });
    await sql.query(
      "UPDATE approval SET expires_at = now() + interval '1 day' WHERE campaign_id = $1",
      [id],
    );
    await sendApproved(desk.shop.maya, { id });
    expect(await mine()).toBeUndefined();
    const withdrawn = await desk.approved();
    await withdrawApproval(desk.shop.maya, { id: withdrawn });
    expect((await of(desk.shop.maya)).decided.map(({ campaignId }) => campaignId)).not.toContain(
      withdrawn,
    );
  });

  it("are those of the service alone", async () => {
    await expect(of(desk.shop.stranger)).rejects.toThrow(NotFoundError);
  });
});
