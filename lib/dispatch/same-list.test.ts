import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readRequest } from "@/lib/compose/adopt";
import { bodyOf } from "@/lib/compose/assemble";
import { examine } from "@/lib/compose/examine";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { testApp } from "@/lib/directory/app/testing";
import { createService } from "@/lib/directory/service/create";
import { findService, type ServiceRecord } from "@/lib/directory/service/find";
import { publishForTest } from "@/lib/directory/template/testing";
import { acceptRequest } from "@/lib/dispatch/accept";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import type { PushRequestInput } from "@/lib/interface/request";
import { templateParametersSchema } from "@/lib/template/parameters";
import type { Sender } from "@/lib/template/review-request";
import { orderShipped } from "@/prisma/order-shipped";

/** What each app has a credential for. */
const providers: Record<string, readonly ProviderKind[]> = {
  shop: ["fcm", "apns", "hms", "webpush"],
  huawei: ["hms"],
  apple: ["apns", "webpush"],
  bare: [],
  silent: ["fcm"],
};
/** The facts of an app for the composer; nothing of one that the service does not have. */
const senderOf = (appid: string): Sender | undefined =>
  Object.hasOwn(providers, appid)
    ? { pushEnabled: appid !== "silent", providers: providers[appid] ?? [] }
    : undefined;
const actor = { kind: "job" as const, name: "test" };

/** Forms as people leave them: complete, half-written and wrong, in any mixture. */
const text = fc.constantFrom("Hello", "", "न".repeat(1_400), "a\u0000b", "${name}");
const action = fc.constantFrom(
  undefined,
  { action: "OPEN_URL" },
  { action: "OPENURL", value: "www.example.com" },
  { action: "FLY", value: "x" },
  { action: "DEEPLINK", value: "app://x" },
);
const life = fc.constantFrom(undefined, 0, "60", "soon", 99_999_999);
const tags = fc.constantFrom(
  undefined,
  { a: "1" },
  { n: 7 },
  { imageurl: "https://a.example/i.png", o: { p: [1] } },
);
const extras = fc.record(
  { notificationaction: action, time_to_live: life, customtags: tags },
  { requiredKeys: [] },
);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const anyRequest = fc.record({
  deliverychannel: fc.constantFrom("push", "sms"),
  appid: fc.constantFrom(
    "shop",
    "shop",
    "shop",
    "huawei",
    "apple",
    "bare",
    "silent",
    "nobody",
    "{{inappid}}",
    "",
  ),
  destination: fc.constantFrom(
    [{ userid: ["u"] }],
    [{ userid: [] }],
    [{ userid: ["u", "u"] }, { ios_pushid: [""] }],
    [
      { hms_pushid: ["h"], correlationid: "own" },
      { ios_pushid: ["i"] },
      { userid: ["u"] },
      { firefox_pushid: ["f"] },
    ],
    [{}],
  ),
  message: maybe(
    fc.constantFrom(
      { template: "order_shipped", parameters: { name: "Maya", order: "A-1" } },
      { template: "order_shipped", parameters: { nam: "Maya" } },
      { template: "nope" },
    ),
  ),
  channels: maybe(
    fc.record({
      push: fc.record({
        android: maybe(fc.record({ title: text, text, extras })),
        ios: maybe(fc.record({ text, extras })),
        web: maybe(
          fc.record({
            platform_types: fc.constantFrom(undefined, [], ["chrome"], ["opera"]),
            text,
            url: text,
          }),
        ),
        interactive: maybe(
          fc.record({
            category: fc.constantFrom(undefined, "SINGLE_OPEN", "DOUBLE_YES_NO", "TRIPLE"),
            device_types: fc.constantFrom(undefined, ["android"], ["tv", "ios", "ios"]),
            actions: fc.constantFrom(
              undefined,
              [{ pos: 1 }],
              [{ pos: 1 }, { pos: "2", action: "SHARE" }],
              [{ pos: 3 }],
            ),
          }),
        ),
      }),
    }),
  ),
  expiry: fc.constantFrom(
    undefined,
    "",
    "2020-01-01T00:00:00.000Z",
    "2099-01-01T00:00:00Z",
    "tomorrow",
  ),
  correlationid: fc.constantFrom(undefined, "c", "é".repeat(26)),
  notifyurl: fc.constantFrom(
    undefined,
    "http://a.example",
    " https://a.example",
    "https://a.example",
  ),
});

/** Nothing wrong with the request itself: what is found has to do with the app. */
const complete = fc.record({
  deliverychannel: fc.constant("push"),
  appid: fc.constantFrom("shop", "huawei", "apple", "bare", "silent", "nobody"),
  destination: fc.subarray(
    [
      { userid: ["u"] },
      { hms_pushid: ["h"], correlationid: "own" },
      { ios_pushid: ["i"] },
      { android_pushid: ["a"] },
      { safari_pushid: ["s"] },
    ],
    { minLength: 1 },
  ),
  message: fc.constant(undefined),
  channels: fc.record({
    push: fc.subarray(["android", "ios", "web"] as const, { minLength: 1 }).map((blocks) =>
      Object.fromEntries(
        blocks.map((name) => [
          name,
          {
            title: "T",
            text: "Hello",
            ...(name === "web" && { platform_types: ["chrome"], actiontext: "Go" }),
          },
        ]),
      ),
    ),
  }),
});
const form = fc.oneof({ weight: 3, arbitrary: anyRequest }, { weight: 1, arbitrary: complete });

describe("the composer and the endpoint", () => {
  let sql: Database;
  let service: ServiceRecord;

  beforeAll(async () => {
    sql = await openTestDatabase();
    const id = await sql.transaction(async (tx) => {
      const createdService = await createService(
        { actor, tx },
        { name: "Shop", sandbox: false, httpsOnly: true, key: "sk_same_list_test_0001" },
      );
      for (const [appid, kinds] of Object.entries(providers)) {
        const app = await testApp(tx, createdService.id, appid, kinds);
        if (appid === "silent")
          await tx.query("UPDATE app SET push_enabled = false WHERE id = $1", [app.id]);
        if (appid === "shop")
          await publishForTest({ actor, tx }, { appId: app.id, ...orderShipped });
      }
      return createdService.id;
    });
    const storedService = await findService(id);
    if (!storedService) throw new Error("no service");
    service = storedService;
  }, 60_000);
  afterAll(async () => {
    await sql.close();
  }, 60_000);

  /** What both say to one body. */
  async function heard(body: string, request: Partial<PushRequestInput>) {
    const reply = await acceptRequest({
      service,
      source: "console",
      bytes: new TextEncoder().encode(body),
    });
    const named = request.message?.template === "order_shipped" && request.appid === "shop";
    const { templateId, blocks, parameters } = orderShipped;
    const seen = examine(body, {
      app: { name: "Shop" },
      sender: senderOf(request.appid ?? ""),
      httpsOnly: true,
      sizeRule: "body",
      template: named
        ? {
            templateId,
            version: 1,
            languages: [],
            blocks,
            parameters: templateParametersSchema.parse(parameters),
          }
        : undefined,
      now: Date.now(),
    });
    return {
      composer: { problems: seen.problems, warnings: seen.warnings },
      endpoint: { problems: reply.problems, warnings: reply.warnings },
    };
  }

  it("find the same problems and warnings in the same request, in the same order", async () => {
    await fc.assert(
      fc.asyncProperty(form, async (request) => {
        const { composer, endpoint } = await heard(
          bodyOf(request as unknown as PushRequestInput),
          request as Partial<PushRequestInput>,
        );
        expect(composer).toEqual(endpoint);
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  const samples = join(import.meta.dirname, "../interface/samples/requests");
  const filled = (text: string) =>
    text.replaceAll('"{{inappid}}"', '"shop"').replaceAll(/"(\{\{|<)[^"]*(\}\}|>)"/g, '""');

  it.each(readdirSync(samples))(
    "say the same to the sample %s, as it is published and filled in",
    async (file) => {
      const published = readFileSync(join(samples, file), "utf8");
      for (const text of [published, filled(published)]) {
        const read = readRequest(text);
        if (!read.ok) throw new Error(read.message);
        for (const body of [text, bodyOf(read.request)]) {
          const { composer, endpoint } = await heard(body, read.request);
          expect(composer).toEqual(endpoint);
        }
      }
      const unfilled = await heard(published, { appid: "{{inappid}}" });
      expect(unfilled.composer.problems).toContainEqual(
        expect.objectContaining({ rule: "appid.unknown", pointer: "/appid" }),
      );
    },
  );
});
