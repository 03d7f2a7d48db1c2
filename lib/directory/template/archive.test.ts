import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, storeCampaign } from "@/lib/database/testing";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { archiveTemplate, restoreTemplate } from "./archive";
import { openTemplate } from "./open";
import { publishTemplate } from "./publish";
import { removeTemplate } from "./remove";
import { createTemplate } from "./save";
import { contentSaying, testShop, type Shop } from "./testing";
import { readTemplateUsers } from "./used-by";
import { findVersion } from "./version";

describe("keeping templates", () => {
  let database: Database;
  let serviceId: string;
  let appId: string;
  let maya: Shop["maya"];
  let ada: Shop["ada"];

  beforeAll(async () => {
    database = await openTestDatabase();
    ({ serviceId, appId, maya, ada } = await testShop(database));
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const make = async (templateId: string, text = "Hello") =>
    (
      await createTemplate(maya, {
        appId,
        templateId,
        name: `The ${templateId}`,
        content: contentSaying(text),
      })
    ).id;
  const refusalOf = async (call: Promise<unknown>) => {
    const error = await call.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RefusedError);
    return (error as RefusedError).problems[0];
  };
  const sentText = async (templateId: string) =>
    (await findVersion(appId, { templateId }))?.blocks.android?.text;

  it("are deleted with their draft as long as they were never published, and their id is free again", async () => {
    const id = await make("regretted");
    await removeTemplate(ada, { id });
    await expect(openTemplate(maya, { id })).rejects.toThrow(NotFoundError);
    await expect(removeTemplate(ada, { id })).rejects.toThrow(NotFoundError);
    const again = await make("regretted");
    await publishTemplate(ada, { id: again, revision: 1 });
    expect((await refusalOf(removeTemplate(ada, { id: again })))?.message).toContain(
      "Archive it instead",
    );
    const events = await eventsOf(database, serviceId, "template.remove");
    expect(events).toMatchObject([
      { entityId: id, snapshot: { templateId: "regretted", name: "The regretted" } },
    ]);
  });

  it("are not archived while something that is yet to be sent names them", async () => {
    const id = await make("used");
    await publishTemplate(ada, { id, revision: 1 });
    const request = { deliverychannel: "push", appid: "shop", destination: [] };
    const campaign = async (state: string, version: number | null, named: string | null = id) => {
      const body = { ...request, message: { template: "used" } };
      const { id: campaignId, orderId } = await storeCampaign(database, {
        serviceId,
        appId,
        name: `A ${state}`,
        draft: JSON.stringify({ request: body }),
        ...(state !== "draft" && { order: { state, request: JSON.stringify(body) } }),
      });
      if (named !== null)
        await database.query(
          state === "draft"
            ? "INSERT INTO campaign_template (campaign_id, app_id, name, version) SELECT $1, app_id, template_id, $3 FROM template WHERE id = $2"
            : "INSERT INTO campaign_order_template (order_id, app_id, name, version) SELECT $1, app_id, template_id, $3 FROM template WHERE id = $2",
          [state === "draft" ? campaignId : orderId, named, version],
        );
      return campaignId;
    };
    const scheduled = await campaign("scheduled", 1);
    const draft = await campaign("draft", null);
    await campaign("sent", 1);
    // Its text says so, and its rows do not.
    await campaign("draft", null, null);
    expect(await refusalOf(archiveTemplate(ada, { id }))).toMatchObject({
      message:
        "In use by “A scheduled” (scheduled) and “A draft” (draft). Remove it there to archive this template.",
    });
    expect((await readTemplateUsers(maya, { id })).campaigns).toEqual([
      { id: scheduled, name: "A scheduled", state: "scheduled", version: 1 },
      { id: draft, name: "A draft", state: "draft", version: null },
    ]);
    await database.query("DELETE FROM campaign WHERE service_id = $1", [serviceId]);
    await archiveTemplate(ada, { id });
    expect(await sentText("used")).toBeUndefined();
    expect((await refusalOf(publishTemplate(ada, { id, revision: 2 })))?.message).toContain(
      "archived",
    );
    await restoreTemplate(ada, { id });
    expect(await sentText("used")).toBe("Hello");
  });

  it("are archived although programs use them only by who says so", async () => {
    const id = await make("called");
    await publishTemplate(ada, { id, revision: 1 });
    await database.query(
      "INSERT INTO template_use (version_id, day, source, slot, uses, last_at) SELECT id, (now() AT TIME ZONE 'UTC')::date - 2, 'api', 0, 1200, now() FROM template_version WHERE template_id = $1",
      [id],
    );
    const refused = await refusalOf(archiveTemplate(ada, { id }));
    expect(refused?.pointer).toBe("/anyway");
    expect(refused?.message).toMatch(
      /^Programs sent 1,200 messages with this template in the last 30 days, most recently on \d{4}-\d\d-\d\d /,
    );
    await archiveTemplate(ada, { id, anyway: true });
    expect(await sentText("called")).toBeUndefined();
  });
});
