import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { ConflictError } from "@/lib/verb/errors";
import { testDesk, type TestDesk } from "./approval/testing";
import { askApproval, withdrawApproval } from "./ask";
import { changeCampaign } from "./change";
import { decideApproval } from "./decide";
import { saveCampaign } from "./save";
import { body, reach } from "./testing";

const time = expect.stringMatching(/^20.*Z$/) as string;

describe("two members at one request for approval", () => {
  let sql: Database;
  let desk: TestDesk;
  beforeAll(async () => {
    sql = await openTestDatabase();
    desk = await testDesk(sql);
  });
  afterAll(() => sql.close());

  const requestApproval = async () => {
    const campaign = await desk.ask();
    const { id = "", sha256 = "" } = (await desk.latest(campaign)) ?? {};
    return { campaign, input: { id, sha256, approve: true } };
  };
  const decided = (input: Parameters<typeof decideApproval>[1]) =>
    decideApproval(desk.other, input);

  it.each([
    [true, "approved"],
    [false, "declined"],
  ])("hear who decided before them (%s)", async (approve, state) => {
    const { input } = await requestApproval();
    await decideApproval(desk.admin, { ...input, approve, reason: "Because" });
    await expect(decided(input)).rejects.toMatchObject({
      message: `ada@a.example ${state} this request in the meantime. Load the page again to see its status.`,
      conflict: { by: "ada@a.example", at: time, theirs: { state } },
    });
  });

  it("hear who withdrew it, and who changed the message", async () => {
    const withdrawn = await requestApproval();
    await withdrawApproval(desk.shop.maya, { id: withdrawn.campaign });
    await expect(decided(withdrawn.input)).rejects.toMatchObject({
      message: "Maya withdrew this request in the meantime. Load the page again to see its status.",
      conflict: { by: "Maya", at: time, theirs: { state: "withdrawn" } },
    });
    const repeated = await requestApproval();
    await askApproval(desk.shop.maya, {
      request: body,
      reach,
      campaign: await desk.now(repeated.campaign),
      note: "Sooner",
    });
    await expect(decided(repeated.input)).rejects.toMatchObject({
      message:
        "Maya requested approval again in the meantime. Load the page again to see its status.",
      conflict: { by: "Maya", at: time, theirs: { state: "void" } },
    });
    const edited = await requestApproval();
    await saveCampaign(desk.admin, {
      campaign: { ...(await desk.now(edited.campaign)), draft: '{"by":"Ada"}' },
    });
    await expect(decided(edited.input)).rejects.toMatchObject({
      message:
        "ada@a.example changed this message in the meantime. Load the page again to see its status.",
      conflict: { by: "ada@a.example", at: time, theirs: { state: "void" } },
    });
  });

  it("hear who archived it or sent it, and name no one who only renamed it later", async () => {
    const rename = (id: string) =>
      changeCampaign(desk.shop.maya, { id, change: { kind: "rename", name: "Summer" } });
    const archived = await requestApproval();
    await changeCampaign(desk.admin, { id: archived.campaign, change: { kind: "archive" } });
    await expect(decided(archived.input)).rejects.toMatchObject({
      message:
        "ada@a.example archived this campaign in the meantime. Load the page again to see its status.",
      conflict: { by: "ada@a.example", at: time, theirs: { state: "void" } },
    });
    await rename(archived.campaign);
    await expect(decided(archived.input)).rejects.toMatchObject({
      message: "This campaign was archived in the meantime. Load the page again to see its status.",
      conflict: { by: "Another member", at: time, theirs: { state: "void" } },
    });
    const edited = await requestApproval();
    await saveCampaign(desk.admin, {
      campaign: { ...(await desk.now(edited.campaign)), draft: '{"by":"Ada"}' },
    });
    await rename(edited.campaign);
    await expect(decided(edited.input)).rejects.toMatchObject({
      message: "This message was changed in the meantime. Load the page again to see its status.",
      conflict: { by: "Another member", at: time },
    });
    const sent = await requestApproval();
    await desk.rules({ approvalScheduled: true });
    await desk.sendAs(sent.campaign);
    await desk.rules({ approvalAbove: 0, approvalScheduled: true });
    await expect(decided(sent.input)).rejects.toMatchObject({
      message:
        "Maya sent or scheduled this message in the meantime. Load the page again to see its status.",
      conflict: { by: "Maya", at: time },
    });
  });

  it("get a plain refusal where something else ended it", async () => {
    const { campaign, input } = await requestApproval();
    const stale = await decided({ ...input, sha256: "0".repeat(64) }).catch(
      (error: unknown) => error,
    );
    expect(stale).not.toBeInstanceOf(ConflictError);
    expect(stale).toMatchObject({ message: expect.stringContaining("in the meantime") as string });
    await sql.query(
      "UPDATE approval SET state = 'void', ended_at = now() + interval '1 minute' WHERE campaign_id = $1",
      [campaign],
    );
    const ended = await decided(input).catch((error: unknown) => error);
    expect(ended).not.toBeInstanceOf(ConflictError);
    await changeCampaign(desk.shop.maya, {
      id: campaign,
      change: { kind: "rename", name: "Summer" },
    });
    await sql.query(
      "UPDATE approval SET reason = 'The approval expired.', ended_at = ended_at - interval '1 hour' WHERE campaign_id = $1",
      [campaign],
    );
    const renamed = await decided(input).catch((error: unknown) => error);
    expect(renamed).not.toBeInstanceOf(ConflictError);
  });
});
