import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { testMember, testOwner } from "@/lib/auth/testing";
import { openTestDatabase, storeCampaign } from "@/lib/database/testing";
import { openSandbox, type TestSandbox } from "@/lib/dispatch/testing";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { readFollower, refusalOf } from "./followers";
import { openTemplate } from "./open";
import { proveTemplate, type TemplateProof } from "./prove";
import { saveTemplate } from "./save";

describe("the proof of a draft", () => {
  let sandbox: TestSandbox;
  let id: string;
  const owner = { actor: testOwner() };

  beforeAll(async () => {
    sandbox = await openSandbox(await openTestDatabase());
    const [row] = await sandbox.database.query<{ id: string }>(
      "SELECT id FROM template WHERE template_id = 'order_shipped'",
    );
    id = row?.id ?? "";
    const accept = (parameters: object, source: "api" | "test" = "api") =>
      sandbox.accept(
        {
          deliverychannel: "push",
          appid: "sandbox",
          destination: [{ userid: ["user-1"] }],
          message: { template: "order_shipped", parameters },
        },
        { source },
      );
    for (let n = 0; n < 20; n++) await accept({ name: `Ann ${n}`, order: `A-${n}` });
    await accept({ name: "Lee", order: "A-20", days: "9" });
    await accept({ name: "Tess", order: "A-21" }, "test");
  }, 120_000);
  afterAll(() => sandbox.close(), 60_000);

  const keep = async (
    change: (content: {
      blocks: { ios: { title: string } };
      parameters: { name: string }[];
    }) => void,
  ) => {
    const { draft, revision } = await openTemplate(owner, { id });
    const [row] = await sandbox.database.query<{ content: string }>(
      "SELECT content FROM template_version WHERE template_id = $1",
      [id],
    );
    expect(draft === null || draft.content !== "").toBe(true);
    const content = JSON.parse(row?.content ?? "") as Parameters<typeof change>[0];
    change(content);
    await saveTemplate(owner, { id, revision, content: JSON.stringify(content) });
  };
  const reports = async () => {
    const all: TemplateProof[] = [];
    for await (const report of await proveTemplate(owner, { id })) all.push(report);
    return all;
  };

  it("is refused where there is nothing to compare, and to who may not read real values", async () => {
    const refused: unknown = await proveTemplate(owner, { id }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RefusedError);
    const marketer = testMember({ [sandbox.service.id]: { role: "marketer" } });
    const forbidden: unknown = await proveTemplate({ actor: marketer }, { id }).catch(
      (error: unknown) => error,
    );
    expect(forbidden).toBeInstanceOf(ForbiddenError);
    const stranger = testMember({ [crypto.randomUUID()]: { role: "owner" } });
    const hidden: unknown = await proveTemplate({ actor: stranger }, { id }).catch(
      (error: unknown) => error,
    );
    expect(hidden).toBeInstanceOf(NotFoundError);
  });

  it("runs what was really sent through it, tests left out", async () => {
    await keep(({ blocks }) => (blocks.ios.title = "On its way, ${name}"));
    const last = (await reports()).at(-1);
    expect(last).toMatchObject({
      done: 21,
      total: 21,
      unchanged: 0,
      left: 0,
      refusals: [],
      overflows: [],
    });
    expect(last?.groups).toMatchObject([
      {
        kind: "ios",
        parts: ["title"],
        calls: 21,
        example: { after: { words: expect.arrayContaining(["On its way, Lee"]) } },
      },
    ]);
  });

  it("names what would be refused from then on", async () => {
    await keep(({ parameters }) => {
      const days = parameters.find(({ name }) => name === "days") as {
        required?: boolean;
        default?: string;
      };
      delete days.default;
      days.required = true;
    });
    expect((await reports()).at(-1)?.refusals).toEqual([
      { rule: "template.parameter.required", parameter: "days", language: "", calls: 20 },
    ]);
  });

  it("names the scheduled campaigns that will use it, and those that it would stop", async () => {
    const schedule = async (name: string, parameters: object, version: number | null) => {
      const [app] = await sandbox.database.query<{ appId: string; serviceId: string }>(
        `SELECT id AS "appId", service_id AS "serviceId" FROM app WHERE appid = 'sandbox'`,
      );
      const request = {
        appid: "sandbox",
        destination: [],
        message: { template: "order_shipped", parameters },
      };
      const order = {
        state: "scheduled",
        request: JSON.stringify(request),
        plan: { sandbox: {} },
      };
      const { orderId } = await storeCampaign(sandbox.database, {
        serviceId: app?.serviceId ?? "",
        appId: app?.appId ?? "",
        name,
        order,
      });
      await sandbox.database.query(
        "INSERT INTO campaign_order_template (order_id, app_id, name, version) SELECT $1, app_id, template_id, $3 FROM template WHERE id = $2",
        [orderId, id, version],
      );
    };
    await schedule("Follows and fits", { name: "Ann", order: "A-1", days: "2" }, null);
    await schedule("Follows", { name: "Ann", order: "A-1" }, null);
    await schedule("Keeps its version", { name: "Ann", order: "A-1" }, 1);
    const followers = (await reports()).at(-1)?.followers ?? [];
    expect(new Map(followers.map(({ name, refused }) => [name, refused]))).toEqual(
      new Map([
        ["Follows and fits", undefined],
        ["Follows", "It has no value for ${days}."],
      ]),
    );
    const stranger = testMember({ [crypto.randomUUID()]: { role: "owner" } });
    const hidden: unknown = await readFollower(
      { actor: stranger },
      { id: followers[0]?.id ?? "" },
    ).catch((error: unknown) => error);
    expect(hidden).toBeInstanceOf(NotFoundError);
    // By what is published it goes out as it is.
    for (const { id: campaign } of followers)
      expect(await readFollower(owner, { id: campaign })).toBeUndefined();
    await sandbox.database.query("UPDATE template SET archived_at = now() WHERE id = $1", [id]);
    await expect
      .poll(() => readFollower(owner, { id: followers[0]?.id ?? "" }))
      .toBe("Its template is archived.");
    await sandbox.database.query("UPDATE template SET archived_at = NULL WHERE id = $1", [id]);
  });

  it("takes the columns of a list for values of each recipient", () => {
    const parameter = (name: string, more: object = {}) => ({
      name,
      type: "text" as const,
      required: true,
      sample: "",
      description: "",
      ...more,
    });
    const said = {
      parameters: { shop: "Mitte" },
      list: ["name", "city"],
      columns: { town: "city" },
    };
    const refused = (...parameters: ReturnType<typeof parameter>[]) =>
      refusalOf({ parameters }, said);
    expect(refused(parameter("shop"), parameter("name"), parameter("town"))).toBeUndefined();
    expect(refused(parameter("shop"), parameter("price"))).toBe("It has no value for ${price}.");
    expect(refused(parameter("name"))).toBe("It has a value for ${shop}, which was removed.");
    expect(refused(parameter("shop", { type: "number" }))).toContain("shop");
  });

  it("ends when who asked goes away", async () => {
    const running = await proveTemplate(owner, { id });
    await running.return();
    expect(await running.next()).toEqual({ done: true, value: undefined });
  });
});
