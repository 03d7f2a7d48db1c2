import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { openTestDatabase } from "@/lib/database/testing";
import { publishForTest } from "@/lib/directory/template/testing";
import { openSandbox, type TestSandbox } from "@/lib/dispatch/testing";
import { parseJson } from "@/lib/interface/exact-json";
import type { PushBlocksInput, PushRequestInput } from "@/lib/interface/request";
import { sendDue } from "./run";
import { saveCampaign } from "./save";
import { scheduleCampaign } from "./schedule";
import { sendTestMessage } from "./send-test";
import { sendNow } from "./testing";

const maya = { actor: testOwner() };
const numbers = ["12345678901234567890", "1.10", "1E5", "-0", "1e400", "0.10e-7", "42"];
const tags = `{${numbers.map((number, at) => `"n${at}":${number}`).join(",")},"deep":{"list":[${numbers.join(",")}]}}`;
const extras = `"extras":{"customtags":${tags}}`;
const blocks = `{"android":{"text":"A",${extras}},"ios":{"text":"I",${extras}},"web":{"platform_types":["chrome","firefox","safari"],"title":"T","text":"W",${extras}}}`;
const bodyOf = (more: string) =>
  `{"deliverychannel":"push","appid":"sandbox","destination":[{"userid":["user-1","user-2","user-3"]}],${more}}`;
const bodyText = bodyOf(`"channels":{"push":${blocks}}`);
const pattern = () => parseJson(bodyText) as PushRequestInput;
const nothing = { audienceId: null, moreAppids: [] };

/** From every way in to what the lab's providers received. */
describe("the digits of customtags", () => {
  let sandbox: TestSandbox;

  beforeAll(async () => {
    sandbox = await openSandbox(await openTestDatabase(), { working: true });
  }, 120_000);
  afterAll(() => sandbox.close(), 120_000);

  /** That all six devices got every number as it was written. */
  const arrived = async (transid: string) => {
    await sandbox.settled(
      transid,
      ({ state, counts }) => state === "done" && counts.submitted === 6,
    );
    const seen = sandbox.lab.notifications().filter((one) => one.transid === transid);
    expect(new Set(seen.map(({ kind }) => kind)).size).toBe(6);
    for (const { kind, body } of seen) {
      if (kind !== "android" && kind !== "hms") {
        expect(body).toContain(tags.slice(1, -1));
        continue;
      }
      const { data } = (JSON.parse(body) as { message: { data: unknown } }).message;
      expect(typeof data === "string" ? JSON.parse(data) : data).toMatchObject({
        ...Object.fromEntries(numbers.map((number, at) => [`n${at}`, number])),
        deep: `{"list":[${numbers.join(",")}]}`,
      });
    }
  };

  it("arrive from the endpoint", async () => {
    const reply = await sandbox.accept(bodyText);
    expect(reply.ok && reply.warnings.map(({ rule }) => rule)).toContain("customtags.scalar");
    await arrived(reply.transid);
  });

  it("arrive from a template that the request adds to", async () => {
    const [app] = await sandbox.database.query<{ id: string }>(
      "SELECT id FROM app WHERE appid = 'sandbox'",
    );
    await publishForTest(maya, {
      appId: app?.id ?? "",
      templateId: "digits",
      name: "Digits",
      blocks: parseJson(blocks) as PushBlocksInput,
      parameters: [],
    });
    const own = `"channels":{"push":{"ios":{"title":"Own"},"android":{"extras":{"customtags":{"n1":1.10,"more":2.50}}}}}`;
    const reply = await sandbox.accept(bodyOf(`"message":{"template":"digits"},${own}`));
    await arrived(reply.transid);
    const fcm = sandbox.lab
      .notifications()
      .find((one) => one.transid === reply.transid && one.kind === "android");
    expect(fcm?.body).toContain('"more":"2.50"');
  });

  it("arrive from each kind of send of the console", async () => {
    expect.hasAssertions();
    await arrived(
      (await sendNow(
        sandbox.database,
        { maya },
        { request: bodyText, nonce: "digits", reach: nothing },
      )) ?? "",
    );

    const choice = { groups: [], devices: [], browsers: [], users: ["user-1", "user-2", "user-3"] };
    const tested = await sendTestMessage(maya, { request: bodyText, nonce: "digits", choice });
    await arrived(tested.transids[0] ?? "");

    const draft = JSON.stringify({ request: pattern() });
    const saved = await saveCampaign(maya, {
      campaign: { id: null, revision: 0, name: "Digits", appid: "sandbox", draft },
    });
    if (saved.kind !== "saved") throw new Error(JSON.stringify(saved));
    const startsAt = new Date(Date.now() + 3_600_000).toISOString();
    await scheduleCampaign(maya, {
      id: saved.id,
      revision: saved.revision,
      startsAt,
      timezone: "UTC",
      request: bodyText,
      reach: nothing,
    });
    await sandbox.database.query(
      "UPDATE campaign_order SET due_at = now() - interval '1 minute' WHERE campaign_id = $1",
      [saved.id],
    );
    await sendDue();
    const [row] = await sandbox.database.query<{ transid: string }>(
      "SELECT transid FROM campaign_order WHERE campaign_id = $1",
      [saved.id],
    );
    await arrived(row?.transid ?? "");
  });
});
